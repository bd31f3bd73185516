package io.tender.extender.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** How a refusal looks: plain words where Mesos gives plain words, JSON where everything is JSON. */
final class Problems {
    private static final JsonFactory JSON = new JsonFactory();

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
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), body)) {
            json.writeStartObject();
            json.writeNumberProperty("status", status);
            json.writeStringProperty("error", message);
            json.writeEndObject();
        }
        return body.toByteArray();
    }

    private static boolean isJson(String path) {
        return path.startsWith("/v1/");
    }
}
