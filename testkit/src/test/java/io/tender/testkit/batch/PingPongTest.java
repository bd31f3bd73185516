package io.tender.testkit.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.Decision;
import io.tender.model.batch.JobId;
import io.tender.model.service.TaskId;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PingPongTest {
    private final PingPong pingPong = new PingPong();

    private void evicted(String task, String beneficiary, Duration when) {
        pingPong.evicted(
                new Decision.Evict(new JobId("ns", "low"), new TaskId(task), "node", "preempted", beneficiary),
                Instant.EPOCH.plus(when));
    }

    @Test
    void an_eviction_that_comes_late_is_none() {
        evicted("low-0", "ns/high", Duration.ofMinutes(9));
        evicted("low-1", "ns/high", Duration.ofMinutes(9));

        assertThat(pingPong.found()).isEmpty();
    }

    @Test
    void tries_that_were_in_vain_and_become_rare_are_none() {
        evicted("low-0", "ns/high", Duration.ofSeconds(10));
        evicted("low-0", "ns/high", Duration.ofSeconds(45));
        evicted("low-0", "ns/high", Duration.ofSeconds(170));

        assertThat(pingPong.found()).isEmpty();
    }

    @Test
    void a_task_that_goes_again_and_again_is_one_whoever_it_goes_for() {
        for (int i = 0; i < 4; i++) {
            evicted("low-0", "ns/high" + i, Duration.ofSeconds(10 * i));
        }

        assertThat(pingPong.found()).containsExactly("low-0 was evicted 4 times while nothing new came");
    }

    @Test
    void others_that_go_for_the_same_job_without_end_are_one() {
        evicted("low-0", "ns/high", Duration.ofMinutes(1));
        evicted("low-1", "ns/high", Duration.ofMinutes(6));

        assertThat(pingPong.found())
                .containsExactly("tasks are evicted (preempted for ns/high) still, PT5M after the first of them");
    }

    @Test
    void what_went_before_something_new_came_does_not_count() {
        evicted("low-0", "ns/high", Duration.ofMinutes(1));
        pingPong.forget();
        evicted("low-1", "ns/high", Duration.ofMinutes(6));

        assertThat(pingPong.found()).isEmpty();
    }
}
