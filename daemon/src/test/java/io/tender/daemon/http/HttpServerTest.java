package io.tender.daemon.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.extender.http.Access;
import io.tender.extender.http.Caller;
import io.tender.extender.http.HttpProblem;
import io.tender.extender.http.HttpServer;
import io.tender.extender.http.Permission;
import io.tender.extender.http.ServerSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpServerTest {
    private static final Caller LOOKER = new Caller("looker", EnumSet.of(Permission.VIEWER), new TreeSet<>());
    private static final Caller OPERATOR = new Caller("operator", Set.of(Permission.OPERATOR), new TreeSet<>());

    private final HttpClient client = HttpClient.newHttpClient();
    private HttpServer server = start(Access.open());

    private static HttpServer start(Access access) {
        try {
            return HttpServer.start(
                    ServerSettings.local(0),
                    access,
                    List.of(routing -> routing.get("/healthz", (request, response) -> response.send("ok"))
                            .get("/v1/look", (request, response) -> {
                                HttpServer.allowed(request, Permission.VIEWER);
                                response.send("seen");
                            })
                            .post("/v1/change", (request, response) -> {
                                Caller caller = HttpServer.allowed(request, Permission.OPERATOR);
                                response.send(caller.name() + " sent " + HttpServer.body(request, 10).length);
                            })
                            .get("/busy", (request, response) -> {
                                throw HttpProblem.busy("too much is waiting", Duration.ofSeconds(3));
                            })));
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void restart(Access access) {
        server.close();
        server = start(access);
    }

    @AfterEach
    void close() {
        server.close();
        client.close();
    }

    private HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + path))
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void an_open_daemon_asks_nobody_who_they_are() throws IOException, InterruptedException {
        assertThat(post("/v1/change", "12345").body()).isEqualTo("local sent 5");
    }

    @Test
    void a_closed_daemon_wants_a_token_for_everything_but_its_health() throws IOException, InterruptedException {
        restart(Access.of(List.of(new Access.Entry.Token(Access.sha256("secret"), OPERATOR))));

        assertThat(get("/healthz").body()).isEqualTo("ok");
        assertThat(get("/v1/look").statusCode()).isEqualTo(401);
        assertThat(get("/v1/look").headers().firstValue("WWW-Authenticate")).isPresent();
        assertThat(get("/v1/look", "Authorization", "Bearer wrong").statusCode())
                .isEqualTo(401);
        assertThat(get("/v1/look", "Authorization", "bearer secret").body()).isEqualTo("seen");
    }

    @Test
    void a_viewer_may_look_and_not_touch() throws IOException, InterruptedException {
        restart(Access.of(List.of(new Access.Entry.Token(Access.sha256("v"), LOOKER))));

        assertThat(get("/v1/look", "Authorization", "Bearer v").statusCode()).isEqualTo(200);
        HttpResponse<String> refused = post("/v1/change", "1", "Authorization", "Bearer v");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("looker", "operator");
    }

    @Test
    void a_body_that_is_too_long_is_refused() throws IOException, InterruptedException {
        HttpResponse<String> refused = post("/v1/change", "12345678901");

        assertThat(refused.statusCode()).isEqualTo(413);
        assertThat(refused.body()).contains("\"error\"", "10 bytes");
    }

    @Test
    void a_busy_daemon_says_when_to_come_again() throws IOException, InterruptedException {
        HttpResponse<String> busy = get("/busy");

        assertThat(busy.statusCode()).isEqualTo(503);
        assertThat(busy.headers().firstValue("Retry-After")).contains("3");
        assertThat(busy.body()).isEqualTo("too much is waiting");
    }

    @Test
    void an_address_that_is_taken_is_named_without_pages_of_log() {
        ServerSettings taken = ServerSettings.local(server.port());
        List<LogRecord> logged = new ArrayList<>();
        Logger library = Logger.getLogger("io.helidon");
        Handler ear = new StreamHandler() {
            @Override
            public synchronized void publish(LogRecord line) {
                logged.add(line);
            }
        };
        library.addHandler(ear);
        try {
            assertThatThrownBy(() -> HttpServer.start(taken, Access.open(), List.of()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Cannot listen on 127.0.0.1:" + server.port());
        } finally {
            library.removeHandler(ear);
        }
        assertThat(logged).isEmpty();
    }

    @Test
    void a_hash_that_is_none_is_refused() {
        assertThatThrownBy(() -> new Access.Entry.Token("secret", OPERATOR))
                .hasMessageContaining("64 hexadecimal digits");
    }
}
