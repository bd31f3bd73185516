package io.tender.extender.client;

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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server of the JDK's, with answers written by the test. */
final class FakeExtender implements AutoCloseable {
    /** What was asked; the body with one character per byte. */
    record Asked(String method, String path, Map<String, List<String>> headers, String latin1) {
        byte[] body() {
            return latin1.getBytes(StandardCharsets.ISO_8859_1);
        }

        String header(String name) {
            return String.join(",", headers.getOrDefault(name, List.of()));
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private volatile HttpHandler handler;

    FakeExtender(HttpHandler handler) {
        this.handler = handler;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            asked.add(new Asked(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    new String(body, StandardCharsets.ISO_8859_1)));
            handler.handle(exchange);
        }
    }

    static HttpHandler answering(int status, String body) {
        return exchange -> answer(exchange, status, body.getBytes(StandardCharsets.UTF_8));
    }

    static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    void now(HttpHandler next) {
        handler = next;
    }

    List<Asked> asked() {
        return asked;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/base";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
