package io.tender.daemon.proof;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls of a daemon's HTTP APIs by somebody who is no framework. */
final class Calls {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(50);

    /** One for all: it keeps connections, and a thread that would outlive each of many. */
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LONGEST)
            .build();

    private final String address;

    record Answer(int status, String body, Optional<String> retryAfter) {
        boolean isDone() {
            return status >= 200 && status < 300;
        }

        /** Whether nothing was done, for certain. */
        boolean isRefused() {
            return status >= 400 && status < 500;
        }

        JsonNode tree() {
            return JSON.readTree(body);
        }
    }

    Calls(String address) {
        this.address = address;
    }

    String address() {
        return address;
    }

    Answer send(String method, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> response = CLIENT.send(
                HttpRequest.newBuilder(URI.create(address + path))
                        .timeout(LONGEST)
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() == 503) {
            // As one who was told to come back later, though sooner than told.
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return new Answer(
                response.statusCode(), response.body(), response.headers().firstValue("Retry-After"));
    }

    /** An operator's order; apostrophes stand for quotation marks. */
    Answer order(String type, String body) throws IOException, InterruptedException {
        String call = "{'type': '%s', '%s': {%s}}".formatted(type, type.toLowerCase(Locale.ROOT), body);
        return send("POST", "/api/v1", call.replace('\'', '"'));
    }

    /** What an operator's question is answered with. */
    JsonNode ask(String type) throws IOException, InterruptedException {
        Answer answer = send("POST", "/api/v1", "{\"type\": \"" + type + "\"}");
        if (!answer.isDone()) {
            throw new AssertionError(type + " was answered with " + answer);
        }
        return answer.tree().path(type.toLowerCase(Locale.ROOT));
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        Answer answer = send("GET", path, "");
        if (!answer.isDone()) {
            throw new AssertionError("GET " + path + " was answered with " + answer);
        }
        return answer.tree();
    }
}
