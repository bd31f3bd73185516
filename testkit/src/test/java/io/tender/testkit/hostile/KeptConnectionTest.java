package io.tender.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.client.Call;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.RequestBody;
import io.tender.extender.client.Verb;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections are kept for the next call, and a peer may close them at any moment. */
@Isolated
class KeptConnectionTest {
    private static Call<List<String>> unrepeatable() {
        return Call.post(new Verb("bind"), RequestBody.of("{}"), new HostsReader(List.of("a1", "a2", "a3")))
                .within(HostileRounds.AMPLE);
    }

    private static ExtenderClient client(HostileServer server) {
        return HostileRounds.client(HostileRounds.settings(server.addressUrl()).build());
    }

    @Test
    void a_good_connection_is_used_again() {
        try (HostileServer server = HostileServer.start(Misbehaviour.NONE);
                ExtenderClient client = client(server)) {
            for (int i = 0; i < 10; i++) {
                assertThat(client.call(unrepeatable()).label()).isEqualTo("ok");
            }

            assertThat(server.accepted()).isEqualTo(1);
            assertThat(server.requests()).isEqualTo(10);
        }
    }

    @Test
    void a_connection_the_peer_has_closed_is_noticed_before_anything_is_sent() {
        try (HostileServer server = HostileServer.start(Misbehaviour.CLOSE_KEPT_CONNECTION);
                ExtenderClient client = client(server)) {
            for (int i = 1; i <= 5; i++) {
                assertThat(client.call(unrepeatable()).label()).isEqualTo("ok");
                assertThat(Footprint.settles(() -> server.open() == 0)).isTrue();
                assertThat(server.requests()).isEqualTo(i);
            }
        }
    }

    @Test
    void a_call_that_is_not_safe_to_repeat_is_not_repeated_when_a_kept_connection_breaks() {
        try (HostileServer server = HostileServer.start(Misbehaviour.RESET);
                ExtenderClient client = client(server)) {
            server.next(Misbehaviour.NONE);
            assertThat(client.call(unrepeatable()).label()).isEqualTo("ok");

            assertThat(client.call(unrepeatable()).label()).isEqualTo("reset");
            assertThat(server.requests()).isEqualTo(2);
        }
    }

    @Test
    void a_call_that_is_safe_to_repeat_goes_on_over_a_new_connection() {
        try (HostileServer server = HostileServer.start(Misbehaviour.NONE);
                ExtenderClient client = client(server)) {
            server.next(Misbehaviour.NONE, Misbehaviour.RESET);
            assertThat(client.call(unrepeatable()).label()).isEqualTo("ok");

            assertThat(client.call(unrepeatable().safeToRepeat()).label()).isEqualTo("ok");
            assertThat(server.requests()).isEqualTo(3);
            assertThat(server.accepted()).isEqualTo(2);
        }
    }

    @Test
    void the_connection_after_a_forged_answer_is_not_used_again() {
        try (HostileServer server = HostileServer.start(Misbehaviour.FORGE_NEXT_ANSWER);
                ExtenderClient client = client(server)) {
            assertThat(client.call(unrepeatable()).label()).isEqualTo("ok");
            assertThat(client.call(unrepeatable()).label()).isEqualTo("ok");

            assertThat(server.accepted()).isEqualTo(2);
        }
    }

    private static ExtenderClient forgedLater(HostileServer server, boolean tls) {
        return HostileRounds.client(
                tls
                        ? HostileRounds.secure(server.url(), Certificates.valid())
                        : HostileRounds.settings(server.addressUrl()).build());
    }

    @ParameterizedTest
    @CsvSource({"false,false", "false,true", "true,false", "true,true"})
    void a_forged_answer_that_comes_later_is_not_taken_for_the_next_calls(boolean tls, boolean repeatable) {
        try (HostileServer server = tls
                        ? HostileServer.startSecure(
                                Misbehaviour.FORGE_LATER, Certificates.valid().serverContext())
                        : HostileServer.start(Misbehaviour.FORGE_LATER);
                ExtenderClient client = forgedLater(server, tls)) {
            Call<List<String>> call = repeatable ? unrepeatable().safeToRepeat() : unrepeatable();
            for (int i = 1; i <= 3; i++) {
                int sent = i;
                assertThat(client.call(call).label()).isEqualTo("ok");
                assertThat(Footprint.settles(() -> server.forged() == sent)).isTrue();
            }

            assertThat(server.accepted()).isEqualTo(3);
        }
    }
}
