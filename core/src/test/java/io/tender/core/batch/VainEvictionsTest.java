package io.tender.core.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.JobId;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class VainEvictionsTest {
    private static final JobId GANG = new JobId("ns", "gang");

    private final VainEvictions vain = new VainEvictions();
    private Instant now = Instant.EPOCH;

    /** Some time after the last pause ended another try is in vain too; tells how long the next pause is. */
    private Duration pauseAfter(Duration peace) {
        now = vain.pauses().getOrDefault(GANG, now).plus(peace);
        vain.inVain(GANG, now);
        return Duration.between(now, vain.pauses().get(GANG));
    }

    @Test
    void each_try_is_farther_from_the_last() {
        assertThat(pauseAfter(Duration.ZERO)).hasSeconds(30);
        assertThat(pauseAfter(Duration.ofSeconds(1))).hasSeconds(120);
        assertThat(pauseAfter(Duration.ofSeconds(1))).hasSeconds(480);
    }

    @Test
    void tries_that_had_to_wait_for_their_moment_count_as_tries_in_a_row() {
        pauseAfter(Duration.ZERO);
        assertThat(pauseAfter(Duration.ofSeconds(119))).hasSeconds(120);
        assertThat(pauseAfter(Duration.ofSeconds(479))).hasSeconds(480);
    }

    @Test
    void long_peace_is_a_new_beginning() {
        pauseAfter(Duration.ZERO);
        assertThat(pauseAfter(Duration.ofSeconds(121))).hasSeconds(30);
    }
}
