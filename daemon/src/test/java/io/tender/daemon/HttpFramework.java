package io.tender.daemon;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A framework as its author would write it: an HTTP client, JSON, and nothing of ours. */
public final class HttpFramework implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final long PATIENCE_SECONDS = 30;
    private static final String ENDED = "ENDED";

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(PATIENCE_SECONDS))
            .build();
    private final BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();
    private final List<JsonNode> passedOver = new ArrayList<>();
    private final URI api;
    private final String streamId;
    private final InputStream stream;
    private final String id;

    private HttpFramework(String address, String subscribe) throws IOException, InterruptedException {
        api = URI.create(address + "/api/v1/scheduler");
        HttpResponse<InputStream> response = client.send(
                HttpRequest.newBuilder(api)
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(subscribe))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            throw new IOException(
                    response.statusCode() + ": " + new String(response.body().readAllBytes(), StandardCharsets.UTF_8));
        }
        streamId = response.headers().firstValue("Mesos-Stream-Id").orElseThrow();
        stream = response.body();
        Thread.ofVirtual().start(this::read);
        try {
            id = await("SUBSCRIBED").at("/subscribed/framework_id/value").asString();
        } catch (IOException ended) {
            client.shutdownNow();
            throw ended;
        }
    }

    /** @param id of an earlier life, if there was one */
    public static HttpFramework subscribe(String address, Optional<String> id)
            throws IOException, InterruptedException {
        return subscribe(address, id, "test");
    }

    /**
     * @param id of an earlier life, if there was one
     * @throws IOException if the connection is refused, or ends before the subscription was acknowledged
     */
    public static HttpFramework subscribe(String address, Optional<String> id, String role)
            throws IOException, InterruptedException {
        String named = id.map(it -> "\"id\": {\"value\": \"" + it + "\"},").orElse("");
        String outer =
                id.map(it -> "\"framework_id\": {\"value\": \"" + it + "\"},").orElse("");
        return new HttpFramework(address, """
                {%s "type": "SUBSCRIBE", "subscribe": {"framework_info": {%s "user": "", "name": "%s",
                 "failover_timeout": 3600.0, "checkpoint": true, "roles": ["%s"],
                 "capabilities": [{"type": "MULTI_ROLE"}, {"type": "PARTITION_AWARE"}, {"type": "TASK_KILLING_STATE"},
                                  {"type": "RESERVATION_REFINEMENT"}]}}}
                """.formatted(outer, named, role, role));
    }

    public String id() {
        return id;
    }

    /** What every call but the first carries. */
    public String streamId() {
        return streamId;
    }

    private void read() {
        try {
            for (byte[] event = record(); event != null; event = record()) {
                events.add(JSON.readTree(event));
            }
            events.add(ended("the daemon closed it"));
        } catch (IOException | RuntimeException broken) {
            events.add(ended(broken.toString()));
        }
    }

    private static JsonNode ended(String why) {
        return JSON.createObjectNode().put("type", ENDED).put("why", why);
    }

    private byte @Nullable [] record() throws IOException {
        ByteArrayOutputStream length = new ByteArrayOutputStream();
        for (int next = stream.read(); next != '\n'; next = stream.read()) {
            if (next < 0) {
                return null;
            }
            length.write(next);
        }
        return stream.readNBytes(Integer.parseInt(length.toString(StandardCharsets.US_ASCII)));
    }

    /** The next event of that type; others are passed over. */
    public JsonNode await(String type) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            JsonNode event = next(Duration.ofNanos(end - System.nanoTime()))
                    .orElseThrow(() -> new AssertionError("no " + type + " came, only " + passedOver));
            if (event.path("type").asString().equals(type)) {
                return event;
            }
            passedOver.add(event);
        }
    }

    /**
     * The next event, if one comes within that time.
     *
     * @throws IOException if the stream has ended
     */
    public Optional<JsonNode> next(Duration within) throws IOException, InterruptedException {
        JsonNode event = events.poll(within.toMillis(), TimeUnit.MILLISECONDS);
        if (event != null && event.path("type").asString().equals(ENDED)) {
            events.add(event);
            throw new IOException("the stream has ended: " + event.path("why").asString());
        }
        return Optional.ofNullable(event);
    }

    /** Sends a call and returns the status of the answer. */
    public int call(String type, String body) throws IOException, InterruptedException {
        String call = "{\"framework_id\": {\"value\": \"%s\"}, \"type\": \"%s\", %s}".formatted(id, type, body);
        return client.send(
                        HttpRequest.newBuilder(api)
                                .header("Content-Type", "application/json")
                                .header("Mesos-Stream-Id", streamId)
                                .POST(HttpRequest.BodyPublishers.ofString(call))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    @Override
    public void close() throws IOException {
        stream.close();
        client.shutdownNow();
    }
}
