package io.tender.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.client.Call;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.HttpVersion;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.TlsSettings;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same table over HTTP/2, where calls share a connection: one that is answered badly harms no other. */
@Isolated
class HostileHttp2Test {
    private static ExtenderClient client(String url) {
        return HostileRounds.client(
                HostileRounds.settings(url).httpVersion(HttpVersion.HTTP_2).build());
    }

    private static Outcome<List<String>> call(ExtenderClient client, String path, Expectation expected) {
        Call<List<String>> call = HostileRounds.call(expected.misbehaviour()).at(path);
        return client.call(
                call.within(expected.lastsUntilTheDeadline() ? HostileRounds.DEADLINE : HostileRounds.AMPLE));
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "NONE",
                "ACCEPT_AND_HANG",
                "NO_CONTENT",
                "REDIRECT",
                "ERROR_WITH_BODY",
                "ERROR_WITHOUT_BODY",
                "GZIP_BOMB",
                "GZIP_GARBAGE",
                "GZIP_CUT",
                "GZIP_EMPTY_PARTS",
                "UNKNOWN_CODING",
                "WRONG_CHARSET",
                "SECRET_UTF16",
                "INVALID_UTF8",
                "EMPTY_BODY",
                "TRUNCATED_JSON",
                "DEEP_JSON",
                "LONG_NUMBER",
                "WRONG_TYPES",
                "DUPLICATE_KEYS",
                "NOT_A_NUMBER",
                "TRAILING_GARBAGE",
                "SOMEBODY_ELSE"
            })
    void a_misbehaviour_has_its_outcome_and_the_call_beside_it_its_own(Misbehaviour misbehaviour) throws Exception {
        Expectation expected = Expectation.of(misbehaviour);
        try (Http2Peer peer = new Http2Peer();
                ExtenderClient client = client(peer.url())) {
            CompletableFuture<Outcome<List<String>>> beside = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> beside.complete(call(client, "held", Expectation.of(Misbehaviour.NONE))));
            Runnable answer = peer.held();

            for (int round = 0; round < 2; round++) {
                assertThat(expected.outcomes())
                        .contains(call(client, misbehaviour.name(), expected).label());
            }
            answer.run();

            assertThat(beside.get().label()).isEqualTo("ok");
        }
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "REFUSE",
                "RESET",
                "RESET_AT_ONCE",
                "ACCEPT_AND_HANG",
                "NEVER_READ",
                "HALF_CLOSE",
                "HALF_CLOSE_AT_ONCE",
                "DRIP_HEAD"
            })
    void a_connection_that_goes_wrong_ends_as_over_http_1(Misbehaviour misbehaviour) {
        Expectation expected = Expectation.of(misbehaviour);
        try (HostileServer server = HostileServer.start(misbehaviour);
                ExtenderClient client = client(server.addressUrl())) {
            for (int round = 0; round < 2; round++) {
                assertThat(expected.outcomes())
                        .contains(HostileRounds.once(client, expected).outcome().label());
            }
        }
    }

    @Test
    void what_is_not_http_2_is_noticed() {
        for (Misbehaviour misbehaviour : List.of(Misbehaviour.NOT_HTTP, Misbehaviour.NONE, Misbehaviour.STATUS_ZERO)) {
            try (HostileServer server = HostileServer.start(misbehaviour);
                    ExtenderClient client = client(server.addressUrl())) {
                assertThat(Set.of("malformed", "reset"))
                        .contains(HostileRounds.once(client, misbehaviour, HostileRounds.AMPLE)
                                .outcome()
                                .label());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SLOW_TLS", "NO_TLS"})
    void a_handshake_that_goes_wrong_ends_as_over_http_1(Misbehaviour misbehaviour) {
        Expectation expected = Expectation.of(misbehaviour);
        try (HostileServer server = HostileServer.start(misbehaviour);
                ExtenderClient client = HostileRounds.client(HostileRounds.settings(
                                "https://localhost:" + server.port())
                        .httpVersion(HttpVersion.HTTP_2)
                        .tls(TlsSettings.USUAL.trusting(Certificates.valid().pem()))
                        .build())) {
            assertThat(expected.outcomes())
                    .contains(HostileRounds.once(client, expected).outcome().label());
        }
    }
}
