package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.Daemon;
import io.tender.daemon.master.Master;
import io.tender.daemon.settings.Settings;
import io.tender.testkit.hostile.HostileServer;
import io.tender.testkit.hostile.Misbehaviour;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Extenders on trial, as operators see them: over HTTP, on the command line and in the metrics. */
class ExtendersCommandTest {
    private static final String SETTINGS = """
            listen: 127.0.0.1:0
            store: store
            agents:
              local: {enabled: false}
              simulated:
                agents: [{count: 2, name: "sim-{n}", resources: "cpus:4;mem:4096"}]
                tasks: {runsFor: 10hrs, startTakes: 1ms}
            services:
              offer_set_module: http
              http_offer_set_endpoint: "EXTENDER/v1/offerset"
              http_offer_set_mode: shadow
            batch:
              schedulePeriod: 50ms
              conf: |
                actions: "enqueue, allocate"
                tiers:
                - plugins:
                  - name: priority
                  - name: gang
                  - name: predicates
                  - name: extender
                    as: canary
                    arguments:
                      extender.urlPrefix: "EXTENDER"
                      extender.mode: canary
                      extender.canaryShare: 100%
                      extender.canaryStop.minAnswers: 2
                      extender.ignorable: true
                      extender.onSessionOpenVerb: open
                      extender.predicateVerb: predicate
            """;

    private static final String JOB = """
            apiVersion: batch.volcano.sh/v1alpha1
            kind: Job
            metadata: {name: train}
            spec:
              minAvailable: 2
              tasks:
              - name: worker
                replicas: 2
                template:
                  spec:
                    containers:
                    - {name: main, command: [train], resources: {requests: {cpu: 1, memory: 64Mi}}}
            """;

    @TempDir
    private Path folder;

    private HostileServer extender;
    private Daemon daemon;

    private record Answer(int exitCode, String out, String err) {}

    @BeforeEach
    void start() throws Exception {
        extender = HostileServer.start(Misbehaviour.REFUSE);
        daemon = started(SETTINGS);
    }

    private Daemon started(String settings) throws Exception {
        String whole = settings.replace("EXTENDER", extender.addressUrl());
        return Daemon.start(Settings.read("tender.yaml", whole, folder, Settings.Given.NOTHING), "1.0");
    }

    private void restart(String settings) throws Exception {
        daemon.close();
        daemon = started(settings);
    }

    @AfterEach
    void stop() {
        daemon.close();
        extender.close();
    }

    private Answer tender(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--server");
        all.add(daemon.address());
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(
                Map.of(), false, new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(new String[0]));
        return new Answer(code, out.toString(), err.toString());
    }

    private JsonNode canary() {
        return new JsonMapper().readTree(tender("extenders", "canary", "--json").out());
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long giveUpAt = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited for 30 s").isLessThan(giveUpAt);
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private String metrics() throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                            HttpRequest.newBuilder(URI.create(daemon.address() + "/metrics"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    @Test
    void a_canary_that_fails_is_stopped_and_goes_on_when_told() throws Exception {
        assertThat(tender("extenders").out()).contains("canary", "http-offer-set", "services", "shadow");
        String file = Files.writeString(folder.resolve("work.yaml"), JOB).toString();
        assertThat(tender("apply", "-f", file).exitCode()).isZero();

        await(() -> canary().path("state").asString().equals("stopped"));
        assertThat(canary().path("stoppedWhy").asString()).contains("calls failed");
        assertThat(tender("extenders", "canary").out())
                .contains("canary: canary, stopped", "compared with     all that decide", "refused");
        assertThat(metrics())
                .contains("tender_extender_shadow_stops_total{extender=\"canary\"} 1.0")
                .contains("tender_extender_shadow_deciding{extender=\"canary\"} 0.0")
                .contains("tender_extender_shadow_waiting{extender=\"http-offer-set\"}");

        extender.behave(Misbehaviour.ERROR_WITH_BODY);
        assertThat(tender("extenders", "canary", "--resume").out())
                .isEqualTo("extender canary decides for 100% again" + System.lineSeparator());
        await(() -> canary().path("state").asString().equals("stopped"));
    }

    @Test
    void a_stopped_canary_stays_stopped_when_the_daemon_is_restarted() throws Exception {
        String file = Files.writeString(folder.resolve("work.yaml"), JOB).toString();
        assertThat(tender("apply", "-f", file).exitCode()).isZero();
        await(() -> canary().path("state").asString().equals("stopped"));
        JsonNode before = canary();

        restart(SETTINGS);

        assertThat(canary().path("state").asString()).isEqualTo("stopped");
        assertThat(canary().path("stoppedAt")).isEqualTo(before.path("stoppedAt"));
        assertThat(canary().path("stoppedWhy")).isEqualTo(before.path("stoppedWhy"));
        assertThat(tender("extenders").out()).contains("stopped");
        assertThat(metrics()).contains("tender_extender_shadow_deciding{extender=\"canary\"} 0.0");

        assertThat(tender("extenders", "canary", "--resume").out()).contains("decides for 100% again");
        restart(SETTINGS);
        assertThat(canary().path("stoppedAt"))
                .as("that stop was lifted for good, whatever became of it since")
                .isNotEqualTo(before.path("stoppedAt"));
    }

    @Test
    void other_settings_of_a_stopped_canary_lift_its_stop() throws Exception {
        String file = Files.writeString(folder.resolve("work.yaml"), JOB).toString();
        assertThat(tender("apply", "-f", file).exitCode()).isZero();
        await(() -> canary().path("state").asString().equals("stopped"));
        JsonNode before = canary().path("stoppedAt");

        restart(SETTINGS.replace("canaryShare: 100%", "canaryShare: 50%"));
        assertThat(canary().path("stoppedAt"))
                .as("it failed so often with other settings")
                .isNotEqualTo(before);

        // Nor does that stop come back with the settings it was for, once others were in use.
        await(() -> daemon.loop()
                .look(master -> isForgotten(master, before.asString()))
                .join());
        restart(SETTINGS);
        assertThat(canary().path("stoppedAt")).isNotEqualTo(before);
    }

    private static boolean isForgotten(Master master, String stoppedAt) {
        return master.documents().all("CanaryStop").stream()
                .noneMatch(document -> document.json().contains(stoppedAt));
    }

    @Test
    void mistakes_are_told() {
        assertThat(tender("extenders", "nobody").err()).contains("[canary, http-offer-set]");
        assertThat(tender("extenders", "nobody", "--resume").exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(tender("extenders", "--resume").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(tender("extenders", "http-offer-set", "--resume").out()).contains("was not stopped: it looks on");
        assertThat(tender("get", "extenders").exitCode()).isZero();
        assertThat(tender("describe", "extender", "canary").out()).contains("mode: canary");
    }
}
