package io.tender.testkit.services;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An offer-set service in this process whose every tenth answers are each wrong in a way of their own, until it is calmed. */
final class MoodyService implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("\"name\":\"([^\"]+)\"");

    private final HttpServer server;
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean calm;

    MoodyService() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException noPort) {
            throw new IllegalStateException("cannot listen on the loopback", noPort);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/offerset";
    }

    int asked() {
        return asked.get();
    }

    void calm() {
        calm = true;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String question = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        List<String> hosts = new ArrayList<>();
        for (Matcher name = NAME.matcher(question); name.find(); ) {
            hosts.add(name.group(1));
        }
        int mood = calm ? 0 : asked.get() % 10;
        asked.incrementAndGet();
        switch (mood) {
            case 1 -> send(exchange, 500, "out of order");
            case 2 -> send(exchange, 200, order(List.of()));
            case 3 -> {
                hosts.addAll(0, List.of("nowhere", hosts.getLast()));
                send(exchange, 200, order(hosts));
            }
            case 4 -> send(exchange, 200, order(hosts.reversed()));
            case 5 -> send(exchange, 200, "{\"error\":\"\",\"hosts\":[");
            case 6 -> send(exchange, 200, "{\"error\":\"busy\",\"hosts\":[]}");
            case 7 -> exchange.close();
            case 8 -> send(exchange, 200, order(hosts.subList(0, (hosts.size() + 1) / 2)));
            default -> send(exchange, 200, order(hosts));
        }
    }

    private static String order(List<String> hosts) {
        StringBuilder answer = new StringBuilder("{\"error\":\"\",\"hosts\":[");
        for (int i = 0; i < hosts.size(); i++) {
            answer.append(i == 0 ? "" : ",").append('"').append(hosts.get(i)).append('"');
        }
        return answer.append("]}").toString();
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
