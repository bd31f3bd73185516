package io.tender.testkit.batch;

import io.tender.testkit.services.LoopbackHttp;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * An extender with one rule, that it can be asked about in every way there is: at most three tasks of a size on a node, and a
 * score that jumps about with what is used there.
 */
final class RuleExtender implements AutoCloseable {
    private static final int MOST_OF_A_SIZE = 3;

    private final AtomicInteger calls = new AtomicInteger();
    private final LoopbackHttp server = new LoopbackHttp("rule-extender", this::handle);

    String url() {
        return "http://127.0.0.1:" + server.port();
    }

    int calls() {
        return calls.get();
    }

    private boolean handle(LoopbackHttp.Request request, Socket connection) throws IOException {
        calls.incrementAndGet();
        // JSON is YAML.
        Object body = Objects.requireNonNull(new Load(LoadSettings.builder().build()).loadFromString(request.body()));
        byte[] answer = answer(request.path(), map(body)).getBytes(StandardCharsets.UTF_8);
        LoopbackHttp.answer(connection.getOutputStream(), 200, "", answer);
        return true;
    }

    private static String answer(String path, Map<?, ?> asked) {
        Rule rule = new Rule(map(in(asked, "task")));
        return switch (path) {
            case "/predicate" -> "{" + rule.verdict(map(in(asked, "node")), 0) + "}";
            case "/prioritize" ->
                "{\"nodeScore\":{" + each(asked, node -> Integer.toString(rule.score(node, 0))) + "}}";
            case "/batch" -> "{\"nodes\":{" + each(asked, node -> "{" + rule.verdict(node, 0) + "}") + "}}";
            case "/scored" -> "{\"nodes\":{" + each(asked, node -> rule.scored(node, ahead(asked))) + "}}";
            default -> throw new IllegalArgumentException(path);
        };
    }

    private static int ahead(Map<?, ?> asked) {
        return asked.get("ahead") instanceof Integer ahead ? ahead : 0;
    }

    private static Map<?, ?> map(Object value) {
        return (Map<?, ?>) value;
    }

    private static Object in(Map<?, ?> map, String key) {
        return Objects.requireNonNull(map.get(key), key);
    }

    private static double cpu(Map<?, ?> of, String amounts) {
        return ((Number) in(map(in(of, amounts)), "cpu")).doubleValue();
    }

    /** Says something of a node. */
    @FunctionalInterface
    private interface Saying {
        String of(Map<?, ?> node);
    }

    private static String each(Map<?, ?> asked, Saying saying) {
        StringBuilder said = new StringBuilder();
        for (Object node : (List<?>) in(asked, "nodes")) {
            said.append(said.isEmpty() ? "" : ",")
                    .append(String.format(Locale.ROOT, "\"%s\":%s", map(node).get("name"), saying.of(map(node))));
        }
        return said.toString();
    }

    /** What is said of nodes for one task, with so many more of its kind on them. */
    private record Rule(Map<?, ?> task) {

        String verdict(Map<?, ?> node, int more) {
            long same = more
                    + ((List<?>) in(node, "tasks"))
                            .stream()
                                    .filter(one -> cpu(map(one), "resources") == cpu(task, "resources"))
                                    .count();
            return same < MOST_OF_A_SIZE ? "\"code\":0" : "\"code\":2,\"errorMessage\":\"enough of that size\"";
        }

        int score(Map<?, ?> node, int more) {
            double used = cpu(node, "used") + more * cpu(task, "resources");
            return (int) (used * 7 + cpu(node, "allocatable") * 3) % 11 * 10;
        }

        String scored(Map<?, ?> node, int ahead) {
            StringBuilder answer = new StringBuilder("{" + state(node, 0));
            for (int more = 1; more <= ahead; more++) {
                answer.append(more == 1 ? ",\"ahead\":[{" : ",{")
                        .append(state(node, more))
                        .append(more == ahead ? "}]" : "}");
            }
            return answer + "}";
        }

        private String state(Map<?, ?> node, int more) {
            return verdict(node, more) + ",\"score\":" + score(node, more);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
