package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.journal.JournalException;
import io.tender.daemon.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The clock of the machine is set while the daemon runs: a day forward, and an hour back. */
final class SetClockTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String SETTINGS = """
            listen: 127.0.0.1:0
            store: store
            allocator: {options: {allocationInterval: 50ms}}
            agents:
              local: {resources: "cpus:2;mem:1024;disk:1024", limits: none}
            services:
              min_offer_hold_time: 100ms
              offer_hold_jitter_window: 50ms
              offer_filter_duration: 50ms
              initial_schedule_penalty: 50ms
              max_schedule_penalty: 200ms
            batch: {schedulePeriod: 50ms, offerHold: 100ms, offerRefusal: 100ms}
            """;

    @TempDir
    private Path folder = Path.of("");

    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private final InstantSource clock = () -> Instant.now().plus(ahead.get());

    private Daemon start() throws JournalException, IOException {
        return Daemon.start(Settings.read("tender.yaml", SETTINGS, folder, Settings.Given.NOTHING), "1.0", clock);
    }

    private static HttpResponse<String> ask(Daemon daemon, String method, String path, String body)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(daemon.address() + path))
                            .method(method, HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private static JsonNode await(Daemon daemon, String path, Predicate<JsonNode> expected) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        JsonNode answer = JSON.readTree(ask(daemon, "GET", path, "").body());
        while (!expected.test(answer)) {
            assertThat(System.nanoTime()).as("still %s", answer).isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            answer = JSON.readTree(ask(daemon, "GET", path, "").body());
        }
        return answer;
    }

    private static void apply(Daemon daemon, String document) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask(daemon, "POST", "/v1/apply", document);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static String service(String name) {
        return """
                apiVersion: tender.io/v1
                kind: Service
                metadata: {name: %s}
                spec: {role: www, grace: 1s, resources: {cpu: 100m, memory: 32Mi, disk: 16Mi}, command: "exec sleep 1000"}
                """.formatted(name);
    }

    private static String job(String name) {
        return """
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
                        containers:
                        - name: main
                          command: [sh, -c, "echo done"]
                          resources: {requests: {cpu: 100m, memory: 32Mi}}
                """.formatted(name);
    }

    private static boolean oneRuns(JsonNode service) {
        return service.at("/status/running").asInt(0) == 1;
    }

    private static String run(JsonNode work) {
        return work.at("/status/taskStatus/0/run").asString();
    }

    @Test
    void work_goes_on_as_if_nothing_had_happened() throws Exception {
        try (Daemon daemon = start()) {
            apply(daemon, service("before"));
            String begun = run(await(daemon, "/v1/services/www/prod/before", SetClockTest::oneRuns));
            String early = run(complete(daemon, "early"));
            step(daemon, "forward", Duration.ofDays(1));
            step(daemon, "back", Duration.ofHours(-25));
            assertThat(run(await(daemon, "/v1/services/www/prod/before", SetClockTest::oneRuns)))
                    .isEqualTo(begun);
            // What is kept for a day is kept for a day.
            assertThat(ask(daemon, "GET", "/v1/tasks/batch/" + early + "/logs", "")
                            .body())
                    .isEqualTo("done\n");
            for (String name : List.of("before", "forward", "back")) {
                ask(daemon, "DELETE", "/v1/services/www/prod/" + name, "");
            }
            await(
                    daemon,
                    "/v1/tasks",
                    all -> all.findValuesAsString("state").stream().noneMatch("RUNNING"::equals));
        }
    }

    private void step(Daemon daemon, String name, Duration by) throws Exception {
        declineMeanwhile(daemon, () -> ahead.updateAndGet(by::plus));
        apply(daemon, service(name));
        await(daemon, "/v1/services/www/prod/" + name, SetClockTest::oneRuns);
        complete(daemon, name);
    }

    private static JsonNode complete(Daemon daemon, String name) throws Exception {
        apply(daemon, job(name));
        return await(
                daemon,
                "/v1/jobs/default/" + name,
                answer -> answer.at("/status/state/phase").asString("").equals("Completed"));
    }

    /** What is declined for a moment comes back after that moment, whatever happens to the clock meanwhile. */
    private static void declineMeanwhile(Daemon daemon, Runnable meanwhile) throws IOException, InterruptedException {
        try (HttpFramework framework = HttpFramework.subscribe(daemon.address(), Optional.empty())) {
            JsonNode offer = framework.await("OFFERS").at("/offers/offers/0");
            framework.call("DECLINE", """
                    "decline": {"offer_ids": [{"value": "%s"}], "filters": {"refuse_seconds": 0.2}}
                    """.formatted(offer.at("/id/value").asString()));
            meanwhile.run();
            framework.await("OFFERS");
            framework.call("TEARDOWN", "\"teardown\": {}");
        }
    }

    @Test
    void a_framework_that_is_away_for_a_moment_is_not_given_up() throws Exception {
        String id;
        try (Daemon daemon = start()) {
            try (HttpFramework framework = HttpFramework.subscribe(daemon.address(), Optional.empty())) {
                id = framework.id();
            }
            ahead.set(Duration.ofDays(1));
            subscribeAgain(daemon, id);
        }
        // Nor over a restart, which is when clocks are set most often.
        ahead.set(Duration.ofHours(-1));
        try (Daemon daemon = start()) {
            subscribeAgain(daemon, id);
        }
    }

    private static void subscribeAgain(Daemon daemon, String id) throws IOException, InterruptedException {
        try (HttpFramework framework = HttpFramework.subscribe(daemon.address(), Optional.of(id))) {
            assertThat(framework.id()).isEqualTo(id);
        }
    }
}
