package io.tender.benchmarks.server;

import static io.tender.extender.server.Verdict.fits;
import static io.tender.extender.server.Verdict.never;

import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.tender.extender.server.ExtenderServer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A program with both servers: the SDK with a policy, and the bare HTTP server, which reads requests and sends back what it
 * was given before. It prints their ports, and ends when its standard input does.
 */
public final class ServerProgram {
    /** What the bare server answers is sent to it here first. */
    static final String TEACH = "/teach";

    /** Here it reads requests as JSON before it answers. */
    static final String PARSE = "/parse";

    private static final long MOST_BODY_BYTES = 64 << 20;
    private static final JsonFactory JSON = new JsonFactory();

    private ServerProgram() {}

    public static void main(String[] args) throws IOException {
        ExtenderServer ours = ExtenderServer.builder()
                .predicate((task, agent) -> agent.has("ssd") ? fits() : never("agent has no 'ssd' label"))
                .listen(0);
        ConcurrentMap<String, byte[]> answers = new ConcurrentHashMap<>();
        WebServer bare = WebServer.builder()
                .shutdownHook(false)
                .featuresDiscoverServices(false)
                .protocolsDiscoverServices(false)
                .host("127.0.0.1")
                .port(0)
                .maxPayloadSize(MOST_BODY_BYTES)
                .connectionOptions(options -> options.tcpNoDelay(true))
                .addProtocol(Http1Config.create())
                .addRouting(HttpRouting.builder()
                        .post(TEACH + "/{name}", (request, response) -> {
                            answers.put(
                                    request.path().pathParameters().get("name"),
                                    request.content().inputStream().readAllBytes());
                            response.send();
                        })
                        .post(PARSE + "/{name}", (request, response) -> {
                            parsed(request.content().inputStream().readAllBytes());
                            response.header("Content-Type", "application/json")
                                    .send(answers.get(
                                            request.path().pathParameters().get("name")));
                        })
                        .post("/{name}", (request, response) -> {
                            request.content().inputStream().readAllBytes();
                            response.header("Content-Type", "application/json")
                                    .send(answers.get(
                                            request.path().pathParameters().get("name")));
                        }))
                .build()
                .start();
        System.out.println(ours.port() + " " + bare.port());
        System.in.transferTo(OutputStream.nullOutputStream());
        System.exit(0);
    }

    /** What the policy of this benchmark needs to know of each thing, read as directly as that can be done. */
    private static List<Map<String, String>> parsed(byte[] body) {
        List<Map<String, String>> labels = new ArrayList<>();
        try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), body)) {
            for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
                if (token == JsonToken.VALUE_STRING && "name".equals(in.currentName())) {
                    labels.add(new HashMap<>(Map.of("name", in.getString())));
                } else if (token == JsonToken.START_OBJECT && "labels".equals(in.currentName())) {
                    for (String label = in.nextName(); label != null; label = in.nextName()) {
                        labels.getLast().put(label, in.nextStringValue());
                    }
                }
            }
        }
        return labels;
    }
}
