package io.tender.benchmarks.daemon;

import io.tender.benchmarks.daemon.DaemonReport.Recovery;
import io.tender.daemon.journal.JournalException;
import io.tender.daemon.journal.StoreSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Starts a daemon on the state of a large cluster, and waits until it is ready and until its agents are back. */
public final class RecoveryRun {
    private static final Duration SILENCE = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int CPUS_PER_AGENT = 16;

    private final Size size;
    private final Path folder;
    private final Optional<StoreSettings.Database> database;
    private final Consumer<String> progress;

    /** How much there is to recover. */
    public record Size(int agents, int tasks) {
        public static final Size USUAL = new Size(10_000, 100_000);
        public static final Size QUICK = new Size(20, 100);
    }

    private interface Writing {
        long write(SampleState state, StoreSettings store) throws JournalException;
    }

    /** @param database an empty one, if it is to be measured too */
    public RecoveryRun(Size size, Path folder, Optional<StoreSettings.Database> database, Consumer<String> progress) {
        this.size = size;
        this.folder = folder;
        this.database = database;
        this.progress = progress;
    }

    public static int parts(boolean database) {
        return database ? 5 : 3;
    }

    public List<Recovery> measure() throws IOException, JournalException {
        List<Recovery> recoveries = new ArrayList<>();
        recoveries.add(measure("folder, records", inFolder("records"), SampleState::writeRecords));
        recoveries.add(measure("folder, snapshot", inFolder("snapshot"), SampleState::writeSnapshot));
        recoveries.add(measure("folder, snapshot and records", inFolder("both"), SampleState::writeSnapshotAndRecords));
        if (database.isPresent()) {
            recoveries.add(measure("PostgreSQL, records", database.get(), SampleState::writeRecords));
            // Stands for all records before it, so the same database will do.
            recoveries.add(measure("PostgreSQL, snapshot", database.get(), SampleState::writeSnapshot));
        }
        return recoveries;
    }

    private StoreSettings inFolder(String name) {
        return new StoreSettings.Folder(folder.resolve(name));
    }

    private Recovery measure(String form, StoreSettings store, Writing writing) throws IOException, JournalException {
        progress.accept(form);
        long bytes = writing.write(new SampleState(size.agents(), size.tasks()), store);
        Path settings = folder.resolve("tender.yaml");
        Files.writeString(settings, """
                listen: 127.0.0.1:0
                store: %s
                agents:
                  local: {enabled: false}
                  simulated:
                    agents: [{count: %d, name: "sim-{n}", resources: "%s"}]
                    tasks: {runsFor: 10hrs}
                """.formatted(text(store), size.agents(), SampleState.TOTAL));
        try (DaemonProcess process = DaemonProcess.start(settings, Durability.FULL, List.of("-Xmx4g"));
                HttpLine line = new HttpLine(process.address(), SILENCE)) {
            line.ask("GET", "/readyz", "");
            double ready = since(process);
            awaitAgents(line);
            return new Recovery(form, size.agents(), size.tasks(), bytes, ready, since(process));
        }
    }

    private static double since(DaemonProcess process) {
        return (System.nanoTime() - process.begunNanos()) / 1e9;
    }

    private void awaitAgents(HttpLine line) throws IOException {
        String wanted = String.format(
                Locale.ROOT, "allocator/mesos/resources/cpus/total\"} %.1f", (double) size.agents() * CPUS_PER_AGENT);
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!line.ask("GET", "/metrics", "").contains(wanted)) {
            if (System.nanoTime() > end) {
                throw new IOException("agents are missing after " + PATIENCE.toSeconds() + " s: no metric " + wanted);
            }
            LockSupport.parkNanos(20_000_000);
        }
    }

    private static String text(StoreSettings store) {
        return switch (store) {
            case StoreSettings.Folder there -> there.path().toString();
            case StoreSettings.Database there -> "{at: \"" + there.url() + "\", user: \"" + there.user() + "\"}";
        };
    }
}
