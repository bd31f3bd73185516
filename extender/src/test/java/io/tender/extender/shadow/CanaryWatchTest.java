package io.tender.extender.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CanaryWatchTest {
    private final CanaryWatch watch =
            new CanaryWatch(new StopRules(20, 5, new Share(2_000), new Share(1_000), Duration.ofMillis(100)));

    private void calls(int number, Optional<Duration> latency) {
        for (int i = 0; i < number; i++) {
            watch.called(latency);
        }
    }

    @Test
    void nothing_is_concluded_from_a_few() {
        for (int i = 0; i < 4; i++) {
            watch.compared("filter", true);
        }
        calls(4, Optional.empty());
        assertThat(watch.verdict()).isEmpty();
        watch.compared("filter", true);
        assertThat(watch.verdict()).contains("filter: 5 of the last 5 answers differ (100.0%), expected at most 20%");
    }

    @Test
    void what_was_long_ago_is_forgotten() {
        for (int i = 0; i < 5; i++) {
            watch.compared("filter", true);
        }
        for (int i = 0; i < 16; i++) {
            watch.compared("filter", false);
        }
        // Four of twenty are still there, which is allowed.
        assertThat(watch.verdict()).isEmpty();
        watch.compared("filter", true);
        assertThat(watch.verdict()).isEmpty();
        watch.compared("filter", true);
        assertThat(watch.verdict()).isEmpty();
    }

    /** A search for a node has an answer about who fits, and one about who is best. */
    @Test
    void who_agrees_on_one_verb_may_not_differ_always_on_another() {
        for (int i = 0; i < 5; i++) {
            assertThat(watch.verdict()).isEmpty();
            for (int other = 0; other < 9; other++) {
                watch.compared("filter", false);
            }
            watch.compared("prioritize", true);
        }
        assertThat(watch.verdict())
                .contains("prioritize: 5 of the last 5 answers differ (100.0%), expected at most 20%");
        watch.forget();
        assertThat(watch.verdict()).isEmpty();
    }

    @Test
    void too_many_failures_are_an_end() {
        calls(18, Optional.of(Duration.ofMillis(1)));
        calls(2, Optional.empty());
        assertThat(watch.verdict()).isEmpty();
        calls(1, Optional.empty());
        assertThat(watch.verdict().orElseThrow()).contains("3 of the last 20 calls failed");
    }

    @Test
    void one_late_answer_in_twenty_is_allowed() {
        calls(19, Optional.of(Duration.ofMillis(100)));
        calls(1, Optional.of(Duration.ofMillis(101)));
        assertThat(watch.verdict()).isEmpty();
        calls(1, Optional.of(Duration.ofMillis(101)));
        assertThat(watch.verdict().orElseThrow()).contains("2 of the last 20 answers took longer than 100 ms");
        watch.forget();
        assertThat(watch.verdict()).isEmpty();
    }
}
