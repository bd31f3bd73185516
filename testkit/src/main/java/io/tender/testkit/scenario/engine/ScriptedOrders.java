package io.tender.testkit.scenario.engine;

import io.tender.testkit.scenario.step.Conduct;
import io.tender.testkit.services.OrderRequestBody;
import io.tender.testkit.services.OrderService;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** Does with the requests to an offer-set service what the scenario says, one after the other. */
final class ScriptedOrders implements OrderService.Handler {
    private static final String JSON = "Content-Type: application/json\r\n";
    private static final Duration DRIP = Duration.ofMillis(20);

    private final ArrayDeque<Conduct> script = new ArrayDeque<>();
    private final AtomicReference<Duration> late = new AtomicReference<>(Duration.ZERO);

    ScriptedOrders() {
        behave(List.of(Conduct.of(new Conduct.ByRule(Conduct.Rule.AS_ASKED))));
    }

    void behave(List<Conduct> conducts) {
        synchronized (script) {
            script.clear();
            script.addAll(conducts);
        }
    }

    /** By how much the answer to the request of the last call is late for the scheduler; nothing, if there was none. */
    Duration takeLate() {
        return late.getAndSet(Duration.ZERO);
    }

    private Conduct next() {
        synchronized (script) {
            return script.size() > 1 ? script.remove() : script.element();
        }
    }

    @Override
    public boolean handle(OrderRequestBody request, Socket connection) throws IOException {
        Conduct conduct = next();
        late.set(conduct.late());
        if (!conduct.delay().isZero()) {
            OrderService.rest(conduct.delay());
        }
        OutputStream out = connection.getOutputStream();
        switch (conduct.reaction()) {
            case Conduct.Order order -> answer(out, order.error(), order.hosts());
            case Conduct.ByRule rule -> answer(out, "", ordered(request, rule.rule()));
            case Conduct.Raw raw ->
                OrderService.answer(
                        out, raw.status(), headers(raw.headers()), raw.body().getBytes(StandardCharsets.UTF_8));
            case Conduct.Failing failing -> {
                fail(failing.failure(), request, connection);
                return false;
            }
        }
        return true;
    }

    private static void answer(OutputStream out, String error, List<String> hosts) throws IOException {
        OrderService.answer(out, 200, JSON, body(error, hosts).getBytes(StandardCharsets.UTF_8));
    }

    private static String body(String error, List<String> hosts) {
        return "{\"error\":" + quoted(error) + ",\"hosts\":["
                + hosts.stream().map(ScriptedOrders::quoted).collect(Collectors.joining(",")) + "]}";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private static String headers(Map<String, String> headers) {
        StringBuilder lines = new StringBuilder();
        headers.forEach((name, value) -> lines.append(name + ": " + value + "\r\n"));
        return lines.toString();
    }

    private static List<String> ordered(OrderRequestBody request, Conduct.Rule rule) {
        Comparator<OrderRequestBody.Host> cpus =
                Comparator.comparingDouble(host -> host.offer().getOrDefault("cpu", 0.0));
        return switch (rule) {
            case AS_ASKED -> request.names();
            case REVERSED -> request.names().reversed();
            case MOST_FREE_CPUS -> names(request, cpus.reversed());
            case LEAST_FREE_CPUS -> names(request, cpus);
            case BY_NAME -> names(request, Comparator.comparing(OrderRequestBody.Host::name));
        };
    }

    private static List<String> names(OrderRequestBody request, Comparator<OrderRequestBody.Host> order) {
        return request.hosts().stream()
                .sorted(order)
                .map(OrderRequestBody.Host::name)
                .toList();
    }

    private static void fail(Conduct.Failure failure, OrderRequestBody request, Socket connection) throws IOException {
        byte[] body = body("", request.names()).getBytes(StandardCharsets.UTF_8);
        OutputStream out = connection.getOutputStream();
        byte[] head = ("HTTP/1.1 200 Said\r\n" + JSON + "Content-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        switch (failure) {
            case HANG -> untilTheClientLeaves(connection.getInputStream());
            case HANG_AFTER_HEAD -> {
                out.write(head);
                out.flush();
                untilTheClientLeaves(connection.getInputStream());
            }
            case STOP -> {
                out.write(head);
                out.write(body, 0, body.length / 2);
                out.flush();
            }
            case CLOSE -> {}
            case RESET -> connection.setSoLinger(true, 0);
            case DRIP -> {
                for (byte one : head) {
                    drip(out, one);
                }
                for (byte one : body) {
                    drip(out, one);
                }
            }
        }
    }

    private static void drip(OutputStream out, byte one) throws IOException {
        out.write(one);
        out.flush();
        OrderService.rest(DRIP);
    }

    private static void untilTheClientLeaves(InputStream in) throws IOException {
        while (in.read() >= 0) {
            // What it still sends is of no interest.
        }
    }
}
