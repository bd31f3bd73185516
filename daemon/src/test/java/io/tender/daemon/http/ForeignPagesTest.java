package io.tender.daemon.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.http.Access;
import io.tender.extender.http.Caller;
import io.tender.extender.http.HttpServer;
import io.tender.extender.http.Permission;
import io.tender.extender.http.ServerSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a browser sends, byte by byte, as any page can have it do. */
class ForeignPagesTest {
    private static final Access BY_TOKEN =
            Access.of(List.of(new Access.Entry.Token(Access.sha256("secret"), Caller.local())));

    private final AtomicInteger orders = new AtomicInteger();
    private HttpServer server = start(Access.open(), List.of());

    private HttpServer start(Access access, List<String> hosts) {
        ServerSettings usual = ServerSettings.local(0);
        ServerSettings settings = new ServerSettings(
                usual.host(),
                usual.port(),
                usual.tls(),
                usual.mostBodyBytes(),
                usual.mostHeaderBytes(),
                usual.mostConnections(),
                usual.mostRequests(),
                usual.head(),
                usual.body(),
                usual.silence(),
                usual.idle(),
                hosts);
        try {
            return HttpServer.start(
                    settings,
                    access,
                    List.of(routing -> routing.get("/healthz", (request, response) -> response.send("ok"))
                            .get("/v1/jobs", (request, response) -> response.send("seen"))
                            .post("/v1/apply", (request, response) -> {
                                HttpServer.allowed(request, Permission.OPERATOR);
                                orders.incrementAndGet();
                                response.send("done");
                            })));
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void restart(Access access, String... hosts) {
        server.close();
        server = start(access, List.of(hosts));
    }

    @AfterEach
    void close() {
        server.close();
    }

    /** The whole answer to a request with these headers; {@code PORT} in them is the server's. */
    private String send(String line, String... headers) throws IOException {
        StringBuilder request = new StringBuilder(line).append(" HTTP/1.1\r\n");
        for (String header : headers) {
            request.append(header.replace("PORT", Integer.toString(server.port())))
                    .append("\r\n");
        }
        request.append("Content-Length: 0\r\nConnection: close\r\n\r\n");
        try (RawClient client = new RawClient(server.port(), Duration.ofSeconds(30))) {
            client.send(request.toString());
            return new String(client.readToEnd(), StandardCharsets.UTF_8);
        }
    }

    private void assertRefused(String answer, String... words) {
        assertThat(answer)
                .startsWith("HTTP/1.1 403")
                .contains("Got:", "Expected:", "To do:")
                .contains(words);
        assertThat(orders).hasValue(0);
    }

    private static void assertDone(String answer) {
        assertThat(answer).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example", "http://127.0.0.1:3000", "http://localhost:3000", "null"})
    void a_page_of_somebody_else_cannot_apply_a_job(String origin) throws IOException {
        assertRefused(
                send("POST /v1/apply", "Host: 127.0.0.1:PORT", "Origin: " + origin, "Content-Type: text/plain"),
                origin);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site"})
    void nor_one_whose_browser_says_only_that_it_is_from_elsewhere(String site) throws IOException {
        assertRefused(send("POST /v1/apply", "Host: localhost:PORT", "Sec-Fetch-Site: " + site), site);
        assertDone(send("GET /v1/jobs", "Host: localhost:PORT", "Sec-Fetch-Site: " + site));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"evil.example", "evil.example:PORT", "127.0.0.1.evil.example", "localhost.evil.example:PORT"})
    void nor_one_that_has_a_name_of_its_own_lead_here(String host) throws IOException {
        assertRefused(
                send("POST /v1/apply", "Host: " + host, "Origin: http://" + host, "Sec-Fetch-Site: same-origin"),
                "http.hosts");
        assertRefused(send("GET /v1/jobs", "Host: " + host), "http.hosts");
        assertDone(send("GET /healthz", "Host: " + host));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1:PORT",
                "127.0.0.1",
                "localhost:PORT",
                "LocalHost",
                "[::1]:PORT",
                "10.1.2.3:80",
                "x.localhost"
            })
    void programs_ask_by_an_address_or_as_this_machine(String host) throws IOException {
        assertDone(send("POST /v1/apply", "Host: " + host));
        assertDone(send("POST /v1/apply", "Host: " + host, "Sec-Fetch-Site: none"));
    }

    @Test
    void a_page_of_this_server_may_call_it() throws IOException {
        assertDone(send(
                "POST /v1/apply",
                "Host: localhost:PORT",
                "Origin: http://localhost:PORT",
                "Sec-Fetch-Site: same-origin"));
    }

    @Test
    void a_proxy_may_give_it_a_name_that_the_settings_know() throws IOException {
        restart(Access.open(), "Tender.Example");
        assertDone(send("POST /v1/apply", "Host: tender.example"));
        assertDone(send("POST /v1/apply", "Host: tender.example:8443", "Origin: https://tender.example:8443"));
        assertDone(send(
                "POST /v1/apply",
                "Host: 127.0.0.1:PORT",
                "Origin: https://tender.example",
                "Sec-Fetch-Site: same-origin"));
        orders.set(0);
        assertRefused(send("POST /v1/apply", "Host: other.example"), "other.example");
        assertRefused(send("POST /v1/apply", "Host: tender.example", "Origin: https://evil.example"), "evil.example");
    }

    @Test
    void who_takes_any_name_still_takes_no_foreign_page() throws IOException {
        restart(Access.open(), ServerSettings.ANY_HOST);
        assertDone(send("POST /v1/apply", "Host: whatever.example"));
        orders.set(0);
        assertRefused(send("POST /v1/apply", "Host: whatever.example", "Origin: https://evil.example"), "evil.example");
    }

    @Test
    void who_has_a_token_may_know_the_server_by_any_name_but_no_page_may_use_a_certificate() throws IOException {
        restart(BY_TOKEN);
        assertDone(send("POST /v1/apply", "Host: tender.example", "Authorization: Bearer secret"));
        orders.set(0);
        assertRefused(
                send(
                        "POST /v1/apply",
                        "Host: tender.example",
                        "Authorization: Bearer secret",
                        "Origin: https://evil.example"),
                "evil.example");
    }
}
