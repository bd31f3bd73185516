package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ScaleTest {
    private static final String JOB = """
            apiVersion: batch.volcano.sh/v1alpha1
            kind: Job
            metadata: {name: train}
            spec:
              minAvailable: 1
              tasks:
              - name: reader
                replicas: 1
                template: {spec: {containers: [{name: main, command: [r], resources: {requests: {cpu: 100m}}}]}}
              - name: writer
                replicas: 1
                template: {spec: {containers: [{name: main, command: [w], resources: {requests: {cpu: 100m}}}]}}
            """;

    @TempDir
    private Path folder;

    private static HttpResponse<String> scale(RunningDaemon daemon, String task) {
        try {
            return daemon.ask("POST", "/v1/jobs/default/train/scale?replicas=3&task=" + task, "");
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** The master is held until both have asked, so that neither could have seen the other's change. */
    @Test
    void two_who_scale_at_the_same_time_both_have_their_way() throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(folder, RunningDaemon.SIMULATED);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            daemon.apply(JOB);
            CountDownLatch free = new CountDownLatch(1);
            CountDownLatch held = new CountDownLatch(1);
            daemon.daemon().loop().tell(master -> {
                held.countDown();
                await(free);
            });
            held.await();
            int before = daemon.daemon().loop().waiting();
            var reader = CompletableFuture.supplyAsync(() -> scale(daemon, "reader"), threads);
            var writer = CompletableFuture.supplyAsync(() -> scale(daemon, "writer"), threads);
            while (daemon.daemon().loop().waiting() < before + 2) {
                Thread.onSpinWait();
            }
            free.countDown();

            assertThat(reader.join().statusCode()).as(reader.join().body()).isEqualTo(200);
            assertThat(writer.join().statusCode()).as(writer.join().body()).isEqualTo(200);
            JsonNode job = daemon.get("/v1/jobs/default/train");
            assertThat(job.at("/spec/tasks/0/replicas").asInt()).isEqualTo(3);
            assertThat(job.at("/spec/tasks/1/replicas").asInt()).isEqualTo(3);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
