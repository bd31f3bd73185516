package io.tender.extender.aurora;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class IntervalFiguresTest {
    private long now = 1_000;
    private final IntervalFigures figures = new IntervalFigures(() -> now, Duration.ofMinutes(1));

    private void pass(Duration time) {
        now += time.toNanos();
    }

    @Test
    void everything_is_zero_until_the_first_interval_has_passed() {
        figures.took(5_000_000);
        figures.failed();
        figures.differed(3);

        assertThat(figures.published()).isEqualTo(IntervalFigures.Published.NOTHING);
    }

    @Test
    void a_complete_interval_is_shown_until_the_next_is_complete() {
        for (long ms : new long[] {1, 2, 9}) {
            figures.took(ms * 1_000_000);
        }
        figures.failed();
        figures.differed(3);
        figures.differed(2);
        pass(Duration.ofMinutes(1));
        figures.took(50_000_000);

        assertThat(figures.published()).isEqualTo(new IntervalFigures.Published(4, 2, 9, 1, 3));
        pass(Duration.ofSeconds(59));
        assertThat(figures.published()).isEqualTo(new IntervalFigures.Published(4, 2, 9, 1, 3));
        pass(Duration.ofSeconds(1));
        assertThat(figures.published()).isEqualTo(new IntervalFigures.Published(50, 50, 50, 0, 0));
    }

    @Test
    void an_interval_in_which_nothing_happened_reads_zero() {
        figures.took(5_000_000);
        pass(Duration.ofMinutes(3));

        assertThat(figures.published()).isEqualTo(IntervalFigures.Published.NOTHING);
    }

    @Test
    void a_failure_without_a_finished_call_is_shown_too() {
        figures.failed();
        pass(Duration.ofMinutes(1));

        assertThat(figures.published().failures()).isEqualTo(1);
        assertThat(figures.published().medianMs()).isZero();
    }

    @Test
    void more_samples_than_are_kept_still_give_the_true_worst_and_average() {
        figures.took(100_000_000);
        for (int i = 0; i < 9_999; i++) {
            figures.took(1_000_000);
        }
        pass(Duration.ofMinutes(1));

        assertThat(figures.published().worstMs()).isEqualTo(100);
        assertThat(figures.published().medianMs()).isEqualTo(1);
        assertThat(figures.published().averageMs()).isEqualTo((9_999 + 100) / 10_000.0);
    }
}
