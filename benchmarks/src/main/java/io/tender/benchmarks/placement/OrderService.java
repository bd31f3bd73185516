package io.tender.benchmarks.placement;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A service that orders hosts by their free CPUs, the fullest first, equal ones as they came; on a thread of its own, over
 * the loopback.
 */
final class OrderService implements AutoCloseable {

    private static final String PATH = "/v1/offerset";
    private static final Comparator<Host> FULLEST_FIRST = Comparator.comparingDouble(Host::cpus);

    private final JsonFactory json = new JsonFactory();
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final AtomicLong answers = new AtomicLong();
    private final HttpServer server;

    private record Host(String name, double cpus) {}

    OrderService() throws IOException {
        // Else the server's two writes of an answer wait for each other, 40 ms each time.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(thread);
        server.createContext(PATH, this::answer);
        server.start();
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PATH);
    }

    /** How many orders it has given. */
    long answers() {
        return answers.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            List<Host> hosts = read(exchange.getRequestBody());
            hosts.sort(FULLEST_FIRST);
            byte[] body = write(hosts);
            // Before the answer is sent, so that whoever has it sees the count.
            answers.incrementAndGet();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private List<Host> read(InputStream body) throws IOException {
        List<Host> hosts = new ArrayList<>();
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), body.readAllBytes())) {
            String name = "";
            boolean within = false;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token != JsonToken.PROPERTY_NAME) {
                    continue;
                }
                switch (parser.currentName()) {
                    case "hosts" -> within = true;
                    case "name" -> name = parser.nextStringValue();
                    case "cpu" -> {
                        parser.nextToken();
                        if (within) {
                            hosts.add(new Host(name, parser.getDoubleValue()));
                        }
                    }
                    default -> {}
                }
            }
        }
        return hosts;
    }

    private byte[] write(List<Host> hosts) {
        ByteArrayOutputStream body = new ByteArrayOutputStream(32 * hosts.size() + 64);
        try (JsonGenerator generator = json.createGenerator(ObjectWriteContext.empty(), body)) {
            generator.writeStartObject();
            generator.writeStringProperty("error", "");
            generator.writeArrayPropertyStart("hosts");
            hosts.forEach(host -> generator.writeString(host.name()));
            generator.writeEndArray();
            generator.writeEndObject();
        }
        return body.toByteArray();
    }

    @Override
    public void close() {
        server.stop(0);
        thread.shutdownNow();
    }
}
