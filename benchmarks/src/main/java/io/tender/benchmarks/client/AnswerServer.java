package io.tender.benchmarks.client;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/** A program that answers at once, with 200 bytes of JSON. It ends when its standard input does. */
public final class AnswerServer {
    /** What it answers: a list of hosts, padded. */
    static final byte[] ANSWER = answer();

    private AnswerServer() {}

    private static byte[] answer() {
        StringBuilder json = new StringBuilder("{\"error\":\"\",\"hosts\":[\"agent-0000\"");
        for (int i = 1; json.length() < 185; i++) {
            json.append(",\"agent-%04d\"".formatted(i));
        }
        return json.append("]}").toString().getBytes(StandardCharsets.US_ASCII);
    }

    public static void main(String[] args) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 256);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody()
                        .skipNBytes(Long.parseLong(exchange.getRequestHeaders().getFirst("Content-Length")));
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, ANSWER.length);
                exchange.getResponseBody().write(ANSWER);
            }
        });
        server.start();
        System.out.println(server.getAddress().getPort());
        System.in.transferTo(java.io.OutputStream.nullOutputStream());
        System.exit(0);
    }
}
