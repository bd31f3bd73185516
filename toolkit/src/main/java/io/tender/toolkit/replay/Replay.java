package io.tender.toolkit.replay;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.BreakerSettings;
import io.tender.extender.client.BulkheadSettings;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.client.RetrySettings;
import io.tender.extender.client.SizeLimits;
import io.tender.extender.client.TlsSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/** Asks a service the questions of a recording and compares what it decides. */
public final class Replay {
    private static final int ANSWER_BYTES = 64 << 20;
    private static final long REQUEST_BYTES = 256L << 20;

    /**
     * How the service is asked.
     *
     * @param against its address
     * @param timeout of each call
     * @param concurrency calls at once; with more than one, the order is not that of the recording
     * @param tls whom to trust over https
     * @param token a file with a bearer token
     */
    public record Service(String against, Duration timeout, int concurrency, TlsSettings tls, Optional<Path> token) {
        public Service {
            if (concurrency < 1 || concurrency > 1_000) {
                throw new IllegalArgumentException("Calls at once: got " + concurrency + ", expected 1 to 1000");
            }
        }
    }

    private final List<Path> files;
    private final Selection selection;
    private final Service service;

    /** @param files of one recording, the oldest first */
    public Replay(List<Path> files, Selection selection, Service service) {
        this.files = List.copyOf(files);
        this.selection = selection;
        this.service = service;
    }

    public Report run(Progress progress) throws IOException {
        // First, since what is wrong with the address is soon said, and a recording may be long.
        ExtenderSettings settings = settings();
        Targets targets = Targets.at(service.against(), commonFolder());
        String names = String.join(", ", files.stream().map(Path::toString).toList());
        ReportBuilder report = new ReportBuilder(names, settings.endpoint().toString(), selection.tolerance());
        try (ExtenderClient client =
                        new ExtenderClient(settings, ClientSurroundings.system(new SimpleMeterRegistry()));
                // Waits at its end for what is under way.
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Round round = new Round(new Asker(client, ANSWER_BYTES), targets, report, threads, progress);
            Cases cases = new Cases(selection, report);
            for (Path file : files) {
                try (RecordingReader reader = RecordingReader.open(file)) {
                    round.through(reader, cases);
                }
            }
        }
        return report.build();
    }

    private ExtenderSettings settings() {
        ExtenderSettings.Builder settings = ExtenderSettings.of("replayed", service.against())
                .deadline(service.timeout())
                // One question, one try: a repetition would hide what the recording is to be compared with.
                .retries(RetrySettings.NONE)
                .breaker(BreakerSettings.OFF)
                .bulkhead(new BulkheadSettings(service.concurrency(), service.concurrency()))
                .limits(SizeLimits.USUAL.withAnswerBytes(ANSWER_BYTES).withRequestBytes(REQUEST_BYTES))
                .tls(service.tls());
        service.token().ifPresent(settings::tokenFile);
        return settings.build();
    }

    /** What the paths of all questions that will be asked begin with. */
    private String commonFolder() throws IOException {
        Cases cases = new Cases(selection, new ReportBuilder("", "", 0));
        Optional<String> folder = Optional.empty();
        for (Path file : files) {
            try (RecordingReader reader = RecordingReader.open(file)) {
                for (Optional<Entry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
                    Optional<Case> found = entry.flatMap(cases::of);
                    if (found.isPresent()) {
                        String path = found.get().path();
                        folder = Optional.of(
                                folder.map(known -> Targets.common(known, path)).orElseGet(() -> Targets.folder(path)));
                    }
                }
            }
        }
        return folder.orElse("");
    }

    /** The questions under way. */
    private final class Round {
        private final Asker asker;
        private final Targets targets;
        private final ReportBuilder report;
        private final ExecutorService threads;
        private final Progress progress;
        private final Semaphore places = new Semaphore(service.concurrency());
        private final AtomicLong compared = new AtomicLong();
        private long taken;
        private long readBefore;

        Round(Asker asker, Targets targets, ReportBuilder report, ExecutorService threads, Progress progress) {
            this.asker = asker;
            this.targets = targets;
            this.report = report;
            this.threads = threads;
            this.progress = progress;
        }

        void through(RecordingReader reader, Cases cases) throws IOException {
            for (Optional<Entry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
                Optional<Case> found = entry.flatMap(cases::of);
                if (found.isPresent()) {
                    if (taken == selection.limit()) {
                        report.stopped();
                        return;
                    }
                    taken++;
                    begin(found.get());
                }
                progress.at(readBefore + reader.position(), compared.get());
            }
            readBefore += reader.position();
        }

        private void begin(Case asked) {
            if (service.concurrency() == 1) {
                ask(asked);
                return;
            }
            places.acquireUninterruptibly();
            threads.execute(() -> {
                try {
                    ask(asked);
                } finally {
                    places.release();
                }
            });
        }

        private void ask(Case asked) {
            try {
                Asker.Answer answer = asker.ask(asked, targets.of(asked));
                report.compared(asked, answer.decision(), answer.latency());
            } catch (IllegalArgumentException unsendable) {
                report.skipped("cannot be sent");
                report.problem(asked.place(), "cannot be sent: " + unsendable.getMessage());
            }
            compared.incrementAndGet();
        }
    }
}
