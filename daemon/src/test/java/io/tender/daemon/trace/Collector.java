package io.tender.daemon.trace;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Takes spans over OTLP/HTTP on a port of this machine, and may hang while it does. */
public final class Collector implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<SentSpan> spans = new CopyOnWriteArrayList<>();
    private final List<Map<String, List<String>>> headers = new CopyOnWriteArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private final boolean hangs;

    /** @param hangs whether it takes requests and never answers */
    public Collector(boolean hangs) throws IOException {
        this.hangs = hangs;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            headers.add(Map.copyOf(exchange.getRequestHeaders()));
            if (hangs) {
                released.await();
            }
            spans.addAll(SentSpan.all(body));
            exchange.sendResponseHeaders(200, -1);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces";
    }

    public List<SentSpan> spans() {
        return List.copyOf(spans);
    }

    /** Of all requests so far. */
    public List<Map<String, List<String>>> headers() {
        return List.copyOf(headers);
    }

    @Override
    public void close() {
        released.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
