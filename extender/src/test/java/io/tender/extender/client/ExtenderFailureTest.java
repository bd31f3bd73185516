package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExtenderFailureTest {
    private static final Target TARGET = new Target(
            new ExtenderName("gpu"), new Verb("order"), HttpMethod.POST, Endpoint.parse("http://gpu:8080/order"));
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final List<ExtenderFailure> ALL = List.of(
            new ExtenderFailure.TimedOut(TARGET, Phase.WAITING, SECOND),
            new ExtenderFailure.Refused(TARGET, "a refusal"),
            new ExtenderFailure.UnknownHost(TARGET),
            new ExtenderFailure.Unreachable(TARGET, "no route"),
            new ExtenderFailure.Reset(TARGET, Phase.WAITING, "a reset"),
            new ExtenderFailure.CutShort(TARGET, 5, OptionalLong.of(10)),
            new ExtenderFailure.Status(TARGET, 503, "busy"),
            new ExtenderFailure.Redirected(TARGET, 302, "http://elsewhere/"),
            new ExtenderFailure.Malformed(TARGET, OptionalLong.of(7), "no JSON"),
            new ExtenderFailure.ErrorAnswered(TARGET, "sorry"),
            new ExtenderFailure.TooLarge(TARGET, 10, "11 bytes"),
            new ExtenderFailure.RequestTooLarge(TARGET, 11, 10),
            new ExtenderFailure.BreakerOpen(TARGET, Instant.EPOCH, "status 500"),
            new ExtenderFailure.BulkheadFull(TARGET, 1, 2),
            new ExtenderFailure.BudgetSpent(TARGET, Phase.WAITING, SECOND, false),
            new ExtenderFailure.TlsFailed(TARGET, "an expired certificate"),
            new ExtenderFailure.Interrupted(TARGET, Phase.WAITING),
            new ExtenderFailure.Closed(TARGET, Phase.WAITING),
            new ExtenderFailure.Broken(TARGET, Phase.SENDING, "a fault"));

    @Test
    void every_kind_is_here_and_has_a_label_of_its_own() {
        Set<String> labels = new HashSet<>();
        ALL.forEach(failure -> labels.add(failure.label()));

        assertThat(labels).hasSize(ExtenderFailure.class.getPermittedSubclasses().length);
        assertThat(ALL).hasSameSizeAs(labels);
    }

    @Test
    void every_message_names_the_extender_and_says_what_to_do() {
        assertThat(ALL)
                .allSatisfy(failure -> assertThat(failure.message())
                        .contains("xtender 'gpu'", "\n  got:      ", "\n  expected: ", "\n  to do:    ")
                        .doesNotContain("null"));
    }

    @Test
    void a_message_is_told_in_four_lines() {
        assertThat(new ExtenderFailure.CutShort(TARGET, 5, OptionalLong.of(10)).message())
                .isEqualTo("""
                        Extender 'gpu' hung up in the middle of its answer.
                          got:      5 bytes of the body from %s
                          expected: 10 bytes, as its header said
                          to do:    see the extender's log, and whether its Content-Length is the length in bytes""".formatted(TARGET));
    }

    @Test
    void only_what_may_pass_by_itself_is_worth_repeating() {
        assertThat(ALL.stream().filter(ExtenderFailure::worthRepeating).map(ExtenderFailure::label))
                .containsExactly("refused", "unknown_host", "unreachable", "reset", "cut_short", "status");
        assertThat(new ExtenderFailure.Status(TARGET, 500, "").worthRepeating()).isFalse();
    }

    @Test
    void what_is_not_the_peers_fault_is_not_held_against_it() {
        assertThat(ALL.stream().filter(failure -> !failure.blamesPeer()).map(ExtenderFailure::label))
                .containsExactly(
                        "request_too_large",
                        "breaker_open",
                        "bulkhead_full",
                        "budget_spent",
                        "interrupted",
                        "closed",
                        "broken");
        assertThat(new ExtenderFailure.BudgetSpent(TARGET, Phase.WAITING, SECOND, true).blamesPeer())
                .isTrue();
    }
}
