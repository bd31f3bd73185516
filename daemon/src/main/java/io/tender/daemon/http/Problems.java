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
        String path = request.path().path();
        response.header(HeaderNames.CONTENT_TYPE, type(path))
                .send(body(path, response.status().code(), message));
    }

    static String type(String path) {
        return isJson(path) ? "application/json" : "text/plain;charset=utf-8";
    }

    static byte[] body(String path, int status, String message) {
        if (!isJson(path)) {
            return message.getBytes(StandardCharsets.UTF_8);
        }
        ObjectNode body = JSON.createObjectNode();
        body.put("status", status);
        body.put("error", message);
        return JSON.writeValueAsBytes(body);
    }

    private static boolean isJson(String path) {
        return path.startsWith("/v1/");
    }
}
