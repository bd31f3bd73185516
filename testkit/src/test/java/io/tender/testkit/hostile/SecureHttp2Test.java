package io.tender.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.client.Call;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.HttpVersion;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.RequestBody;
import io.tender.extender.client.TlsSettings;
import io.tender.extender.client.Verb;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncServer;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.apache.hc.core5.http.nio.AsyncRequestConsumer;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.DiscardingEntityConsumer;
import org.apache.hc.core5.http.nio.support.BasicRequestConsumer;
import org.apache.hc.core5.http.nio.support.BasicResponseProducer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.impl.nio.bootstrap.H2ServerBootstrap;
import org.apache.hc.core5.http2.ssl.H2ServerTlsStrategy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.ListenerEndpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class SecureHttp2Test {
    /** Says which HTTP was spoken. */
    private static final class Version implements AsyncServerRequestHandler<Message<HttpRequest, Void>> {
        @Override
        public AsyncRequestConsumer<Message<HttpRequest, Void>> prepare(
                HttpRequest request, EntityDetails entity, HttpContext context) {
            return new BasicRequestConsumer<>(entity == null ? null : new DiscardingEntityConsumer<>());
        }

        @Override
        public void handle(Message<HttpRequest, Void> message, ResponseTrigger trigger, HttpContext context)
                throws org.apache.hc.core5.http.HttpException, java.io.IOException {
            trigger.submitResponse(
                    new BasicResponseProducer(
                            new BasicHttpResponse(200),
                            new BasicAsyncEntityProducer(
                                    "\"" + context.getProtocolVersion() + "\"", ContentType.APPLICATION_JSON)),
                    context);
        }
    }

    private static Outcome<String> call(TestCertificates server, TlsSettings tls) throws Exception {
        HttpAsyncServer peer = H2ServerBootstrap.bootstrap()
                .setCanonicalHostName("localhost")
                .setVersionPolicy(HttpVersionPolicy.NEGOTIATE)
                .setTlsStrategy(new H2ServerTlsStrategy(server.serverContext()))
                .register("*", new Version())
                .create();
        peer.start();
        ListenerEndpoint listener = peer.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), URIScheme.HTTPS)
                .get();
        String url = "https://localhost:" + ((InetSocketAddress) listener.getAddress()).getPort();
        try (ExtenderClient client = HostileRounds.client(HostileRounds.settings(url)
                .deadline(HostileRounds.AMPLE)
                .httpVersion(HttpVersion.HTTP_2)
                .tls(tls)
                .build())) {
            return client.call(Call.post(new Verb("order"), RequestBody.of("{}"), json -> {
                json.nextToken();
                return json.getString();
            }));
        } finally {
            peer.close(CloseMode.IMMEDIATE);
        }
    }

    @Test
    void http_2_is_agreed_on_over_tls() throws Exception {
        TestCertificates valid = Certificates.valid();

        assertThat(call(valid, TlsSettings.USUAL.trusting(valid.pem())).value()).contains("HTTP/2.0");
    }

    @Test
    void nobody_without_a_valid_certificate_is_spoken_to() throws Exception {
        TestCertificates valid = Certificates.valid();
        TestCertificates expired = Certificates.expired();
        TestCertificates another = Certificates.ofAnotherHost();

        assertThat(call(valid, TlsSettings.USUAL).label()).isEqualTo("tls");
        assertThat(call(expired, TlsSettings.USUAL.trusting(expired.pem())).label())
                .isEqualTo("tls");
        assertThat(call(another, TlsSettings.USUAL.trusting(another.pem())).label())
                .isEqualTo("tls");
        assertThat(call(another, TlsSettings.USUAL.trusting(another.pem()).withoutHostNameCheck())
                        .label())
                .isEqualTo("ok");
    }

    @Test
    void the_server_name_of_the_settings_is_checked_in_place_of_the_host() throws Exception {
        TestCertificates another = Certificates.ofAnotherHost();
        TlsSettings trusting = TlsSettings.USUAL.trusting(another.pem());

        assertThat(call(another, trusting.forServer("elsewhere.example.org")).label())
                .isEqualTo("ok");
        assertThat(call(another, trusting.forServer("nowhere.example.org")).label())
                .isEqualTo("tls");
    }
}
