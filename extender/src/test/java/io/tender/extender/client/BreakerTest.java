package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BreakerTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final BreakerSettings SETTINGS =
            new BreakerSettings(true, 10, 4, 50, Duration.ofSeconds(1), Duration.ofSeconds(5), 2);

    private final Breaker breaker = new Breaker(SETTINGS);

    private Breaker.Admitted admitted(long now) {
        return (Breaker.Admitted) breaker.ask(now).admission();
    }

    private void fail(int times, long now) {
        for (int i = 0; i < times; i++) {
            breaker.failed(admitted(now), now);
        }
    }

    @Test
    void it_stays_closed_while_too_few_calls_were_made() {
        fail(3, 0);

        assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void it_opens_when_enough_of_the_last_calls_failed() {
        fail(3, 0);
        Optional<Breaker.Change> change = breaker.failed(admitted(0), 0);

        assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
        assertThat(change).contains(new Breaker.Change(BreakerState.CLOSED, BreakerState.OPEN, 4, 4, SECOND));
    }

    @Test
    void good_calls_outweigh_bad_ones_and_old_ones_are_forgotten() {
        for (int i = 0; i < 10; i++) {
            breaker.succeeded(admitted(0));
        }
        fail(4, 0);
        assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);

        fail(1, 0);
        assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
    }

    @Test
    void open_it_refuses_and_says_until_when() {
        fail(4, 7);

        assertThat(breaker.ask(8).admission()).isEqualTo(new Breaker.Refused(7 + SECOND));
        assertThat(breaker.refusal(8)).contains(new Breaker.Refused(7 + SECOND));
    }

    @Test
    void half_open_it_lets_a_bounded_number_of_probes_through() {
        fail(4, 0);

        assertThat(breaker.ask(SECOND).change()).map(Breaker.Change::to).contains(BreakerState.HALF_OPEN);
        assertThat(breaker.ask(SECOND).admission()).isInstanceOf(Breaker.Admitted.class);
        assertThat(breaker.ask(SECOND).admission()).isInstanceOf(Breaker.Refused.class);
        assertThat(breaker.refusal(SECOND)).isPresent();
    }

    @Test
    void it_closes_when_all_probes_succeed_and_forgets_the_failures() {
        fail(4, 0);
        Breaker.Admitted first = admitted(SECOND);
        Breaker.Admitted second = admitted(SECOND);

        assertThat(breaker.succeeded(first)).isEmpty();
        assertThat(breaker.succeeded(second)).map(Breaker.Change::to).contains(BreakerState.CLOSED);

        fail(3, SECOND);
        assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void it_opens_for_twice_as_long_each_time_a_probe_fails_up_to_a_bound() {
        fail(4, 0);
        long now = 0;
        long[] expected = {1, 2, 4, 5, 5};
        for (long seconds : expected) {
            assertThat(breaker.refusal(now)).contains(new Breaker.Refused(now + seconds * SECOND));
            now += seconds * SECOND;
            breaker.failed(admitted(now), now);
        }
    }

    @Test
    void after_closing_it_opens_for_the_first_time_again() {
        fail(4, 0);
        breaker.failed(admitted(SECOND), SECOND);
        long now = 3 * SECOND;
        Breaker.Admitted first = admitted(now);
        Breaker.Admitted second = admitted(now);
        breaker.succeeded(first);
        breaker.succeeded(second);
        fail(4, now);

        assertThat(breaker.refusal(now)).contains(new Breaker.Refused(now + SECOND));
    }

    @Test
    void a_result_from_an_earlier_state_is_ignored() {
        Breaker.Admitted old = admitted(0);
        fail(4, 0);
        Breaker.Admitted probe = admitted(SECOND);

        assertThat(breaker.failed(old, SECOND)).isEmpty();
        assertThat(breaker.succeeded(old)).isEmpty();
        assertThat(breaker.state()).isEqualTo(BreakerState.HALF_OPEN);
        assertThat(breaker.failed(probe, SECOND)).isPresent();
    }

    @Test
    void a_probe_that_says_nothing_gives_its_place_back() {
        fail(4, 0);
        Breaker.Admitted probe = admitted(SECOND);
        admitted(SECOND);

        breaker.forgotten(probe);

        assertThat(breaker.ask(SECOND).admission()).isInstanceOf(Breaker.Admitted.class);
    }

    @Test
    void it_never_opens_when_it_is_off() {
        Breaker off = new Breaker(BreakerSettings.OFF);
        for (int i = 0; i < 100; i++) {
            off.failed((Breaker.Admitted) off.ask(i).admission(), i);
        }

        assertThat(off.state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void ticks_may_overflow() {
        long now = Long.MAX_VALUE - 5;
        fail(4, now);

        assertThat(breaker.refusal(now + 10)).isPresent();
        assertThat(breaker.refusal(now + SECOND)).isEmpty();
    }
}
