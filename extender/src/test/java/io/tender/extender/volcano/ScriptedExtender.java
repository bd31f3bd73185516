package io.tender.extender.volcano;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** An extender that answers as the test says, by path, and remembers what it was asked. */
final class ScriptedExtender implements AutoCloseable {
    /** What was asked. */
    record Asked(String path, Map<String, List<String>> headers, String body) {
        String header(String name) {
            return String.join(",", headers.getOrDefault(name, List.of()));
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final Map<String, Handler> script = new ConcurrentHashMap<>();

    /** Answers one request, of which the body was read. */
    @FunctionalInterface
    interface Handler {
        void answer(HttpExchange exchange, Asked asked) throws IOException;
    }

    ScriptedExtender() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
        HttpHandler handler = this::serve;
        server.setExecutor(threads);
        server.createContext("/", handler);
        server.start();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String path = exchange.getRequestURI().toString();
            Asked one = new Asked(path, Map.copyOf(exchange.getRequestHeaders()), body);
            asked.add(one);
            script.getOrDefault(path, (unknown, request) -> send(unknown, 404, "nobody is here"))
                    .answer(exchange, one);
        }
    }

    static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    ScriptedExtender on(String verb, Handler handler) {
        script.put("/base/" + verb, handler);
        return this;
    }

    ScriptedExtender on(String verb, String answer) {
        return on(verb, 200, answer);
    }

    ScriptedExtender on(String verb, int status, String answer) {
        return on(verb, (exchange, request) -> send(exchange, status, answer));
    }

    ScriptedExtender on(String verb, Function<Asked, String> answer) {
        return on(verb, (exchange, request) -> send(exchange, 200, answer.apply(request)));
    }

    /** Never answers. */
    ScriptedExtender hangingOn(String verb) {
        return on(verb, (exchange, request) -> {
            try {
                closing.await();
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        });
    }

    List<Asked> asked() {
        return asked;
    }

    List<Asked> asked(String verb) {
        return asked.stream().filter(one -> one.path().equals("/base/" + verb)).toList();
    }

    Asked only(String verb) {
        List<Asked> all = asked(verb);
        if (all.size() != 1) {
            throw new AssertionError("expected one request to " + verb + ", got " + all.size() + " of " + asked);
        }
        return all.getFirst();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/base";
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
