package io.tender.examples.framework;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The Mesos v1 scheduler HTTP API, as much of it as a framework needs: SUBSCRIBE opens a stream of events, every other call
 * is a request of its own. Nothing here knows who is at the other end.
 */
final class SchedulerConnection implements AutoCloseable {
    static final JsonMapper JSON = new JsonMapper();

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LONGEST_EVENT = 64 << 20;
    private static final int MOST_DIGITS = 10;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final URI api;
    private final InputStream events;
    private final String streamId;
    private volatile String frameworkId = "";

    private SchedulerConnection(URI server, ObjectNode framework) throws IOException, InterruptedException {
        api = server.resolve("/api/v1/scheduler");
        ObjectNode subscribe = JSON.createObjectNode().put("type", "SUBSCRIBE");
        subscribe.putObject("subscribe").set("framework_info", framework);
        HttpResponse<InputStream> answer =
                http.send(request(subscribe).build(), HttpResponse.BodyHandlers.ofInputStream());
        if (answer.statusCode() != 200) {
            try (InputStream body = answer.body()) {
                throw new IOException("The master answered " + answer.statusCode() + ": "
                        + new String(body.readNBytes(10_000), StandardCharsets.UTF_8));
            }
        }
        // Every later call names it, so that a master can tell this subscription from an earlier one.
        streamId = answer.headers().firstValue("Mesos-Stream-Id").orElse("");
        events = answer.body();
    }

    /** @param framework the message {@code FrameworkInfo} */
    static SchedulerConnection subscribe(URI server, ObjectNode framework) throws IOException, InterruptedException {
        return new SchedulerConnection(server, framework);
    }

    private HttpRequest.Builder request(ObjectNode call) {
        return HttpRequest.newBuilder(api)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(call)));
    }

    /** Hands over events, one after the other, until the stream ends. */
    void listen(Consumer<JsonNode> listener) throws IOException {
        for (Optional<byte[]> event = next(); event.isPresent(); event = next()) {
            JsonNode message = JSON.readTree(event.get());
            if (message.path("type").asString().equals("SUBSCRIBED")) {
                frameworkId = message.at("/subscribed/framework_id/value").asString();
            }
            listener.accept(message);
        }
    }

    /** RecordIO: the length in digits, a line feed, and as many bytes. */
    private Optional<byte[]> next() throws IOException {
        long length = 0;
        int digits = 0;
        for (int next = events.read(); next != '\n'; next = events.read()) {
            if (next < 0) {
                return Optional.empty();
            }
            if (next < '0' || next > '9' || ++digits > MOST_DIGITS) {
                throw new IOException("Got a length of an event that is no number; expected digits and a line feed");
            }
            length = 10 * length + (next - '0');
        }
        if (length > LONGEST_EVENT) {
            throw new IOException("Got an event of " + length + " bytes; expected at most " + LONGEST_EVENT);
        }
        return Optional.of(events.readNBytes((int) length));
    }

    /**
     * Makes a call.
     *
     * @param body what the field is set to that is named like the type, in small letters; nothing if it is empty
     */
    void call(String type, String field, ObjectNode body) throws IOException, InterruptedException {
        ObjectNode call = JSON.createObjectNode().put("type", type);
        call.putObject("framework_id").put("value", frameworkId);
        if (!body.isEmpty()) {
            call.set(field, body);
        }
        HttpResponse<String> answer = http.send(
                request(call)
                        .header("Mesos-Stream-Id", streamId)
                        .timeout(PATIENCE)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        // 202: taken in, and what becomes of it comes as an event.
        if (answer.statusCode() != 202) {
            throw new IOException(type + " was answered with " + answer.statusCode() + ": " + answer.body());
        }
    }

    String frameworkId() {
        return frameworkId;
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
