package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A kube extender from a KubeSchedulerConfiguration has its say in who is evicted, and what starts, of services of a real daemon. */
class KubeServicesTest {
    private static final String SETTINGS = """
            listen: 127.0.0.1:0
            store: store
            agents:
              local: {enabled: false}
              simulated:
                agents: [{count: 1, name: "sim-{n}", resources: "cpus:5;mem:4096;disk:4096"}]
                tasks: {runsFor: 10hrs, startTakes: 1ms}
            services:
              extenders: scheduler.yaml
              initial_schedule_penalty: 50ms
              max_schedule_penalty: 100ms
              preemption_delay: 1ms
              preemption_slot_search_initial_delay: 100ms
              preemption_slot_search_interval: 100ms
            """;

    private static final String SERVICE = """
            apiVersion: tender.io/v1
            kind: Service
            metadata: {name: NAME}
            spec:
              role: www
              instances: COUNT
              tier: TIER
              resources: {cpu: 2, memory: 32Mi, disk: 16Mi}
              command: "exec sleep 1000"
            """;

    @TempDir
    private Path folder;

    private final LinkedBlockingQueue<JsonNode> asked = new LinkedBlockingQueue<>();
    private final AtomicBoolean agrees = new AtomicBoolean();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer extender;

    @BeforeEach
    void startExtender() throws Exception {
        extender = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        extender.setExecutor(threads);
        extender.createContext("/scheduler/preempt", exchange -> {
            ObjectNode question = (ObjectNode)
                    RunningDaemon.JSON.readTree(exchange.getRequestBody().readAllBytes());
            asked.add(question);
            ObjectNode answer = RunningDaemon.JSON.createObjectNode();
            answer.set(
                    "NodeNameToMetaVictims",
                    agrees.get() ? question.path("NodeNameToMetaVictims") : RunningDaemon.JSON.createObjectNode());
            byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        extender.createContext("/scheduler/bind", exchange -> {
            asked.add(RunningDaemon.JSON.readTree(exchange.getRequestBody().readAllBytes()));
            byte[] bytes =
                    (agrees.get() ? "{\"Error\":\"\"}" : "{\"Error\":\"no device\"}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        extender.start();
        configure("preempt");
    }

    private void configure(String verb) throws IOException {
        Files.writeString(
                folder.resolve("scheduler.yaml"),
                "kind: KubeSchedulerConfiguration\nextenders:\n- urlPrefix: http://127.0.0.1:"
                        + extender.getAddress().getPort()
                        + "/scheduler\n  " + verb + "Verb: " + verb + "\n  nodeCacheCapable: true\n");
    }

    @AfterEach
    void stopExtender() {
        extender.stop(0);
        threads.close();
    }

    private static String service(String name, int instances, String tier) {
        return SERVICE.replace("NAME", name)
                .replace("COUNT", Integer.toString(instances))
                .replace("TIER", tier);
    }

    private static int running(JsonNode service) {
        return service.at("/status/running").asInt(0);
    }

    @Test
    void nobody_is_evicted_for_a_service_unless_the_extender_lets_them_go() throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(folder, SETTINGS)) {
            daemon.apply(service("low", 2, "preemptible"));
            daemon.await("/v1/services/www/prod/low", service -> running(service) == 2);
            daemon.apply(service("high", 1, "preferred"));

            // Asked a second time, so it was heard and obeyed the first time.
            JsonNode question = asked.poll(60, TimeUnit.SECONDS);
            assertThat(asked.poll(60, TimeUnit.SECONDS)).isNotNull();
            assertThat(question.at("/Pod/metadata/name").asString()).isEqualTo("high");
            assertThat(question.path("NodeNameToVictims").isNull()).isTrue();
            assertThat(question.path("NodeNameToMetaVictims"))
                    .singleElement()
                    .satisfies(victims -> assertThat(victims.path("Pods")).hasSize(1));
            assertThat(running(daemon.get("/v1/services/www/prod/low"))).isEqualTo(2);
            assertThat(running(daemon.get("/v1/services/www/prod/high"))).isZero();

            agrees.set(true);

            daemon.await("/v1/services/www/prod/high", service -> running(service) == 1);
            assertThat(running(daemon.get("/v1/services/www/prod/low"))).isEqualTo(1);
        }
    }

    @Test
    void a_service_starts_once_the_extender_has_bound_it_and_explains_until_then_why_it_does_not() throws Exception {
        configure("bind");
        try (RunningDaemon daemon = new RunningDaemon(folder, SETTINGS)) {
            daemon.apply(service("web", 2, "preemptible"));

            JsonNode question = asked.poll(60, TimeUnit.SECONDS);
            assertThat(question.path("PodName").asString()).isEqualTo("web");
            assertThat(question.path("PodNamespace").asString()).isEqualTo("www");
            assertThat(question.path("Node").asString()).isEqualTo("sim-1");
            daemon.await(
                    "/v1/services/www/prod/web/explain",
                    why -> why.toString().contains("Not bound: kube-offer-set: no device"));
            assertThat(running(daemon.get("/v1/services/www/prod/web"))).isZero();

            agrees.set(true);

            daemon.await("/v1/services/www/prod/web", service -> running(service) == 2);
        }
    }
}
