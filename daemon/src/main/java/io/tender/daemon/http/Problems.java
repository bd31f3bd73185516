package io.tender.daemon.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** How a refusal looks: plain words where Mesos gives plain words, JSON where everything is JSON. */
final class Problems {
    private static final JsonMapper JSON = new JsonMapper();

    private Problems() {}

    static void write(ServerRequest request, ServerResponse response, String message) {
        if (request.path().path().startsWith("/v1/")) {
            ObjectNode body = JSON.createObjectNode();
            body.put("status", response.status().code());
            body.put("error", message);
            response.header(HeaderNames.CONTENT_TYPE, "application/json").send(JSON.writeValueAsBytes(body));
        } else {
            response.header(HeaderNames.CONTENT_TYPE, "text/plain;charset=utf-8")
                    .send(message.getBytes(StandardCharsets.UTF_8));
        }
    }
}
