package io.tender.testkit.server;

import static io.tender.extender.server.Verdict.fits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.extender.server.ExtenderServer;
import io.tender.testkit.hostile.TestCertificates;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An extender that others reach: encrypted, and it asks who they are. */
class SdkTlsTest {
    private static final String QUESTION = "{\"task\":{\"name\":\"t\"},\"node\":{\"name\":\"n\"}}";

    @TempDir
    private static Path folder;

    private static TestCertificates authority;
    private static TestCertificates scheduler;
    private static TestCertificates somebody;
    private static ExtenderServer server;

    @BeforeAll
    static void start() {
        authority = TestCertificates.authority(folder, "authority");
        TestCertificates own = authority.signed(folder, "extender");
        scheduler = authority.signed(folder, "scheduler");
        somebody = authority.signed(folder, "somebody");
        server = ExtenderServer.builder()
                .predicate((task, agent) -> fits())
                .tls(own.pem(), own.keyPem())
                .client(authority.pem(), "scheduler")
                .token("open sesame")
                .listen(0);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpResponse<String> ask(SSLContext tls, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + "/tender/predicate"))
                .timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.ofString(QUESTION));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try (HttpClient client = HttpClient.newBuilder().sslContext(tls).build()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void who_shows_the_right_certificate_or_the_token_is_answered() throws Exception {
        assertThat(server.address()).startsWith("https://");
        assertThat(ask(scheduler.clientContext(authority)).body()).isEqualTo("{\"code\":0,\"errorMessage\":\"\"}");
        assertThat(ask(authority.trustingContext(), "Authorization", "Bearer open sesame")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void who_shows_another_or_none_is_not() throws Exception {
        assertThat(ask(somebody.clientContext(authority)).statusCode()).isEqualTo(401);
        assertThat(ask(authority.trustingContext()).statusCode()).isEqualTo(401);
        assertThatThrownBy(() -> ask(SSLContext.getDefault())).isInstanceOf(SSLException.class);
    }
}
