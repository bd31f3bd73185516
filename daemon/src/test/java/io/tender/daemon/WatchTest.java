package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.settings.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Watching from the outside. */
class WatchTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final long PATIENCE_SECONDS = 60;

    private static final String SETTINGS = """
            listen: 127.0.0.1:0
            store: store
            heartbeat: 200ms
            agents:
              local: {enabled: false}
              simulated:
                agents: [{count: 2, name: "sim-{n}", resources: "cpus:4;mem:4096"}]
                tasks: {runsFor: 10hrs, startTakes: 1ms}
            batch: {schedulePeriod: 50ms}
            limits: {streams: 3}
            """;

    private static final String JOB = """
            apiVersion: batch.volcano.sh/v1alpha1
            kind: Job
            metadata: {name: train}
            spec:
              minAvailable: 1
              tasks:
              - name: worker
                replicas: %d
                template:
                  spec:
                    containers:
                    - {name: main, command: [train], resources: {requests: {cpu: %d, memory: 64Mi}}}
            """;

    @TempDir
    private Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Daemon daemon;

    @BeforeEach
    void start() throws Exception {
        daemon = Daemon.start(Settings.read("tender.yaml", SETTINGS, folder, Settings.Given.NOTHING), "1.0");
    }

    @AfterEach
    void stop() {
        client.shutdownNow();
        daemon.close();
    }

    /** A stream that is read as it comes. */
    private final class Watch implements AutoCloseable {
        private final InputStream body;
        private final BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();
        private String version = "";

        Watch(String query) throws IOException, InterruptedException {
            HttpResponse<InputStream> answer = client.send(
                    HttpRequest.newBuilder(URI.create(daemon.address() + "/v1/watch?" + query))
                            .build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            assertThat(answer.statusCode()).isEqualTo(200);
            body = answer.body();
            Thread.ofVirtual().start(this::read);
        }

        private void read() {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
                lines.lines().map(JSON::readTree).forEach(events::add);
                events.add(JSON.createObjectNode().put("type", "END"));
            } catch (IOException | RuntimeException cut) {
                events.add(JSON.createObjectNode().put("type", "END").put("why", cut.toString()));
            }
        }

        /** The next event that is so; others are passed over. */
        JsonNode await(Predicate<JsonNode> wanted) throws InterruptedException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (true) {
                JsonNode event = events.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                assertThat(event).as("an event in time").isNotNull();
                version = event.path("version").asString(version);
                if (wanted.test(event)) {
                    return event;
                }
            }
        }

        @Override
        public void close() throws IOException {
            body.close();
        }
    }

    private static Predicate<JsonNode> type(String wanted) {
        return event -> event.path("type").asString().equals(wanted);
    }

    private static boolean isRunning(JsonNode event) {
        return event.at("/item/status/state/phase").asString().equals("Running");
    }

    private int status(String query) throws IOException, InterruptedException {
        return client.send(
                        HttpRequest.newBuilder(URI.create(daemon.address() + "/v1/watch" + query))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    private void send(String method, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create(daemon.address() + path))
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void a_job_is_seen_to_come_to_run_and_to_go_over_an_interruption() throws Exception {
        String version;
        try (Watch jobs = new Watch("kind=jobs")) {
            assertThat(jobs.await(event -> true).path("type").asString()).isEqualTo("SYNCED");
            send("POST", "/v1/apply", JOB.formatted(1, 1));
            JsonNode added = jobs.await(type("ADDED"));
            assertThat(added.at("/item/id").asString()).isEqualTo("default/train");
            if (!isRunning(added)) {
                jobs.await(WatchTest::isRunning);
            }
            version = jobs.version;
        }
        send("DELETE", "/v1/jobs/default/train", "");
        try (Watch jobs = new Watch("kind=jobs&since=" + version)) {
            assertThat(jobs.await(type("DELETED")).at("/item/id").asString()).isEqualTo("default/train");
        }
    }

    @Test
    void one_thing_is_shown_with_all_there_is_to_know_of_it_and_why_it_waits() throws Exception {
        send("POST", "/v1/apply", JOB.formatted(1, 100));

        try (Watch job = new Watch("kind=jobs&name=default/train");
                Watch why = new Watch("kind=jobs&name=default/train&explain=true")) {
            assertThat(job.await(type("ADDED"))
                            .at("/item/status/taskStatus/0/name")
                            .asString())
                    .isEqualTo("worker-0");
            assertThat(why.await(event -> event.has("item")).at("/item/text").asString())
                    .startsWith("Job 'default/train'");
        }
    }

    @Test
    void agents_tasks_frameworks_and_offers_can_be_watched_too() throws Exception {
        send("POST", "/v1/apply", JOB.formatted(1, 1));

        try (Watch agents = new Watch("kind=agents");
                Watch frameworks = new Watch("kind=frameworks");
                Watch tasks = new Watch("kind=tasks")) {
            agents.await(event -> event.at("/item/hostname").asString().equals("sim-2"));
            frameworks.await(event -> event.at("/item/name").asString().equals("batch"));
            tasks.await(event -> event.at("/item/state").asString().equals("RUNNING"));
            assertThat(status("?kind=offers")).as("three are allowed").isEqualTo(503);
        }
    }

    @Test
    void a_stream_beats_while_nothing_happens_and_ends_with_the_daemon() throws Exception {
        try (Watch queues = new Watch("kind=queues")) {
            queues.await(type("HEARTBEAT"));
            daemon.close();
            queues.await(type("END"));
        }
    }

    @Test
    void what_makes_no_sense_is_refused_before_the_stream_begins() throws Exception {
        assertThat(status("")).isEqualTo(400);
        assertThat(status("?kind=cows")).isEqualTo(400);
        assertThat(status("?kind=jobs&explain=true")).isEqualTo(400);
        assertThat(status("?kind=agents&name=a&explain=true")).isEqualTo(400);
        assertThat(status("?kind=jobs&name=default/nobody")).isEqualTo(404);
        assertThat(status("?kind=jobs&since=1-1")).isEqualTo(410);
        assertThat(status("?kind=jobs&since=x")).isEqualTo(400);
        for (int i = 0; i < 210; i++) {
            assertThat(status("?kind=jobs&name=default/nobody-" + i))
                    .as("names that do not exist use nothing up")
                    .isEqualTo(404);
        }
    }
}
