package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.Unavailability;
import io.tender.model.service.TaskState;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Somebody sets the clock of the machine: what lasts lasts as long as before, and dates are those of the new clock. */
final class SetClockTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final Stage stage = Stage.set();

    @Test
    void work_is_placed_at_once_while_the_clock_is_set_back() {
        stage.offer("a");
        stage.submit(Stage.small(), 1);
        stage.host.setClock(HOUR.negated());
        stage.tick();
        assertThat(stage.agents()).isEqualTo("a");
    }

    @Test
    void a_task_that_runs_is_not_given_up_because_the_clock_is_a_day_ahead() {
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick();
        stage.host.setClock(DAY);
        stage.pass(Duration.ofMinutes(1));
        assertThat(stage.task(0).state()).isEqualTo(TaskState.ASSIGNED);
        assertThat(stage.killed).isEmpty();
    }

    @Test
    void maintenance_begins_by_the_clock_of_the_machine() {
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick();
        stage.allRunning();
        stage.scheduler.inverseOffer(
                new AgentId("a"), new Unavailability(stage.now().plus(DAY), Optional.empty()));
        stage.pass(HOUR);
        assertThat(stage.killed).isEmpty();
        stage.host.setClock(DAY);
        stage.pass(Duration.ofMinutes(1));
        assertThat(stage.killed).hasSize(1);
    }

    @Test
    void maintenance_waits_for_a_clock_that_was_set_back() {
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick();
        stage.allRunning();
        stage.scheduler.inverseOffer(
                new AgentId("a"), new Unavailability(stage.now().plus(HOUR), Optional.empty()));
        stage.host.setClock(HOUR.negated());
        stage.pass(HOUR);
        assertThat(stage.killed).isEmpty();
        stage.pass(HOUR);
        assertThat(stage.killed).isNotEmpty();
    }
}
