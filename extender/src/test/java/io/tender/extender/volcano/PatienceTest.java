package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Patience patience = new Patience(nanos::get);

    private void waits(Patience.Part part, int seconds) {
        Duration time = Duration.ofSeconds(seconds);
        nanos.addAndGet(time.toNanos());
        part.waitedInVain(time);
    }

    @Test
    void those_that_hang_share_the_largest_of_their_budgets() {
        Patience.Part one = patience.part(Duration.ofSeconds(1), Duration.ofSeconds(10));
        Patience.Part other = patience.part(Duration.ofSeconds(1), Duration.ofSeconds(4));

        waits(one, 5);
        waits(other, 4);
        assertThat(one.isGivenUp()).isFalse();

        waits(one, 1);
        assertThat(one.isGivenUp()).isTrue();
        assertThat(other.isGivenUp()).isTrue();
    }

    @Test
    void one_that_is_given_up_stays_so_though_another_that_hangs_has_more_time() {
        Patience.Part one = patience.part(Duration.ofSeconds(1), Duration.ofSeconds(10));
        Patience.Part patient = patience.part(Duration.ofSeconds(20), Duration.ofSeconds(200));

        waits(one, 10);
        assertThat(one.isGivenUp()).isTrue();

        waits(patient, 20);
        assertThat(one.isGivenUp()).isTrue();
        assertThat(patient.isGivenUp()).isFalse();
    }
}
