package io.tender.core.batch.life;

import static io.tender.core.batch.life.LifeStage.job;
import static io.tender.core.batch.life.LifeStage.role;
import static io.tender.core.batch.life.LifeStage.workers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.BrokenRule;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What policies and commands do to a job. */
class LifePoliciesTest {
    private static LifeStage running(LifePolicy... policies) {
        return new LifeStage(workers(2, 2).withPolicies(policies)).start("worker-0", "worker-1");
    }

    /** Which phase each action leads to from a running job, at once and when all its tasks have ended. */
    @ParameterizedTest
    @CsvSource({
        "ABORT_JOB,     ABORTING,    ABORTED",
        "RESTART_JOB,   RESTARTING,  PENDING",
        "TERMINATE_JOB, TERMINATING, TERMINATED",
        "COMPLETE_JOB,  COMPLETING,  COMPLETED",
        "SYNC_JOB,      RUNNING,     RUNNING",
        "RESUME_JOB,    RUNNING,     RUNNING"
    })
    void an_action_on_a_running_job_ends_its_tasks_first(LifeAction action, LifePhase first, LifePhase then) {
        LifeStage stage = running().ask(action);
        assertThat(stage.state.phase()).isEqualTo(first);

        if (first != LifePhase.RUNNING) {
            assertThat(stage.gang()).isEmpty();
            stage.gone("worker-0");
            assertThat(stage.state.phase()).isEqualTo(first);
            stage.gone("worker-1");
        }

        assertThat(stage.state.phase()).isEqualTo(then);
    }

    @ParameterizedTest
    @EnumSource(LifeAction.class)
    void nothing_is_done_to_a_job_that_is_over(LifeAction action) {
        LifeStage stage = running().finish("worker-0", "worker-1");
        JobState before = stage.state;

        stage.ask(action);

        assertThat(stage.state).isEqualTo(before);
    }

    @Test
    void a_failed_task_restarts_the_whole_job() {
        LifeStage stage = running(LifePolicy.on(LifeEvent.POD_FAILED, LifeAction.RESTART_JOB))
                .fail("worker-0", 1);
        assertThat(stage.state.phase()).isEqualTo(LifePhase.RESTARTING);
        assertThat(stage.state.why()).isEqualTo("RestartJob for PodFailed of worker-0 with exit code 1");

        stage.gone("worker-1");

        assertThat(stage.state.phase()).isEqualTo(LifePhase.PENDING);
        assertThat(stage.state.retries()).isEqualTo(1);
        assertThat(stage.state.version()).isEqualTo(1);
        assertThat(stage.tasks()).isEqualTo("worker-0 PENDING, worker-1 PENDING");
        assertThat(stage.wanted()).containsExactly("worker-0", "worker-1");
    }

    @Test
    void a_job_that_was_restarted_as_often_as_it_may_has_failed() {
        LifeStage stage = new LifeStage(
                workers(1, 1).retrying(3).withPolicies(LifePolicy.on(LifeEvent.POD_FAILED, LifeAction.RESTART_JOB)));

        stage.start("worker-0").fail("worker-0", 1);
        stage.start("worker-0").fail("worker-0", 1);
        assertThat(stage.state.phase()).isEqualTo(LifePhase.PENDING);
        stage.start("worker-0").fail("worker-0", 1);

        assertThat(stage.state.phase()).isEqualTo(LifePhase.FAILED);
        assertThat(stage.state.retries()).isEqualTo(3);
        assertThat(stage.state.why()).contains("maxRetry 3");
    }

    @Test
    void the_policies_of_a_role_come_before_those_of_the_job() {
        JobSpec spec = job(
                        2,
                        role("ps", 1),
                        role("worker", 1).withPolicies(LifePolicy.on(LifeEvent.POD_FAILED, LifeAction.COMPLETE_JOB)))
                .withPolicies(LifePolicy.on(LifeEvent.POD_FAILED, LifeAction.ABORT_JOB));

        LifeStage byRole = new LifeStage(spec).start("ps-0", "worker-0").fail("worker-0", 1);
        LifeStage byJob = new LifeStage(spec).start("ps-0", "worker-0").fail("ps-0", 1);

        assertThat(byRole.state.phase()).isEqualTo(LifePhase.COMPLETING);
        assertThat(byJob.state.phase()).isEqualTo(LifePhase.ABORTING);
    }

    @Test
    void a_policy_may_be_about_an_exit_code_alone() {
        LifePolicy policy = LifePolicy.onExitCode(3, LifeAction.RESTART_JOB);

        assertThat(running(policy).fail("worker-0", 3).state.phase()).isEqualTo(LifePhase.RESTARTING);
        assertThat(running(policy).fail("worker-0", 4).state.phase()).isEqualTo(LifePhase.RUNNING);
    }

    @Test
    void an_eviction_can_end_a_job() {
        LifeStage stage = running(LifePolicy.on(LifeEvent.POD_EVICTED, LifeAction.TERMINATE_JOB))
                .evict("worker-0");

        assertThat(stage.state.phase()).isEqualTo(LifePhase.TERMINATING);
    }

    @Test
    void a_completed_role_can_complete_the_job() {
        JobSpec spec = job(
                2,
                role("ps", 1),
                role("worker", 2).withPolicies(LifePolicy.on(LifeEvent.TASK_COMPLETED, LifeAction.COMPLETE_JOB)));
        LifeStage stage =
                new LifeStage(spec).start("ps-0", "worker-0", "worker-1").finish("worker-0");
        assertThat(stage.state.phase()).isEqualTo(LifePhase.RUNNING);

        stage.finish("worker-1");
        assertThat(stage.state.phase()).isEqualTo(LifePhase.COMPLETING);

        stage.gone("ps-0");
        assertThat(stage.state.phase()).isEqualTo(LifePhase.COMPLETED);
    }

    @Test
    void a_role_that_restarts_too_often_has_failed() {
        JobSpec spec = job(1, role("worker", 1).restarting(RestartPolicy.ON_FAILURE, 1))
                .withPolicies(LifePolicy.on(LifeEvent.TASK_FAILED, LifeAction.TERMINATE_JOB));
        LifeStage stage = new LifeStage(spec).start("worker-0").fail("worker-0", 1);
        assertThat(stage.state.phase()).isEqualTo(LifePhase.RUNNING);

        stage.start("worker-0").fail("worker-0", 1);

        assertThat(stage.state.phase()).isEqualTo(LifePhase.TERMINATED);
    }

    @Test
    void a_job_that_runs_in_part_and_cannot_be_made_whole_is_unknown() {
        LifeStage stage = running(LifePolicy.on(LifeEvent.UNKNOWN, LifeAction.RESTART_JOB));

        stage.tell(new LifeInput.NotWhole());

        assertThat(stage.state.phase()).isEqualTo(LifePhase.RESTARTING);
    }

    @Test
    void a_star_stands_for_every_event_but_that_a_task_waits() {
        LifePolicy any = LifePolicy.on(LifeEvent.ANY, LifeAction.ABORT_JOB);

        assertThat(running(any).state.phase()).isEqualTo(LifePhase.RUNNING);
        assertThat(running(any).fail("worker-0", 1).state.phase()).isEqualTo(LifePhase.ABORTING);
        assertThat(running(any).evict("worker-0").state.phase()).isEqualTo(LifePhase.ABORTING);
    }

    // Restarts of a part

    @Test
    void restarting_a_pod_ends_that_task_alone() {
        LifeStage stage = running(LifePolicy.on(LifeEvent.POD_FAILED, LifeAction.RESTART_POD))
                .fail("worker-0", 1);

        assertThat(stage.restarts()).containsExactly("worker-0");
        assertThat(stage.tasks()).isEqualTo("worker-0 PENDING, worker-1 RUNNING");
        assertThat(stage.state.retries()).isEqualTo(1);
        assertThat(stage.state.phase()).as("until it runs again").isEqualTo(LifePhase.PENDING);

        stage.start("worker-0");
        assertThat(stage.state.phase()).isEqualTo(LifePhase.RUNNING);
    }

    @Test
    void restarting_a_task_ends_all_of_its_role_and_waits_for_their_end() {
        JobSpec spec = job(
                2,
                role("ps", 1),
                role("worker", 2).withPolicies(LifePolicy.on(LifeEvent.POD_FAILED, LifeAction.RESTART_TASK)));
        LifeStage stage =
                new LifeStage(spec).start("ps-0", "worker-0", "worker-1").fail("worker-0", 1);

        assertThat(stage.restarts()).containsExactly("worker-0", "worker-1");
        assertThat(stage.tasks()).isEqualTo("ps-0 RUNNING, worker-0 PENDING, worker-1 ENDING");
        assertThat(stage.state.phase()).isEqualTo(LifePhase.RESTARTING);

        stage.gone("worker-1");
        assertThat(stage.tasks()).isEqualTo("ps-0 RUNNING, worker-0 PENDING, worker-1 PENDING");
        assertThat(stage.state.phase()).isEqualTo(LifePhase.PENDING);
    }

    // Abort and resume

    @Test
    void a_resumed_job_goes_on_with_what_was_not_over() {
        LifeStage stage = running().finish("worker-0").ask(LifeAction.ABORT_JOB).gone("worker-1");
        assertThat(stage.state.phase()).isEqualTo(LifePhase.ABORTED);

        stage.ask(LifeAction.RESUME_JOB);

        assertThat(stage.state.phase()).isEqualTo(LifePhase.PENDING);
        assertThat(stage.tasks()).isEqualTo("worker-0 SUCCEEDED, worker-1 PENDING");
        stage.start("worker-1");
        assertThat(stage.state.phase()).isEqualTo(LifePhase.RUNNING);
    }

    // Timeouts

    @Test
    void an_action_with_a_timeout_waits_and_then_happens() {
        LifeStage stage = running(LifePolicy.on(LifeEvent.POD_FAILED, LifeAction.RESTART_JOB)
                        .after(Duration.ofMinutes(1)))
                .fail("worker-0", 1);
        assertThat(stage.state.phase()).isEqualTo(LifePhase.RUNNING);
        assertThat(stage.last.wakeAt()).contains(stage.now.plusSeconds(60));

        stage.pass(Duration.ofMinutes(1));

        assertThat(stage.state.phase()).isEqualTo(LifePhase.RESTARTING);
    }

    @Test
    void an_action_is_dropped_when_its_cause_is_gone() {
        LifeStage stage = running(LifePolicy.on(LifeEvent.POD_EVICTED, LifeAction.TERMINATE_JOB)
                        .after(Duration.ofMinutes(1)))
                .evict("worker-0")
                .start("worker-0");

        stage.pass(Duration.ofMinutes(1));

        assertThat(stage.state.phase()).isEqualTo(LifePhase.RUNNING);
        assertThat(stage.state.delayed()).isEmpty();
    }

    @Test
    void a_task_that_waits_too_long_can_end_the_job() {
        JobSpec spec = workers(2, 1)
                .withPolicies(LifePolicy.on(LifeEvent.ANY, LifeAction.ABORT_JOB), pendingFor(Duration.ofMinutes(5)));
        LifeStage stage = new LifeStage(spec).start("worker-0");

        stage.pass(Duration.ofMinutes(4));
        assertThat(stage.state.phase()).isEqualTo(LifePhase.RUNNING);
        stage.pass(Duration.ofMinutes(1));

        assertThat(stage.state.phase()).isEqualTo(LifePhase.TERMINATING);
    }

    private static LifePolicy pendingFor(Duration time) {
        return new LifePolicy(
                new TreeSet<>(List.of(LifeEvent.POD_PENDING)),
                Optional.empty(),
                LifeAction.TERMINATE_JOB,
                Optional.of(time));
    }

    @Test
    void policies_that_make_no_sense_are_refused() {
        assertThatThrownBy(() -> LifePolicy.onExitCode(0, LifeAction.ABORT_JOB))
                .isInstanceOf(BrokenRule.class)
                .hasMessageContaining("Exit code 0 is a success");
        assertThatThrownBy(() -> LifePolicy.on(LifeEvent.POD_PENDING, LifeAction.ABORT_JOB))
                .hasMessageContaining("a timeout");
        assertThatThrownBy(() -> LifePolicy.on(LifeEvent.OUT_OF_SYNC, LifeAction.ABORT_JOB))
                .isInstanceOf(BrokenRule.class);
        assertThatThrownBy(() -> LifePolicy.on(LifeEvent.POD_FAILED, LifeAction.SYNC_JOB))
                .isInstanceOf(BrokenRule.class);
    }
}
