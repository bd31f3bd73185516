package io.tender.benchmarks.daemon;

import io.tender.benchmarks.daemon.DaemonReport.Spread;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Submits jobs one after the other, and asks until each has begun to run. */
final class JobRun {
    private static final Duration SILENCE = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long BETWEEN_QUESTIONS_NANOS = 2_000_000;

    private final URI daemon;

    JobRun(URI daemon) {
        this.daemon = daemon;
    }

    Spread measure(int jobs) throws IOException {
        Samples times = new Samples();
        try (HttpLine line = new HttpLine(daemon, SILENCE)) {
            for (int i = 0; i < jobs; i++) {
                long begun = System.nanoTime();
                runOne(line, "bench-" + i);
                times.add(System.nanoTime() - begun);
            }
        }
        return LoadRun.spread(times);
    }

    static void runOne(HttpLine line, String name) throws IOException {
        line.ask("POST", "/v1/apply", """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: %s}
                spec:
                  minAvailable: 1
                  tasks:
                  - name: main
                    replicas: 1
                    template:
                      spec:
                        restartPolicy: Never
                        containers:
                        - name: main
                          command: [sleep, "1"]
                          resources: {requests: {cpu: 100m, memory: 32Mi}}
                """.formatted(name));
        long end = System.nanoTime() + PATIENCE.toNanos();
        String last = line.ask("GET", "/v1/jobs/default/" + name, "");
        while (!runs(last)) {
            if (System.nanoTime() > end) {
                throw new IOException("a job does not run after " + PATIENCE.toSeconds() + " s: " + last);
            }
            LockSupport.parkNanos(BETWEEN_QUESTIONS_NANOS);
            last = line.ask("GET", "/v1/jobs/default/" + name, "");
        }
    }

    private static boolean runs(String job) {
        return job.contains("\"phase\":\"Running\"") || job.contains("\"phase\":\"Completed\"");
    }
}
