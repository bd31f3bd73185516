package io.tender.examples.framework;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The framework with a master that says what the test wants it to; the demo runs it with a real one. */
class ShortTasksTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final long PATIENCE_SECONDS = 60;
    private static final String LAST_EVENT = "";

    private final BlockingQueue<JsonNode> calls = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer master;

    @BeforeEach
    void start() throws IOException {
        master = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        master.createContext("/api/v1/scheduler", this::answer);
        master.setExecutor(threads);
        master.start();
    }

    @AfterEach
    void stop() {
        master.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonNode call = JSON.readTree(exchange.getRequestBody());
        calls.add(call);
        if (!call.path("type").asString().equals("SUBSCRIBE")) {
            assertThat(exchange.getRequestHeaders().getFirst("Mesos-Stream-Id")).isEqualTo("stream-1");
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
            return;
        }
        exchange.getResponseHeaders().set("Mesos-Stream-Id", "stream-1");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            for (String event = events.take(); !event.equals(LAST_EVENT); event = events.take()) {
                byte[] bytes = event.getBytes(StandardCharsets.UTF_8);
                out.write((bytes.length + "\n").getBytes(StandardCharsets.US_ASCII));
                out.write(bytes);
                out.flush();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private JsonNode call(String type) throws InterruptedException {
        JsonNode call = calls.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(call).as("a call of type %s", type).isNotNull();
        assertThat(call.path("type").asString()).as("%s", call).isEqualTo(type);
        return call;
    }

    private static String offer(String id, double cpus, String kind) {
        return """
                {"type": "OFFERS", "offers": {"offers": [{"id": {"value": "%s"}, "agent_id": {"value": "a-1"},
                  "attributes": [{"name": "kind", "type": "TEXT", "text": {"value": "%s"}}],
                  "resources": [{"name": "cpus", "type": "SCALAR", "scalar": {"value": %s}},
                                {"name": "mem", "type": "SCALAR", "scalar": {"value": 1024}}]}]}}
                """.formatted(id, kind, cpus);
    }

    private static String ended(String task) {
        return """
                {"type": "UPDATE", "update": {"status": {"task_id": {"value": "%s"}, "agent_id": {"value": "a-1"},
                  "state": "TASK_FINISHED", "uuid": "AAEC"}}}
                """.formatted(task);
    }

    @Test
    void it_takes_what_it_can_use_acknowledges_what_it_hears_and_leaves_when_all_is_done() throws Exception {
        Thread framework = Thread.ofPlatform().start(() -> {
            try {
                ShortTasks.run(
                        "--server",
                        "http://127.0.0.1:" + master.getAddress().getPort(),
                        "--tasks",
                        "3",
                        "--at-once",
                        "2",
                        "--cpus",
                        "1",
                        "--where",
                        "kind=fast");
            } catch (IOException | InterruptedException broken) {
                throw new IllegalStateException(broken);
            }
        });

        assertThat(call("SUBSCRIBE").at("/subscribe/framework_info/roles/0").asString())
                .isEqualTo("adhoc");
        events.add("{\"type\": \"SUBSCRIBED\", \"subscribed\": {\"framework_id\": {\"value\": \"f-1\"}}}");
        events.add(offer("o-1", 8, "slow"));
        JsonNode declined = call("DECLINE");
        assertThat(declined.at("/framework_id/value").asString()).isEqualTo("f-1");
        assertThat(declined.at("/decline/offer_ids/0/value").asString()).isEqualTo("o-1");
        assertThat(declined.at("/decline/filters/refuse_seconds").asDouble())
                .as("it will not suit later either")
                .isGreaterThan(60);

        events.add(offer("o-2", 8, "fast"));
        JsonNode tasks = call("ACCEPT").at("/accept/operations/0/launch/task_infos");
        assertThat(tasks).as("two at once").hasSize(2);
        assertThat(tasks.at("/0/resources/0/scalar/value").asDouble()).isEqualTo(1);

        events.add(ended("short-1"));
        assertThat(call("ACKNOWLEDGE").at("/acknowledge/uuid").asString()).isEqualTo("AAEC");
        events.add(offer("o-3", 0.5, "fast"));
        call("DECLINE");
        events.add(offer("o-4", 8, "fast"));
        assertThat(call("ACCEPT").at("/accept/operations/0/launch/task_infos"))
                .as("the one that is left")
                .hasSize(1);
        events.add(ended("short-2"));
        call("ACKNOWLEDGE");
        events.add(ended("short-2"));
        call("ACKNOWLEDGE");
        events.add(ended("short-3"));
        call("ACKNOWLEDGE");
        call("TEARDOWN");
        events.add(LAST_EVENT);
        framework.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        assertThat(framework.isAlive()).isFalse();
    }
}
