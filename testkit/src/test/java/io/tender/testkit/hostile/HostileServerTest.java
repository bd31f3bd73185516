package io.tender.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.Outcome;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of a call, for everything a server can do wrong; docs/delegation.md has it as a table. */
@Isolated
class HostileServerTest {
    private static final int ROUNDS = 3;

    /** Generous, since the build runs on busy machines; the long run is exact. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    static Stream<Expectation> table() {
        return Stream.of(Misbehaviour.values()).map(Expectation::of);
    }

    static Stream<Expectation> tableOverTls() {
        return table().filter(Expectation::suitsTls);
    }

    @ParameterizedTest
    @MethodSource("table")
    void every_misbehaviour_ends_in_its_outcome_by_the_deadline(Expectation expected) {
        try (HostileServer server = HostileRounds.serverFor(expected);
                ExtenderClient client = HostileRounds.clientFor(expected, server)) {
            hold(client, expected, ROUNDS);
        }
    }

    @ParameterizedTest
    @MethodSource("tableOverTls")
    void a_misbehaviour_ends_in_the_same_outcome_over_tls(Expectation expected) {
        TestCertificates valid = Certificates.valid();
        try (HostileServer server = HostileServer.startSecure(expected.misbehaviour(), valid.serverContext());
                ExtenderClient client = HostileRounds.client(HostileRounds.secure(server.url(), valid))) {
            hold(client, expected, 1);
        }
    }

    private static void hold(ExtenderClient client, Expectation expected, int rounds) {
        for (int round = 0; round < rounds; round++) {
            HostileRounds.Round ended = HostileRounds.once(client, expected);

            assertThat(expected.outcomes())
                    .as(() -> told(ended.outcome()))
                    .contains(ended.outcome().label());
            assertThat(ended.took()).isLessThan(HostileRounds.AMPLE);
            if (expected.lastsUntilTheDeadline()) {
                assertThat(ended.took()).isLessThan(HostileRounds.DEADLINE.plus(SLACK));
            }
        }
    }

    @Test
    void what_is_said_against_a_request_that_is_not_read_to_its_end_is_told() {
        try (HostileServer server = HostileServer.start(Misbehaviour.ERROR_AT_ONCE);
                ExtenderClient client = HostileRounds.client(
                        HostileRounds.settings(server.addressUrl()).build())) {
            Outcome<?> outcome = HostileRounds.once(client, Misbehaviour.ERROR_AT_ONCE, HostileRounds.AMPLE)
                    .outcome();

            assertThat(told(outcome)).contains("413 from", "at most 1 MB", "let the extender accept larger requests");
        }
    }

    private static String told(Outcome<?> outcome) {
        return outcome instanceof Outcome.Failed<?> failed ? failed.failure().message() : outcome.toString();
    }

    @Test
    void a_server_that_is_good_again_is_asked_again() {
        try (HostileServer server = HostileServer.start(Misbehaviour.REFUSE);
                ExtenderClient client = HostileRounds.client(
                        HostileRounds.settings(server.addressUrl()).build())) {
            assertThat(HostileRounds.once(client, Misbehaviour.NONE, HostileRounds.AMPLE)
                            .outcome()
                            .label())
                    .isEqualTo("refused");

            server.behave(Misbehaviour.NONE);

            assertThat(HostileRounds.once(client, Misbehaviour.NONE, HostileRounds.AMPLE)
                            .outcome()
                            .label())
                    .isEqualTo("ok");
        }
    }
}
