package io.tender.examples.extender;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tender.examples.extender.RackSpread.Node;
import io.tender.examples.extender.RackSpread.Task;
import io.tender.examples.extender.RackSpread.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Answers for {@link RackSpread} as an extender: {@code RackSpreadService --port 9191}, in the dialect documented. */
public final class RackSpreadService {
    record OneNode(Task task, Node node) {}

    record SomeNodes(Task task, List<Node> nodes) {}

    record OneTask(Task task) {}

    record SomeTasks(List<Task> tasks) {}

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private static final int LARGEST_REQUEST = 128 << 20;
    private static final int MOST_ON_ONE_MACHINE = 2;

    private final RackSpread policy = new RackSpread(MOST_ON_ONE_MACHINE);

    private RackSpreadService() {}

    private Object answer(String path, byte[] body) {
        return switch (path) {
            case "/predicate" -> {
                OneNode asked = JSON.readValue(body, OneNode.class);
                yield policy.fits(asked.task(), asked.node());
            }
            case "/batchPredicate" -> {
                SomeNodes asked = JSON.readValue(body, SomeNodes.class);
                Map<String, Verdict> verdicts = new TreeMap<>();
                asked.nodes().forEach(node -> verdicts.put(node.name(), policy.fits(asked.task(), node)));
                yield Map.of("nodes", verdicts);
            }
            case "/prioritize" -> {
                SomeNodes asked = JSON.readValue(body, SomeNodes.class);
                yield Map.of("nodeScore", policy.scores(asked.task(), asked.nodes()));
            }
            case "/allocateFunc" -> {
                policy.placed(JSON.readValue(body, OneTask.class).task());
                yield Verdict.YES;
            }
            case "/deallocateFunc" -> {
                policy.leaves(JSON.readValue(body, OneTask.class).task());
                yield Verdict.YES;
            }
            case "/commit" -> {
                JSON.readValue(body, SomeTasks.class).tasks().forEach(policy::placed);
                yield Map.of();
            }
            case "/abort" -> {
                JSON.readValue(body, SomeTasks.class).tasks().forEach(policy::leaves);
                yield Map.of();
            }
            default -> throw new IllegalArgumentException("there is no verb at " + path);
        };
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            int status = 200;
            Object answer;
            try {
                byte[] body = exchange.getRequestBody().readNBytes(LARGEST_REQUEST);
                answer = answer(exchange.getRequestURI().getPath(), body);
            } catch (JacksonException | IllegalArgumentException mistake) {
                status = 400;
                answer = Map.of("errorMessage", String.valueOf(mistake.getMessage()));
            }
            byte[] bytes = JSON.writeValueAsBytes(answer);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    public static void main(String[] args) throws IOException {
        int port = args.length == 2 && args[0].equals("--port") ? Integer.parseInt(args[1]) : 9191;
        // Without it the last bytes of an answer wait 40 ms for company.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
        server.createContext("/", new RackSpreadService()::handle);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
    }
}
