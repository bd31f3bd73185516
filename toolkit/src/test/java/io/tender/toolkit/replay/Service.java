package io.tender.toolkit.replay;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A service with one answer per path; anything else is 404. */
final class Service implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> targets = new CopyOnWriteArrayList<>();

    Service() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(path + " " + body);
            targets.add(exchange.getRequestURI().toString());
            byte[] answer = answers.getOrDefault(path, "no such verb").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answers.containsKey(path) ? 200 : 404, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    Service answering(String path, String answer) {
        answers.put(path, answer);
        return this;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Paths and bodies in the order they came. */
    List<String> asked() {
        return asked;
    }

    /** What the request lines asked for, queries included. */
    List<String> targets() {
        return targets;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
