package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.settings.LogChoice;
import io.tender.daemon.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real daemon with a file of settings that can be changed, and asked over HTTP. */
final class RunningDaemon implements AutoCloseable {
    static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Two simulated agents, whose tasks run for hours. */
    static final String SIMULATED = """
            listen: 127.0.0.1:0
            store: store
            agents:
              local: {enabled: false}
              simulated:
                agents: [{count: 2, name: "sim-{n}", resources: "cpus:4;mem:4096;disk:4096"}]
                tasks: {runsFor: 10hrs, startTakes: 1ms}
            """;

    private final Path file;
    private final Daemon daemon;
    private final HttpClient client;
    final List<LogChoice> logs = Collections.synchronizedList(new ArrayList<>());

    RunningDaemon(Path folder, String settings) throws Exception {
        this(folder, settings, SSLContext.getDefault());
    }

    /** @param trust whose certificates are believed */
    RunningDaemon(Path folder, String settings, SSLContext trust) throws Exception {
        client = HttpClient.newBuilder().sslContext(trust).build();
        file = Files.writeString(folder.resolve("tender.yaml"), settings);
        Origin origin = new Origin() {
            @Override
            public String name() {
                return "tender.yaml";
            }

            @Override
            public Settings read() throws IOException {
                return Settings.read(file, Settings.Given.NOTHING);
            }

            @Override
            public void logAs(LogChoice choice) {
                logs.add(choice);
            }
        };
        daemon = Daemon.start(origin.read(), "1.0", Optional.of(origin));
    }

    Daemon daemon() {
        return daemon;
    }

    void write(String settings) throws IOException {
        Files.writeString(file, settings);
    }

    HttpResponse<String> ask(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(daemon.address() + path))
                .timeout(PATIENCE)
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    JsonNode get(String path, String... headers) throws IOException, InterruptedException {
        return JSON.readTree(ask("GET", path, "", headers).body());
    }

    /** Reads the settings again; the answer must have that status. */
    JsonNode reload(int status, String... headers) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask("POST", "/v1/config/reload", "", headers);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return JSON.readTree(answer.body());
    }

    /** What it says of the changed settings: the name, and "now" or why not. */
    List<String> changes(String... headers) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        for (JsonNode change : reload(200, headers).path("changes")) {
            lines.add(change.path("setting").asString() + ": "
                    + change.path("effect").asString());
        }
        return lines;
    }

    void apply(String text, String... headers) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask("POST", "/v1/apply", text, headers);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    /** Asks again until the answer is as expected; how long that takes is the machine's business. */
    JsonNode await(String path, Predicate<JsonNode> expected, String... headers) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        JsonNode answer = get(path, headers);
        while (!expected.test(answer)) {
            assertThat(System.nanoTime()).as("still %s", answer).isLessThan(end);
            Thread.onSpinWait();
            answer = get(path, headers);
        }
        return answer;
    }

    void awaitPhase(String job, String phase) throws Exception {
        await(
                "/v1/jobs/default/" + job,
                answer -> answer.at("/status/state/phase").asString("").equals(phase));
    }

    static String job(String name, int tasks) {
        return """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: %s}
                spec:
                  minAvailable: %d
                  tasks:
                  - name: main
                    replicas: %d
                    template:
                      spec:
                        containers:
                        - {name: main, command: [work], resources: {requests: {cpu: 1, memory: 64Mi}}}
                """.formatted(name, tasks, tasks);
    }

    @Override
    public void close() {
        client.close();
        daemon.close();
    }
}
