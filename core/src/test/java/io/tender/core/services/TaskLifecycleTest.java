package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.JobKey;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TaskLifecycleTest {

    private static Stage running(int instances) {
        return running(Stage.set("suppress_when_idle=false"), instances);
    }

    private static Stage running(Stage stage, int instances) {
        for (int i = 0; i < instances; i++) {
            stage.offer("a" + i);
        }
        return stage.submit(Stage.small(), instances)
                .pass(Duration.ofMillis(50))
                .allRunning();
    }

    @Test
    void a_service_is_restarted_however_it_ends() {
        for (TaskState end : List.of(TaskState.FINISHED, TaskState.FAILED, TaskState.KILLED, TaskState.LOST)) {
            Stage stage = running(1);
            TaskId before = stage.task(0).id();
            stage.pass(Duration.ofMinutes(10)).report(0, end);

            assertThat(stage.task(0).id()).isNotEqualTo(before);
            assertThat(stage.task(0).state()).isEqualTo(TaskState.PENDING);
        }
    }

    @Test
    void a_task_that_ends_is_done_when_it_finishes_and_given_up_after_its_failures() {
        Stage finishes = Stage.set();
        finishes.offer("a");
        finishes.submit(Stage.small().endingAfterFailures(2), 1).tick().report(0, TaskState.FINISHED);
        assertThat(finishes.scheduler.tasks()).isEmpty();
        assertThat(finishes.scheduler.jobs()).isEmpty();

        Stage fails = Stage.set("flapping_task_threshold=0ms");
        fails.offer("a");
        fails.submit(Stage.small().endingAfterFailures(2), 1).tick().report(0, TaskState.FAILED);
        assertThat(fails.task(0).failures()).isEqualTo(1);
        fails.offer("b");
        fails.pass(Duration.ofSeconds(3)).report(0, TaskState.FAILED);
        assertThat(fails.scheduler.tasks()).isEmpty();
    }

    @Test
    void a_task_lost_does_not_count_as_failed() {
        Stage stage = Stage.set("flapping_task_threshold=0ms");
        stage.offer("a");
        stage.submit(Stage.small().endingAfterFailures(1), 1).tick().report(0, TaskState.LOST);

        assertThat(stage.task(0).state()).isEqualTo(TaskState.PENDING);
        assertThat(stage.task(0).failures()).isZero();
    }

    @Test
    void a_flapping_task_is_throttled_twice_as_long_each_time_up_to_a_bound() {
        Stage stage = Stage.set("suppress_when_idle=false", "hold_offers_forever=true", "max_schedule_penalty=1secs");
        stage.submit(Stage.small(), 1);
        for (long expected : new long[] {30_000, 60_000, 120_000, 240_000, 300_000, 300_000}) {
            stage.offer("a");
            stage.passMillis(2_500).report(0, TaskState.FAILED);
            assertThat(stage.task(0).state()).isEqualTo(TaskState.THROTTLED);
            Waiting why = stage.scheduler.why(stage.task(0).id()).orElseThrow();
            assertThat(why.nextTryMillis()).isEqualTo(expected);
            assertThat(why.pendingReason()).startsWith("Ended too soon too often");
            stage.passMillis(expected);
        }
    }

    @Test
    void a_task_that_ran_long_enough_is_not_throttled() {
        Stage stage = running(1);
        stage.pass(Duration.ofMinutes(5)).report(0, TaskState.FAILED);
        assertThat(stage.task(0).state()).isEqualTo(TaskState.PENDING);
    }

    @Test
    void what_was_asked_to_end_does_not_count_as_flapping() {
        Stage stage = running(1);
        stage.scheduler.restart(Stage.JOB, List.of(0));
        assertThat(stage.task(0).state()).isEqualTo(TaskState.RESTARTING);
        stage.report(0, TaskState.KILLED);
        assertThat(stage.task(0).state()).isEqualTo(TaskState.PENDING);
    }

    @Test
    void a_killed_instance_stays_gone_and_a_killed_pending_task_is_gone_at_once() {
        Stage stage = running(2);
        stage.scheduler.kill(Stage.JOB, List.of(0));
        assertThat(stage.task(0).state()).isEqualTo(TaskState.KILLING);
        stage.report(0, TaskState.KILLED);
        assertThat(stage.scheduler.task(new InstanceKey(Stage.JOB, 0))).isEmpty();
        assertThat(stage.task(1).state()).isEqualTo(TaskState.RUNNING);

        stage.submit(Stage.config("www/prod/other", "cpus:1;mem:128;disk:64"), 1);
        stage.scheduler.kill(
                Stage.config("www/prod/other", "cpus:1;mem:128;disk:64").job());
        assertThat(stage.scheduler.tasks()).hasSize(1);
    }

    @Test
    void scaling_starts_the_missing_and_ends_those_above() {
        Stage stage = running(3);
        stage.scheduler.scale(Stage.JOB, 1);
        assertThat(stage.task(1).state()).isEqualTo(TaskState.KILLING);
        assertThat(stage.task(2).state()).isEqualTo(TaskState.KILLING);
        stage.report(2, TaskState.KILLED);
        stage.scheduler.scale(Stage.JOB, 4);
        assertThat(stage.task(2).state()).isEqualTo(TaskState.PENDING);
        assertThat(stage.task(3).state()).isEqualTo(TaskState.PENDING);

        stage.report(1, TaskState.KILLED);
        assertThat(stage.task(1).state()).as("wanted again while it was ending").isEqualTo(TaskState.PENDING);
    }

    @Test
    void a_task_stuck_in_a_state_that_should_pass_is_lost_after_five_minutes_and_asked_to_end() {
        Stage stage = Stage.set("suppress_when_idle=false");
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick();
        TaskId stuck = stage.task(0).id();
        stage.pass(Duration.ofMinutes(5));

        assertThat(stage.task(0).id()).isNotEqualTo(stuck);
        assertThat(stage.killed).contains(stuck);
        assertThat(stage.metric("timed_out_tasks")).isEqualTo(1);
    }

    @Test
    void a_task_whose_machine_is_out_of_reach_may_come_back_in_time_and_is_lost_later() {
        Stage back = running(1);
        TaskId same = back.task(0).id();
        back.report(0, TaskState.PARTITIONED).pass(Duration.ofMinutes(4)).report(0, TaskState.RUNNING);
        back.pass(Duration.ofMinutes(4));
        assertThat(back.task(0).id()).isEqualTo(same);
        assertThat(back.task(0).state()).isEqualTo(TaskState.RUNNING);

        Stage gone = running(1);
        TaskId first = gone.task(0).id();
        gone.report(0, TaskState.PARTITIONED).pass(Duration.ofMinutes(5));
        assertThat(gone.task(0).id()).isNotEqualTo(first);
        gone.report(first, TaskState.RUNNING);
        assertThat(gone.killed).endsWith(first);
        assertThat(gone.metric("tasks_killed_unknown")).isEqualTo(1);
    }

    @Test
    void losing_an_agent_restarts_its_tasks_elsewhere() {
        Stage stage = running(2);
        stage.pass(Duration.ofMinutes(6));
        stage.scheduler.agentLost(new AgentId("a0"));
        stage.offer("b");
        stage.tick();

        assertThat(stage.agents()).isEqualTo("b a1");
    }

    @Test
    void a_request_to_end_that_was_lost_is_repeated_when_the_task_is_seen_running() {
        Stage stage = running(1);
        stage.scheduler.kill(Stage.JOB);
        TaskId task = stage.task(0).id();
        stage.report(task, TaskState.RUNNING);

        assertThat(stage.killed).containsExactly(task, task);
    }

    @Test
    void draining_moves_tasks_away_and_ends_in_drained() {
        Stage stage = running(1);
        stage.pass(Duration.ofMinutes(6));
        stage.scheduler.maintenance(new AgentId("a0"), MaintenanceMode.DRAINING);
        assertThat(stage.task(0).state()).isEqualTo(TaskState.DRAINING);
        stage.report(0, TaskState.KILLED);
        stage.offer("a0");
        stage.offer("b");
        stage.tick();

        assertThat(stage.agents()).isEqualTo("b");
        assertThat(stage.scheduler.heldOffers())
                .singleElement()
                .satisfies(offer -> assertThat(offer.mode()).isEqualTo(MaintenanceMode.DRAINED));
    }

    @Test
    void an_inverse_offer_is_agreed_to_and_the_machine_drained_in_time() {
        Stage stage = running(1);
        stage.scheduler.inverseOffer(new AgentId("a0"), stage.in(Duration.ofMinutes(10)));
        assertThat(stage.said).endsWith("leave a0");
        stage.pass(Duration.ofMinutes(4));
        assertThat(stage.task(0).state()).isEqualTo(TaskState.RUNNING);
        stage.passMillis(1);
        assertThat(stage.task(0).state()).isEqualTo(TaskState.DRAINING);
    }

    @Test
    void maintenance_that_is_called_off_drains_nothing() {
        Stage stage = running(1);
        stage.scheduler.inverseOffer(new AgentId("a0"), stage.in(Duration.ofMinutes(10)));
        stage.offer("a0");
        stage.pass(Duration.ofMinutes(12));
        assertThat(stage.task(0).state()).isEqualTo(TaskState.RUNNING);
    }

    @Test
    void maintenance_that_is_called_off_drains_nothing_even_if_no_offer_says_so() {
        Stage stage = running(1);
        stage.scheduler.inverseOffer(new AgentId("a0"), stage.in(Duration.ofMinutes(10)));
        stage.scheduler.unavailable(new AgentId("a0"), Optional.empty());
        stage.pass(Duration.ofMinutes(12));
        assertThat(stage.task(0).state()).isEqualTo(TaskState.RUNNING);
        assertThat(stage.metric("agents_in_maintenance")).isZero();
    }

    @Test
    void commands_that_make_no_sense_are_refused_with_what_to_do_and_change_nothing() {
        Stage stage = running(1);
        assertThatThrownBy(() -> stage.submit(Stage.small(), 1))
                .isInstanceOf(BrokenRule.class)
                .hasMessageContainingAll("exists", "to do:");
        assertThatThrownBy(() -> stage.submit(Stage.config("www/prod/x", "cpus:1;mem:1;disk:1"), 4001))
                .hasMessageContainingAll("4001", "1 to 4000");
        assertThatThrownBy(() -> stage.scheduler.kill(JobKey.parse("www/prod/x")))
                .hasMessageContainingAll("no job", "www/prod/hello");
        assertThatThrownBy(() -> stage.scheduler.abortUpdate(Stage.JOB)).hasMessageContaining("not being updated");
        assertThat(stage.scheduler.tasks()).hasSize(1);
    }

    @Test
    void a_job_whose_last_task_is_still_ending_cannot_be_submitted_again_so_nothing_runs_twice() {
        Stage stage = running(1);
        stage.scheduler.kill(Stage.JOB);
        assertThatThrownBy(() -> stage.submit(Stage.small(), 1)).hasMessageContaining("exists");
        stage.report(0, TaskState.KILLED);
        stage.submit(Stage.small(), 1);
        assertThat(stage.task(0).state()).isEqualTo(TaskState.PENDING);
    }

    @Test
    void a_task_of_another_life_of_the_scheduler_has_another_name_and_is_killed() {
        Stage before = Stage.set();
        before.offer("a");
        before.submit(Stage.small(), 1).tick().allRunning();
        Stage now = Stage.set(Duration.ofSeconds(1));
        now.submit(Stage.small(), 1);
        now.report(before.task(0).id(), TaskState.RUNNING);
        assertThat(now.task(0).id()).isNotEqualTo(before.task(0).id());
        assertThat(now.killed).containsExactly(before.task(0).id());
        assertThat(now.metric("tasks_killed_unknown")).isEqualTo(1);
    }

    @Test
    void what_runs_under_the_name_of_a_task_that_was_never_sent_is_killed() {
        Stage stage = Stage.set();
        stage.submit(Stage.small(), 1);
        stage.report(0, TaskState.RUNNING);
        assertThat(stage.task(0).state()).isEqualTo(TaskState.PENDING);
        assertThat(stage.killed).containsExactly(stage.task(0).id());
    }

    @Test
    void nothing_is_remembered_of_an_agent_that_is_gone() {
        Stage stage = Stage.set();
        stage.scheduler.maintenance(new AgentId("a"), MaintenanceMode.DRAINING);
        stage.scheduler.inverseOffer(new AgentId("a"), stage.in(Duration.ofMinutes(30)));
        assertThat(stage.metric("agents_in_maintenance")).isEqualTo(1);
        stage.scheduler.agentLost(new AgentId("a"));
        assertThat(stage.metric("agents_in_maintenance")).isZero();
    }
}
