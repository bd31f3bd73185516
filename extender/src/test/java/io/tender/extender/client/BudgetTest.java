package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private final ManualTime time = new ManualTime();
    private final Budget budget = Budget.of(Duration.ofMillis(100), time);

    @Test
    void calls_one_after_the_other_spend_their_sum() {
        budget.enter(time.nanos());
        time.pass(Duration.ofMillis(30));
        budget.leave(time.nanos());
        time.pass(Duration.ofSeconds(5));

        assertThat(budget.remaining()).isEqualTo(Duration.ofMillis(70));

        assertThat(budget.enter(time.nanos())).isEqualTo(Duration.ofMillis(70).toNanos());
        time.pass(Duration.ofMillis(50));
        assertThat(budget.remaining()).isEqualTo(Duration.ofMillis(20));
    }

    @Test
    void calls_at_the_same_time_spend_it_once() {
        budget.enter(time.nanos());
        time.pass(Duration.ofMillis(10));
        budget.enter(time.nanos());
        time.pass(Duration.ofMillis(30));
        budget.leave(time.nanos());
        time.pass(Duration.ofMillis(20));
        budget.leave(time.nanos());

        assertThat(budget.remaining()).isEqualTo(Duration.ofMillis(40));
    }

    @Test
    void it_is_never_less_than_nothing() {
        budget.enter(time.nanos());
        time.pass(Duration.ofMillis(500));
        budget.leave(time.nanos());

        assertThat(budget.remaining()).isZero();
        assertThat(budget.enter(time.nanos())).isZero();
    }

    @Test
    void an_empty_one_is_a_mistake() {
        assertThatThrownBy(() -> Budget.of(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }
}
