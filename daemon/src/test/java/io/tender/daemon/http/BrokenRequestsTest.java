package io.tender.daemon.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.http.Access;
import io.tender.extender.http.HttpServer;
import io.tender.extender.http.ServerSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no sound HTTP is the sender's mistake, and the sender is told. */
class BrokenRequestsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.start(
                ServerSettings.local(0),
                Access.open(),
                List.of(routing -> routing.post(
                        "/v1/change",
                        (request, response) -> response.send("got " + HttpServer.body(request, 1000).length))));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String answer(String request) throws IOException {
        try (RawClient client = new RawClient(server.port(), PATIENCE)) {
            client.send(request);
            client.endSending();
            return new String(client.readToEnd(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 10\r\n\r\nabc",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nab",
                "Transfer-Encoding: chunked\r\n\r\nzz\r\nab",
                "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n",
                "X-Broken-Off: he"
            })
    void a_request_that_breaks_off_is_a_bad_one(String rest) throws IOException {
        assertThat(answer("POST /v1/change HTTP/1.1\r\nHost: localhost\r\n" + rest))
                .startsWith("HTTP/1.1 400")
                .doesNotEndWith("\r\n\r\n");
    }

    @Test
    void a_client_that_wants_to_end_the_connection_need_not_do_it_itself() throws IOException {
        try (RawClient client = new RawClient(server.port(), PATIENCE)) {
            client.send(
                    "POST /v1/change HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nConnection: close\r\n\r\na");
            assertThat(new String(client.readToEnd(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("got 1");
        }
    }
}
