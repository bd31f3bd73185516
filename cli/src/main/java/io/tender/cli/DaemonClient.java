package io.tender.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks a daemon over HTTP; what it refuses becomes a {@link UserError} in its own words. */
final class DaemonClient implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final URI server;
    private final Optional<String> token;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(5))
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    DaemonClient(URI server, Optional<String> token) {
        this.server = server;
        this.token = token;
    }

    /** A name as part of a path. */
    static String part(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    JsonNode get(String path) {
        return json(send("GET", path, "", ""));
    }

    JsonNode delete(String path) {
        return json(send("DELETE", path, "", ""));
    }

    JsonNode post(String path, String type, String body) {
        return json(send("POST", path, type, body));
    }

    /** One call of the operator API; what it answers may be nothing. */
    JsonNode call(JsonNode call) {
        HttpResponse<byte[]> answer = send("POST", "/api/v1", "application/json", JSON.writeValueAsString(call));
        return answer.body().length == 0 ? JSON.createObjectNode() : json(answer);
    }

    /** An answer of any kind, with its headers. */
    HttpResponse<byte[]> raw(String path) {
        return send("GET", path, "", "");
    }

    private HttpResponse<byte[]> send(String method, String path, String type, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path))
                .timeout(PATIENCE)
                .header("Accept", "application/json, text/plain;q=0.5")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!type.isEmpty()) {
            request.header("Content-Type", type);
        }
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        try {
            HttpResponse<byte[]> answer = http.send(request.build(), BodyHandlers.ofByteArray());
            if (answer.statusCode() >= 300) {
                throw refusal(answer);
            }
            return answer;
        } catch (ConnectException nobody) {
            throw UserError.environment("Nobody answers at " + server + ".")
                    .expected("a daemon that listens there")
                    .toDo("start one with 'tender serve', or name another with --server or TENDER_SERVER");
        } catch (IOException broken) {
            throw UserError.environment("The daemon at " + server + " did not answer.")
                    .got(broken.toString());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw UserError.environment("Stopped while waiting for the daemon.");
        }
    }

    private static UserError refusal(HttpResponse<byte[]> answer) {
        String text = new String(answer.body(), StandardCharsets.UTF_8).strip();
        String said = words(text);
        String message = said.isEmpty() ? "The daemon answered with status " + answer.statusCode() + "." : said;
        return answer.statusCode() >= 500 ? UserError.environment(message) : UserError.refused(message);
    }

    /** What an answer says in JSON, or in plain words as the operator API does. */
    private static String words(String text) {
        try {
            return JSON.readTree(text).path("error").asString(text);
        } catch (JacksonException plain) {
            return text;
        }
    }

    private JsonNode json(HttpResponse<byte[]> answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (JacksonException noJson) {
            throw UserError.environment("What answers at " + server + " is no daemon of tender.")
                    .got(String.valueOf(noJson.getOriginalMessage()));
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
