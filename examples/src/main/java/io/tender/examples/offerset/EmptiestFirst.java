package io.tender.examples.offerset;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Orders offers so that the machine with the most free CPUs is tried first: {@code EmptiestFirst --port 9090}. */
public final class EmptiestFirst {
    record Amounts(double cpu, double memory, double disk) {}

    record Host(String name, Amounts offer) {
        Host {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(offer, "offer");
        }
    }

    record Question(String jobKey, Amounts request, List<Host> hosts) {
        Question {
            hosts = List.copyOf(hosts);
        }
    }

    record Answer(String error, List<String> hosts) {}

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private static final int LARGEST_REQUEST = 32 << 20;

    private EmptiestFirst() {}

    /** The whole policy. Equal machines stay in the order in which they were sent. */
    static Answer order(Question question) {
        return new Answer(
                "",
                question.hosts().stream()
                        .sorted(Comparator.comparingDouble(
                                (Host host) -> -host.offer().cpu()))
                        .map(Host::name)
                        .toList());
    }

    private static void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer = answer(exchange.getRequestBody().readNBytes(LARGEST_REQUEST));
            byte[] bytes = JSON.writeValueAsBytes(answer);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static Answer answer(byte[] body) {
        try {
            Question question = JSON.readValue(body, Question.class);
            return question == null ? unreadable("null") : order(question);
        } catch (JacksonException noQuestion) {
            return unreadable(noQuestion.getOriginalMessage());
        }
    }

    private static Answer unreadable(String why) {
        return new Answer("the request is no question: " + why, List.of());
    }

    public static void main(String[] args) throws IOException {
        int port = args.length == 2 && args[0].equals("--port") ? Integer.parseInt(args[1]) : 9090;
        // Without it the last bytes of an answer wait 40 ms for company.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
        server.createContext("/v1/offerset", EmptiestFirst::handle);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        System.out.println("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/offerset");
    }
}
