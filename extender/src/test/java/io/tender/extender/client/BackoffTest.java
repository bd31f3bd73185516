package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
    private static final RetrySettings SETTINGS = new RetrySettings(50, Duration.ofMillis(20), Duration.ofMillis(500));

    @ParameterizedTest
    @CsvSource({"1,10,20", "2,20,40", "3,40,80", "5,160,320", "6,250,500", "50,250,500"})
    void pauses_double_up_to_a_bound_and_leave_out_a_random_half(int repetition, long least, long most) {
        assertThat(Backoff.before(repetition, SETTINGS, () -> 0L)).isEqualTo(Duration.ofMillis(least));
        assertThat(Backoff.before(repetition, SETTINGS, () -> -1L))
                .isBetween(Duration.ofMillis(most).minusNanos(1000), Duration.ofMillis(most));
        assertThat(Backoff.before(repetition, SETTINGS, RandomGenerator.of("L64X128MixRandom")))
                .isBetween(Duration.ofMillis(least), Duration.ofMillis(most));
    }
}
