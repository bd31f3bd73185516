package io.tender.cli;

import io.tender.daemon.Daemon;
import io.tender.daemon.journal.JournalException;
import io.tender.daemon.settings.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Goes once through what a daemon and its commands do, in a folder of its own. The launcher has it run when the program is
 * new: the JVM notes which classes are used, and every later start finds them loaded and linked.
 */
final class Rehearsal {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final String SETTINGS = """
            listen: 127.0.0.1:0
            store: store
            agents:
              local: {resources: "cpus:1;mem:64", limits: none}
              simulated:
                agents: [{count: 1, name: "sim-{n}", resources: "cpus:1;mem:1024"}]
                tasks: {runsFor: 1ms, startTakes: 1ms}
            batch: {schedulePeriod: 50ms}
            """;

    private static final String JOB = """
            apiVersion: batch.volcano.sh/v1alpha1
            kind: Job
            metadata: {name: rehearsal}
            spec:
              minAvailable: 1
              tasks:
              - name: main
                replicas: 2
                template:
                  spec:
                    restartPolicy: Never
                    containers:
                    - name: main
                      command: ["true"]
                      resources: {requests: {cpu: 100m, memory: 32Mi}}
            """;

    private Rehearsal() {}

    public static void main(String[] args) throws IOException, JournalException {
        tender("--help");
        Path folder = Files.createTempDirectory("tender-rehearsal");
        try {
            run(folder);
        } finally {
            delete(folder);
        }
    }

    private static void run(Path folder) throws IOException, JournalException {
        Settings settings = Settings.read("rehearsal", SETTINGS, folder, Settings.Given.NOTHING);
        DaemonLogs.start(settings.log());
        try (Daemon daemon = Daemon.start(settings, Version.number())) {
            Path job = Files.writeString(folder.resolve("job.yaml"), JOB);
            tender("apply", "-f", job.toString(), "--server", daemon.address());
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (!tender("get", "job", "rehearsal", "--json", "--server", daemon.address())
                            .contains("Completed")
                    && System.nanoTime() < end) {
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
            tender("explain", "job/default/rehearsal", "--server", daemon.address());
            tender("agents", "--server", daemon.address());
        }
    }

    private static String tender(String... arguments) {
        StringWriter said = new StringWriter();
        Main.run(Map.of(), false, new PrintWriter(said), new PrintWriter(Writer.nullWriter()), arguments);
        return said.toString();
    }

    private static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }
}
