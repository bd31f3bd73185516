package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.daemon.http.RawClient;
import io.tender.daemon.settings.Settings;
import io.tender.daemon.settings.SettingsException;
import io.tender.testkit.hostile.TestCertificates;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A daemon that others may reach: real certificates, and everybody is asked who they are. */
class TlsTest {
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private static Path folder;

    private static TestCertificates authority;
    private static TestCertificates stranger;

    @TempDir
    private Path store;

    private Daemon daemon;

    @BeforeAll
    static void certify() throws IOException {
        authority = TestCertificates.authority(folder, "authority");
        stranger = TestCertificates.authority(folder, "stranger");
        authority.signed(folder, "server");
        Files.writeString(folder.resolve("token"), TOKEN + "\n");
    }

    @BeforeEach
    void start() throws Exception {
        daemon = start("server");
    }

    private Daemon start(String certificate) throws Exception {
        return Daemon.start(
                Settings.read(
                        "tender.yaml", """
                listen: 127.0.0.1:0
                store: %s
                tls: {certificate: %s.pem, key: %s.key, clientCa: authority.pem}
                access:
                - {name: ops, permissions: [operator], tokenFile: token}
                - {name: looker, permissions: [viewer], certificate: looker}
                - {name: doer, permissions: [operator], certificate: doer}
                limits: {head: 1secs}
                agents:
                  local: {enabled: false}
                  simulated: {agents: [{count: 1, name: "sim-{n}", resources: "cpus:4;mem:4096"}]}
                """.formatted(store, certificate, certificate), folder, Settings.Given.NOTHING),
                "1.0");
    }

    @AfterEach
    void stop() {
        daemon.close();
    }

    private HttpResponse<String> send(SSLContext tls, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(daemon.address() + path)).timeout(PATIENCE);
        if (!body.isEmpty()) {
            request.POST(HttpRequest.BodyPublishers.ofString(body));
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try (HttpClient client = HttpClient.newBuilder().sslContext(tls).build()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private HttpResponse<String> look(SSLContext tls, String... headers) throws IOException, InterruptedException {
        return send(tls, "/v1/agents", "", headers);
    }

    private SSLContext client(String name) {
        return authority.signed(folder, name).clientContext(authority);
    }

    @Test
    void a_token_is_enough_and_nothing_is_not() throws Exception {
        assertThat(daemon.address()).startsWith("https://127.0.0.1:");
        assertThat(look(authority.trustingContext(), "Authorization", "Bearer " + TOKEN)
                        .body())
                .contains("sim-1");
        HttpResponse<String> refused = look(authority.trustingContext());
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).startsWith("{\"status\":401,\"error\":").contains("no credentials", "to do:");
    }

    @Test
    void the_name_in_a_certificate_says_what_its_owner_may_do() throws Exception {
        SSLContext looker = client("looker");
        assertThat(look(looker).statusCode()).isEqualTo(200);
        HttpResponse<String> refused = send(looker, "/v1/apply", "kind: Queue");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("looker", "operator");

        assertThat(send(client("doer"), "/v1/apply", """
                apiVersion: scheduling.volcano.sh/v1beta1
                kind: Queue
                metadata: {name: research}
                """).statusCode()).isEqualTo(200);
        assertThat(look(client("unheard-of")).statusCode()).isEqualTo(401);
    }

    @Test
    void a_certificate_of_another_authority_or_of_another_time_does_not_let_in() throws Exception {
        Path forgery = Files.createDirectory(folder.resolve("forgery"));
        SSLContext forged = stranger.signed(forgery, "looker").clientContext(authority);
        SSLContext expired = authority.signedLongAgo(forgery, "doer").clientContext(authority);

        // Most clients do not even show a certificate that the server says it does not believe.
        assertThat(look(forged).statusCode()).isEqualTo(401);
        assertThatThrownBy(() -> look(expired)).isInstanceOf(IOException.class);
    }

    @Test
    void a_client_sees_when_the_daemon_is_not_who_it_should_be() throws Exception {
        assertThatThrownBy(() -> look(stranger.trustingContext())).isInstanceOf(SSLHandshakeException.class);

        authority.signedLongAgo(folder, "old");
        daemon.close();
        daemon = start("old");
        assertThatThrownBy(() -> look(authority.trustingContext())).isInstanceOf(SSLHandshakeException.class);
    }

    @Test
    void plain_http_and_an_endless_handshake_are_cut_and_others_are_served() throws Exception {
        int port = URI.create(daemon.address()).getPort();
        try (RawClient plain = new RawClient(port, PATIENCE);
                RawClient silent = new RawClient(port, PATIENCE)) {
            silent.send(new byte[] {22, 3, 1});
            plain.send("GET /v1/agents HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(new String(plain.readToEnd(), StandardCharsets.ISO_8859_1))
                    .doesNotContain("HTTP/1.1");
            assertThat(silent.readToEnd()).isEmpty();
        }
        assertThat(send(authority.trustingContext(), "/readyz", "").body()).isEqualTo("ok\n");
    }

    @Test
    void without_tls_it_does_not_listen_for_others_unless_told_twice() {
        String open = "listen: 0.0.0.0:0\naccess: [{name: ops, permissions: [operator], tokenFile: token}]\n";
        assertThatThrownBy(() -> Settings.read("tender.yaml", open, folder, Settings.Given.NOTHING))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("Others could reach the daemon unencrypted")
                .hasMessageContaining("insecure: true");
    }
}
