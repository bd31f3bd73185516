package io.tender.daemon.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.extender.http.Access;
import io.tender.extender.http.HttpServer;
import io.tender.extender.http.ServerSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What the server does with those who send a byte now and then, and with more of them than it takes. */
@Isolated // who is slow is cut by the clock, and who is not must not be
class SlowSendersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int MOST = 1_000;

    /** Silence alone would never end any of them within the test's patience. */
    private static final Duration LONG = Duration.ofMinutes(10);

    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch holding = new CountDownLatch(1);
    private HttpServer server = start(100, 100);

    private HttpServer start(int connections, int requests) {
        ServerSettings settings = new ServerSettings(
                "127.0.0.1",
                0,
                Optional.empty(),
                1 << 20,
                16 << 10,
                connections,
                requests,
                Duration.ofMillis(600),
                Duration.ofMillis(600),
                LONG,
                LONG,
                List.of());
        try {
            return HttpServer.start(
                    settings,
                    Access.open(),
                    List.of(routing -> routing.get("/look", (request, response) -> response.send("seen"))
                            .post(
                                    "/change",
                                    (request, response) ->
                                            response.send("got " + HttpServer.body(request, 1000).length))
                            .get("/hold", (request, response) -> {
                                holding.countDown();
                                await(held);
                                response.send("held");
                            })
                            .get("/tick", (request, response) -> tick(response.outputStream()))));
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** An answer that takes three times as long as a request may. */
    private static void tick(OutputStream out) {
        try (out) {
            for (int i = 0; i < 18; i++) {
                out.write('.');
                out.flush();
                Thread.sleep(100); // being slow is what it is for
            }
        } catch (IOException | InterruptedException broken) {
            throw new IllegalStateException(broken);
        }
    }

    @AfterEach
    void close() {
        held.countDown();
        server.close();
    }

    private RawClient connect() throws IOException {
        return new RawClient(server.port(), PATIENCE);
    }

    /** Sends a byte now and then until the connection is ended by the other side. */
    private static void dripUntilCut(RawClient client) throws Exception {
        for (int i = 0; i < MOST; i++) {
            try {
                client.send("a");
            } catch (IOException cut) {
                return;
            }
            Thread.sleep(20); // being slow is what it is for
        }
        throw new AssertionError("still connected after " + MOST + " bytes");
    }

    @Test
    void who_drips_the_first_line_is_cut() throws Exception {
        try (RawClient client = connect()) {
            client.send("GET /");
            dripUntilCut(client);
        }
    }

    @Test
    void who_drips_headers_is_cut() throws Exception {
        try (RawClient client = connect()) {
            client.send("GET /look HTTP/1.1\r\nHost: localhost\r\nX-Long: ");
            dripUntilCut(client);
        }
    }

    @Test
    void who_drips_headers_of_a_later_request_is_cut() throws Exception {
        try (RawClient client = connect()) {
            client.send("GET /look HTTP/1.1\r\nHost: localhost\r\n\r\n");
            client.readUntil("seen");
            client.send("GET /look HTTP/1.1\r\nHost: localhost\r\nX-Long: ");
            dripUntilCut(client);
        }
    }

    @Test
    void who_drips_a_body_is_cut() throws Exception {
        try (RawClient client = connect()) {
            client.send("POST /change HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n");
            dripUntilCut(client);
        }
    }

    @Test
    void who_drips_a_body_that_nobody_reads_is_cut() throws Exception {
        try (RawClient client = connect()) {
            client.send("POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n");
            dripUntilCut(client);
        }
    }

    @Test
    void who_says_nothing_at_all_is_cut() throws Exception {
        try (RawClient client = connect()) {
            assertThat(client.readToEnd()).isEmpty();
        }
    }

    @Test
    void who_is_answered_slowly_is_not_cut() throws Exception {
        try (RawClient client = connect()) {
            client.send("GET /tick HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            String answer = new String(client.readToEnd(), StandardCharsets.US_ASCII);
            assertThat(answer).endsWith("\r\n0\r\n\r\n");
            assertThat(answer.chars().filter(c -> c == '.').count()).isGreaterThanOrEqualTo(18);
        }
    }

    @Test
    void who_would_rather_speak_another_version_is_answered_in_this_one() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(server.address()).resolve("/look"))
                            .version(HttpClient.Version.HTTP_2)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.body()).isEqualTo("seen");
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        }
    }

    @Test
    void no_more_connections_are_served_than_allowed() throws Exception {
        server.close();
        server = start(2, 100);
        try (RawClient first = connect();
                RawClient second = connect();
                RawClient third = new RawClient(server.port(), Duration.ofMillis(200))) {
            first.send("GET /look HTTP/1.1\r\nHost: localhost\r\n\r\n");
            first.readUntil("seen");
            second.send("GET /look HTTP/1.1\r\nHost: localhost\r\n\r\n");
            second.readUntil("seen");
            third.send("GET /look HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThatThrownBy(third::read).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void no_more_requests_are_worked_on_than_allowed() throws Exception {
        server.close();
        server = start(100, 1);
        try (RawClient first = connect();
                RawClient second = connect()) {
            first.send("GET /hold HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            await(holding);
            second.send("GET /look HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            String refused = new String(second.readToEnd(), StandardCharsets.UTF_8);
            assertThat(refused).startsWith("HTTP/1.1 503").contains("Retry-After:", "Too Many");
            held.countDown();
            assertThat(new String(first.readToEnd(), StandardCharsets.UTF_8)).endsWith("held");
        }
    }
}
