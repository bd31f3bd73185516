package io.tender.benchmarks.daemon;

import io.tender.benchmarks.daemon.DaemonReport.Start;
import io.tender.benchmarks.measure.Statistics;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Starts daemons with an empty store, gives each a job as soon as it listens, and waits until that runs. */
public final class StartRun {
    private static final Duration SILENCE = Duration.ofSeconds(60);
    private static final int SECONDS_TO_END = 20;

    private static final String SIMULATED = """
            listen: 127.0.0.1:0
            store: store
            agents:
              local: {enabled: false}
              simulated:
                agents: [{count: 10, name: "sim-{n}", resources: "cpus:16;mem:65536"}]
                tasks: {runsFor: 1hrs, startTakes: 1ms}
            """;

    private static final String LOCAL = """
            listen: 127.0.0.1:0
            store: store
            """;

    private final int repeat;
    private final Path folder;
    private final Optional<Path> launcher;
    private final Consumer<String> progress;
    private int starts;

    /** @param launcher the program {@code tender}, if it is to be measured too; it must be built already */
    public StartRun(int repeat, Path folder, Optional<Path> launcher, Consumer<String> progress) {
        this.repeat = repeat;
        this.folder = folder;
        this.launcher = launcher;
        this.progress = progress;
    }

    public static int parts(boolean launcher) {
        return launcher ? 3 : 1;
    }

    private interface Starting {
        Start start(Path settings) throws IOException;
    }

    public List<Start> measure() throws IOException {
        List<Start> measured = new ArrayList<>();
        measured.add(median("the JVM, simulated agents", SIMULATED, this::jvm));
        if (launcher.isPresent()) {
            measured.add(median("./tender serve, simulated agents", SIMULATED, this::program));
            measured.add(median("./tender serve, a process on this machine", LOCAL, this::program));
        }
        return measured;
    }

    private Start median(String how, String settings, Starting starting) throws IOException {
        progress.accept(how);
        List<Start> all = new ArrayList<>();
        for (int i = 0; i < repeat; i++) {
            Path home = Files.createDirectories(folder.resolve("start-" + starts++));
            all.add(starting.start(Files.writeString(home.resolve("tender.yaml"), settings)));
        }
        return new Start(
                how,
                Statistics.of(all.stream().mapToDouble(Start::listening).toArray())
                        .median(),
                Statistics.of(all.stream().mapToDouble(Start::running).toArray())
                        .median());
    }

    private Start jvm(Path settings) throws IOException {
        try (DaemonProcess process = DaemonProcess.start(settings, Durability.FULL, List.of())) {
            return firstTask(process.address(), process.begunNanos());
        }
    }

    private Start program(Path settings) throws IOException {
        long begun = System.nanoTime();
        Process process = new ProcessBuilder(launcher.orElseThrow().toString(), "serve", "-c", settings.toString())
                .redirectError(settings.resolveSibling("log").toFile())
                .start();
        try {
            BufferedReader said =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String line = said.readLine();
            if (line == null || !line.startsWith("tender listens on ")) {
                throw new IOException(
                        "expected 'tender listens on …', got " + line + "; see " + settings.resolveSibling("log"));
            }
            return firstTask(URI.create(line.split(" ", -1)[3]), begun);
        } finally {
            end(process);
        }
    }

    private static Start firstTask(URI address, long begunNanos) throws IOException {
        double listening = (System.nanoTime() - begunNanos) / 1e9;
        try (HttpLine line = new HttpLine(address, SILENCE)) {
            JobRun.runOne(line, "first");
            return new Start("", listening, (System.nanoTime() - begunNanos) / 1e9);
        }
    }

    private static void end(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
