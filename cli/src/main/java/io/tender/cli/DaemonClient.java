package io.tender.cli;

import java.io.IOException;
import java.io.InputStream;
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
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks a daemon over HTTP; what it refuses becomes a {@link UserError} in its own words. */
public final class DaemonClient implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final String DURABLE = "Tender-Durable";
    private static final String HEARTBEAT = "Tender-Heartbeat";
    private static final int MISSED_BEATS = 4;

    /** Of a stream that does not say how often it is heard of. */
    private static final Duration USUAL_SILENCE = Duration.ofMinutes(5);

    private static final int NOT_THERE = 404;
    private static final int GONE = 410;
    private static final int UNKNOWN_CALLER = 401;
    private static final int FORBIDDEN = 403;
    private static final String ADVICE = "\n  to do:";
    private static final String ANOTHER = "name a daemon with --server or TENDER_SERVER";
    private static final int MOST_SAID = 64 << 10;

    private final URI server;
    private final Optional<String> token;
    private final HttpClient http;
    private final Consumer<String> notes;
    private boolean noted;

    public DaemonClient(URI server, Optional<String> token) {
        this(server, token, Optional.empty(), note -> {});
    }

    /**
     * @param tls whom to believe about the daemon's certificate, if not whom Java believes
     * @param notes what a person should know of answers, besides what they say
     */
    DaemonClient(URI server, Optional<String> token, Optional<SSLContext> tls, Consumer<String> notes) {
        this.server = server;
        this.notes = notes;
        this.token = token;
        HttpClient.Builder builder =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).version(HttpClient.Version.HTTP_1_1);
        tls.ifPresent(builder::sslContext);
        this.http = builder.build();
    }

    /** A name as part of a path. */
    static String part(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    public JsonNode get(String path) {
        return json(send("GET", path, "", ""));
    }

    public JsonNode delete(String path) {
        return json(send("DELETE", path, "", ""));
    }

    public JsonNode post(String path, String type, String body) {
        return json(send("POST", path, type, body));
    }

    /** One call of the operator API; what it answers may be nothing. */
    public JsonNode call(JsonNode call) {
        HttpResponse<byte[]> answer = send("POST", "/api/v1", "application/json", JSON.writeValueAsString(call));
        return answer.body().length == 0 ? JSON.createObjectNode() : json(answer);
    }

    /** An answer of any kind, with its headers. */
    public HttpResponse<byte[]> raw(String path) {
        return send("GET", path, "", "");
    }

    /** The same; empty if there is nothing at that path. */
    Optional<HttpResponse<byte[]>> rawIfThere(String path) {
        HttpResponse<byte[]> answer =
                exchange(request("GET", path, "", "").timeout(PATIENCE), BodyHandlers.ofByteArray());
        return answer.statusCode() == NOT_THERE ? Optional.empty() : Optional.of(checked(answer));
    }

    /** A stream of lines; empty if what it was to go on from is no longer known. To be closed. */
    Optional<LineStream> lines(String path) {
        HttpResponse<InputStream> answer = exchange(request("GET", path, "", ""), BodyHandlers.ofInputStream());
        if (answer.statusCode() == GONE || answer.statusCode() >= 300) {
            try (InputStream body = answer.body()) {
                byte[] said = body.readNBytes(MOST_SAID);
                if (answer.statusCode() == GONE) {
                    return Optional.empty();
                }
                throw refusal(answer.statusCode(), said);
            } catch (IOException broken) {
                throw silence(broken);
            }
        }
        return Optional.of(new LineStream(answer.body(), silence(answer)));
    }

    /** For how long a stream may say nothing, given how often it promises to. */
    private static Duration silence(HttpResponse<?> answer) {
        try {
            return answer.headers()
                    .firstValue(HEARTBEAT)
                    .map(seconds -> Duration.ofMillis((long) (MISSED_BEATS * 1000 * Double.parseDouble(seconds))))
                    .filter(Duration::isPositive)
                    .orElse(USUAL_SILENCE);
        } catch (NumberFormatException odd) {
            return USUAL_SILENCE;
        }
    }

    private HttpRequest.Builder request(String method, String path, String type, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path))
                .header("Accept", "application/json, text/plain;q=0.5")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!type.isEmpty()) {
            request.header("Content-Type", type);
        }
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        return request;
    }

    private HttpResponse<byte[]> send(String method, String path, String type, String body) {
        return checked(exchange(request(method, path, type, body).timeout(PATIENCE), BodyHandlers.ofByteArray()));
    }

    private HttpResponse<byte[]> checked(HttpResponse<byte[]> answer) {
        if (answer.statusCode() >= 300) {
            throw refusal(answer.statusCode(), answer.body());
        }
        if (!noted
                && answer.headers().firstValue(DURABLE).filter("false"::equals).isPresent()) {
            noted = true;
            notes.accept("The daemon's store fails at the moment: what is shown may not be durable yet.");
        }
        return answer;
    }

    private <T> HttpResponse<T> exchange(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
        try {
            return http.send(request.build(), handler);
        } catch (ConnectException nobody) {
            throw UserError.environment("Nobody answers at " + server + ".")
                    .expected("a daemon that listens there")
                    .toDo("start one with 'tender serve', or name another with --server or TENDER_SERVER");
        } catch (SSLHandshakeException stranger) {
            throw UserError.environment("What answers at " + server + " is not known to be the daemon.")
                    .got(String.valueOf(stranger.getMessage()))
                    .expected("a valid certificate for that host, signed by somebody who is believed")
                    .toDo("name the authority that signed the daemon's certificate with --ca or TENDER_CA");
        } catch (IOException broken) {
            throw silence(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw UserError.environment("Stopped while waiting for the daemon.")
                    .toDo("look whether it was done before you ask again");
        }
    }

    private UserError silence(IOException broken) {
        if (broken instanceof SSLException && "https".equals(server.getScheme())) {
            return UserError.environment("The daemon at " + server + " did not answer.")
                    .got(broken)
                    .expected("TLS, since the address begins with https://")
                    .toDo("say http:// in --server or TENDER_SERVER, if the daemon has no certificates (tls)");
        }
        UserError error = UserError.environment("The daemon at " + server + " did not answer.")
                .got(broken);
        // One that expects TLS answers plain words with an alert, which is no HTTP.
        boolean noHttp = String.valueOf(broken.getMessage()).contains("HTTP/1.1 status line");
        return noHttp && "http".equals(server.getScheme())
                ? error.expected("HTTP without TLS, since the address begins with http://")
                        .toDo("say https:// in --server or TENDER_SERVER, if the daemon has certificates (tls)")
                : error.expected("an answer over HTTP")
                        .toDo("see whether the daemon is well ('curl " + server + "/readyz', its log), then ask again");
    }

    private UserError refusal(int status, byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8).strip();
        String message = words(text);
        if (message.isEmpty() || message.startsWith("<")) {
            // A page for a browser, or nothing at all: every refusal of a daemon has words.
            return UserError.environment("What answers at " + server + " is no daemon of tender.")
                    .got("status " + status + (message.isEmpty() ? " without a word" : " with a page for browsers"))
                    .expected("a daemon of tender")
                    .toDo(ANOTHER);
        }
        if (status == FORBIDDEN) {
            return UserError.refused(withoutAdvice(message))
                    .toDo(
                            "ask as somebody who may: --token-file, or --certificate with --key; whoever runs the daemon gives"
                                    + " permissions (access in its settings)");
        }
        if (status == UNKNOWN_CALLER) {
            return UserError.refused(withoutAdvice(message))
                    .toDo(
                            "name the file with your token by --token-file, or with your certificate by --certificate and --key;"
                                    + " whoever runs the daemon gives them out");
        }
        if (status < 500) {
            return UserError.refused(message);
        }
        UserError failed = UserError.environment(message);
        return message.contains(ADVICE) ? failed : failed.toDo("ask again in a moment; the daemon's log says more");
    }

    /** What a program would do about it is nothing that can be typed here. */
    private static String withoutAdvice(String message) {
        int advice = message.indexOf(ADVICE);
        return advice < 0 ? message : message.substring(0, advice).stripTrailing();
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
                    .got(String.valueOf(noJson.getOriginalMessage()))
                    .expected("JSON, as a daemon answers")
                    .toDo(ANOTHER);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
