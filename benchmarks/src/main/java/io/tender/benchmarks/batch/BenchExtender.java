package io.tender.benchmarks.batch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** An extender that accepts every node and scores all alike; it reads the names it is asked about, and counts. */
final class BenchExtender implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final JsonFactory json = new JsonFactory();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    BenchExtender() throws IOException {
        // Without it the last bytes of an answer wait 40 ms for company.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.setExecutor(threads);
        server.createContext("/predicate", exchange -> answer(exchange, "{\"code\":0,\"errorMessage\":\"\"}", "", ""));
        server.createContext("/batch", exchange -> answer(exchange, "{\"nodes\":{", ":{\"code\":0}", "}}"));
        server.createContext("/prioritize", exchange -> answer(exchange, "{\"nodeScore\":{", ":50", "}}"));
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    long calls() {
        return calls.get();
    }

    long bytes() {
        return bytes.get();
    }

    private void answer(HttpExchange exchange, String begin, String each, String end) throws IOException {
        try (exchange;
                InputStream in = exchange.getRequestBody()) {
            byte[] request = in.readAllBytes();
            StringBuilder answer = new StringBuilder(begin);
            if (!each.isEmpty()) {
                String comma = "";
                for (String node : names(request)) {
                    answer.append(comma).append('"').append(node).append('"').append(each);
                    comma = ",";
                }
            }
            byte[] body = answer.append(end).toString().getBytes(StandardCharsets.UTF_8);
            calls.incrementAndGet();
            bytes.addAndGet(request.length + (long) body.length);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /** The names of the nodes, which stand two levels down. */
    private List<String> names(byte[] request) throws IOException {
        List<String> names = new ArrayList<>();
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), request)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean nodes = parser.currentName().equals("nodes");
                parser.nextToken();
                if (!nodes) {
                    parser.skipChildren();
                    continue;
                }
                while (parser.nextToken() == JsonToken.START_OBJECT) {
                    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                        boolean name = parser.currentName().equals("name");
                        parser.nextToken();
                        if (name) {
                            names.add(parser.getString());
                        } else {
                            parser.skipChildren();
                        }
                    }
                }
            }
        }
        return names;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
