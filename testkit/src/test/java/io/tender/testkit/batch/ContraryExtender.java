package io.tender.testkit.batch;

import io.tender.testkit.services.LoopbackHttp;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Refuses every node, prefers the last one, spares every victim, admits nobody; and remembers which jobs it was asked about. */
final class ContraryExtender implements AutoCloseable {
    private final Set<String> jobs = new ConcurrentSkipListSet<>();
    private final LoopbackHttp server = new LoopbackHttp("contrary-extender", this::handle);

    String url() {
        return "http://127.0.0.1:" + server.port();
    }

    /** The jobs of all tasks it was asked about. */
    Set<String> jobs() {
        return new TreeSet<>(jobs);
    }

    private boolean handle(LoopbackHttp.Request request, Socket connection) throws IOException {
        // JSON is YAML.
        Map<?, ?> asked = (Map<?, ?>)
                Objects.requireNonNull(new Load(LoadSettings.builder().build()).loadFromString(request.body()));
        if (asked.get("task") instanceof Map<?, ?> task) {
            jobs.add(String.valueOf(task.get("job")));
        }
        byte[] answer = answer(request.path(), asked).getBytes(StandardCharsets.UTF_8);
        LoopbackHttp.answer(connection.getOutputStream(), 200, "", answer);
        return true;
    }

    private static String answer(String path, Map<?, ?> asked) {
        return switch (path) {
            case "/predicate" -> "{\"code\":2,\"errorMessage\":\"no\"}";
            case "/batch" -> "{\"nodes\":{" + each(asked, "{\"code\":2,\"errorMessage\":\"no\"}") + "}}";
            case "/prioritize" -> "{\"nodeScore\":{" + each(asked, "") + "}}";
            case "/evict" -> "{\"status\":1,\"victims\":[]}";
            case "/enqueue" -> "{\"status\":-1}";
            case "/ready" -> "{\"status\":false}";
            case "/overused" -> "{\"overused\":true}";
            default -> "{}";
        };
    }

    private static String each(Map<?, ?> asked, String verdict) {
        StringBuilder said = new StringBuilder();
        List<?> nodes = (List<?>) Objects.requireNonNull(asked.get("nodes"));
        for (int i = 0; i < nodes.size(); i++) {
            said.append(i == 0 ? "" : ",")
                    .append('"')
                    .append(((Map<?, ?>) nodes.get(i)).get("name"))
                    .append("\":")
                    .append(verdict.isEmpty() ? Integer.toString(1_000 * i) : verdict);
        }
        return said.toString();
    }

    @Override
    public void close() {
        server.close();
    }
}
