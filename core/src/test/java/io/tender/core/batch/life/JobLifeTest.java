package io.tender.core.batch.life;

import static io.tender.core.batch.life.LifeStage.job;
import static io.tender.core.batch.life.LifeStage.role;
import static io.tender.core.batch.life.LifeStage.workers;
import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.framework.RunChange;
import io.tender.model.AgentId;
import io.tender.model.batch.Job;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How a job without policies lives. */
class JobLifeTest {

    @Test
    void a_job_begins_pending_with_all_its_tasks_waiting() {
        LifeStage stage = new LifeStage(workers(2, 2));

        assertThat(stage.state.phase()).isEqualTo(LifePhase.PENDING);
        assertThat(stage.wanted()).containsExactly("worker-0", "worker-1");
        assertThat(stage.gang().orElseThrow().minAvailable()).isEqualTo(2);
    }

    @Test
    void a_job_runs_once_enough_of_its_tasks_do() {
        LifeStage stage = new LifeStage(workers(3, 2)).start("worker-0");
        assertThat(stage.state.phase()).isEqualTo(LifePhase.PENDING);

        stage.start("worker-1");

        assertThat(stage.state.phase()).isEqualTo(LifePhase.RUNNING);
    }

    @Test
    void a_job_is_completed_when_all_its_tasks_succeeded() {
        LifeStage stage =
                new LifeStage(workers(2, 2)).start("worker-0", "worker-1").finish("worker-0");
        assertThat(stage.state.phase()).isEqualTo(LifePhase.RUNNING);

        stage.finish("worker-1");

        assertThat(stage.state.phase()).isEqualTo(LifePhase.COMPLETED);
        assertThat(stage.state.finished()).isPresent();
        assertThat(stage.gang()).isEmpty();
    }

    @Test
    void a_failed_task_fails_the_job_only_when_all_others_are_over() {
        LifeStage stage =
                new LifeStage(workers(2, 2)).start("worker-0", "worker-1").fail("worker-0", 1);
        assertThat(stage.state.phase()).isEqualTo(LifePhase.RUNNING);
        assertThat(stage.tasks()).isEqualTo("worker-0 FAILED, worker-1 RUNNING");

        stage.finish("worker-1");

        assertThat(stage.state.phase()).isEqualTo(LifePhase.FAILED);
        assertThat(stage.state.why()).isEqualTo("1 tasks succeeded, 2 are needed");
    }

    @Test
    void enough_successes_make_up_for_a_failure() {
        LifeStage stage = new LifeStage(workers(2, 1))
                .start("worker-0", "worker-1")
                .fail("worker-0", 1)
                .finish("worker-1");

        assertThat(stage.state.phase()).isEqualTo(LifePhase.COMPLETED);
    }

    @Test
    void each_role_must_have_as_many_successes_as_it_needs() {
        JobSpec spec = job(2, role("ps", 1).needing(1), role("worker", 1).needing(1));
        LifeStage stage =
                new LifeStage(spec).start("ps-0", "worker-0").finish("worker-0").fail("ps-0", 1);

        assertThat(stage.state.phase()).isEqualTo(LifePhase.FAILED);
        assertThat(stage.state.why()).isEqualTo("0 tasks of 'ps' succeeded, 1 are needed");
    }

    @Test
    void min_success_completes_the_job_and_ends_what_still_runs() {
        LifeStage stage = new LifeStage(workers(3, 3).needingSuccesses(2))
                .start("worker-0", "worker-1", "worker-2")
                .finish("worker-0", "worker-1");
        assertThat(stage.state.phase()).isEqualTo(LifePhase.COMPLETING);
        assertThat(stage.gang()).isEmpty();

        stage.gone("worker-2");

        assertThat(stage.state.phase()).isEqualTo(LifePhase.COMPLETED);
    }

    @Test
    void too_few_successes_for_min_success_fail_the_job() {
        LifeStage stage = new LifeStage(workers(2, 1).needingSuccesses(2))
                .start("worker-0", "worker-1")
                .finish("worker-0")
                .fail("worker-1", 3);

        assertThat(stage.state.phase()).isEqualTo(LifePhase.FAILED);
    }

    @Test
    void an_evicted_task_waits_again_and_the_job_goes_on() {
        LifeStage stage =
                new LifeStage(workers(2, 2)).start("worker-0", "worker-1").evict("worker-1");

        assertThat(stage.state.phase()).isEqualTo(LifePhase.RUNNING);
        assertThat(stage.tasks()).isEqualTo("worker-0 RUNNING, worker-1 PENDING");

        stage.start("worker-1").finish("worker-0", "worker-1");
        assertThat(stage.state.phase()).isEqualTo(LifePhase.COMPLETED);
    }

    @Test
    void what_is_heard_of_an_earlier_run_of_a_task_changes_nothing() {
        LifeStage stage = new LifeStage(workers(1, 1)).start("worker-0").evict("worker-0");
        LifeStage again = stage.start("worker-0");
        JobState before = again.state;

        // The first run, number 1, is reported dead a second time.
        again.tell(new LifeInput.Ran(new RunChange(
                LifeStage.JOB,
                JobSpec.taskId(LifeStage.JOB, "worker", 0),
                new TaskId("ns.train.worker.0.1"),
                new AgentId("a"),
                TaskState.FAILED,
                false,
                Optional.of(1),
                "")));

        assertThat(again.state).isEqualTo(before);
    }

    // Dependencies

    @Test
    void a_role_starts_when_those_it_depends_on_run() {
        JobSpec spec = job(2, role("ps", 1), role("worker", 1).after(new DependsOn(List.of("ps"), false)));
        LifeStage stage = new LifeStage(spec);
        assertThat(stage.wanted()).containsExactly("ps-0");
        assertThat(stage.gang().orElseThrow().minAvailable())
                .as("nothing is demanded yet of what is held back")
                .isEqualTo(1);

        stage.start("ps-0");

        assertThat(stage.wanted()).containsExactly("ps-0", "worker-0");
        assertThat(stage.gang().orElseThrow().minAvailable()).isEqualTo(2);
    }

    @Test
    void a_role_that_succeeded_counts_as_begun() {
        JobSpec spec = job(1, role("first", 1), role("then", 1).after(new DependsOn(List.of("first"), false)));
        LifeStage stage = new LifeStage(spec).start("first-0").finish("first-0");

        assertThat(stage.tasks()).isEqualTo("first-0 SUCCEEDED, then-0 PENDING");
        assertThat(stage.state.phase()).isEqualTo(LifePhase.RUNNING);
    }

    @Test
    void any_dependency_is_enough_where_that_is_asked_for() {
        RoleSpec last = role("c", 1).after(new DependsOn(List.of("a", "b"), true));
        LifeStage any = new LifeStage(job(1, role("a", 1), role("b", 1), last)).start("a-0");
        LifeStage all = new LifeStage(job(
                        1, role("a", 1), role("b", 1), role("c", 1).after(new DependsOn(List.of("a", "b"), false))))
                .start("a-0");

        assertThat(any.wanted()).contains("c-0");
        assertThat(all.wanted()).doesNotContain("c-0");
    }

    // Restarts by the task itself

    @Test
    void a_task_that_restarts_on_failure_does_so_at_once_then_after_longer_and_longer_pauses() {
        JobSpec spec = job(1, role("worker", 1).restarting(RestartPolicy.ON_FAILURE, 100));
        LifeStage stage = new LifeStage(spec).start("worker-0").fail("worker-0", 1);
        assertThat(stage.restarts()).containsExactly("worker-0");

        stage.start("worker-0").fail("worker-0", 1);
        assertThat(stage.restarts()).isEmpty();
        assertThat(stage.last.wakeAt()).contains(stage.now.plusSeconds(10));
        stage.pass(Duration.ofSeconds(10));
        assertThat(stage.restarts()).containsExactly("worker-0");

        stage.start("worker-0").fail("worker-0", 1);
        assertThat(stage.last.wakeAt()).contains(stage.now.plusSeconds(20));
        assertThat(stage.state.phase()).isEqualTo(LifePhase.RUNNING);
    }

    @Test
    void pauses_are_bounded_and_end_for_a_task_that_ran_long_enough() {
        JobSpec spec = job(1, role("worker", 1).restarting(RestartPolicy.ON_FAILURE, -1));
        LifeStage stage = new LifeStage(spec);
        for (int i = 0; i < 12; i++) {
            stage.start("worker-0").fail("worker-0", 1).pass(Duration.ofMinutes(5));
        }
        stage.start("worker-0").fail("worker-0", 1);
        assertThat(stage.last.wakeAt()).contains(stage.now.plus(Duration.ofMinutes(5)));

        stage.pass(Duration.ofMinutes(5))
                .start("worker-0")
                .pass(Duration.ofMinutes(10))
                .fail("worker-0", 1);
        assertThat(stage.restarts()).containsExactly("worker-0");
    }

    @Test
    void a_task_that_always_restarts_never_succeeds() {
        JobSpec spec = job(1, role("worker", 1).restarting(RestartPolicy.ALWAYS, -1));
        LifeStage stage = new LifeStage(spec).start("worker-0").finish("worker-0");

        assertThat(stage.restarts()).containsExactly("worker-0");
        assertThat(stage.tasks()).isEqualTo("worker-0 PENDING");
    }

    // Size

    @Test
    void scaling_up_adds_tasks_and_scaling_down_takes_the_last_ones_away() {
        LifeStage stage = new LifeStage(workers(2, 1)).start("worker-0", "worker-1");

        stage.change(workers(3, 1));
        assertThat(stage.wanted()).containsExactly("worker-0", "worker-1", "worker-2");

        stage.change(workers(1, 1));
        assertThat(stage.wanted()).containsExactly("worker-0");
        assertThat(stage.state.phase()).isEqualTo(LifePhase.RUNNING);
    }

    @Test
    void a_job_that_is_over_does_not_come_back_when_it_is_changed() {
        LifeStage stage = new LifeStage(workers(1, 1)).start("worker-0").finish("worker-0");

        stage.change(workers(3, 1));

        assertThat(stage.state.phase()).isEqualTo(LifePhase.COMPLETED);
        assertThat(stage.gang()).isEmpty();
    }

    // The end

    @Test
    void a_job_that_is_over_is_forgotten_after_its_time_to_live() {
        LifeStage stage = new LifeStage(workers(1, 1).livingFor(Duration.ofSeconds(60)))
                .start("worker-0")
                .finish("worker-0");
        assertThat(stage.last.wakeAt()).contains(stage.now.plusSeconds(60));
        assertThat(stage.last.forget()).isFalse();

        stage.pass(Duration.ofSeconds(60));

        assertThat(stage.last.forget()).isTrue();
    }

    @Test
    void without_a_time_to_live_it_is_kept() {
        LifeStage stage = new LifeStage(workers(1, 1)).start("worker-0").finish("worker-0");

        stage.pass(Duration.ofDays(1000));

        assertThat(stage.last.forget()).isFalse();
    }

    @Test
    void a_deleted_job_is_forgotten_when_the_last_of_its_tasks_has_ended() {
        LifeStage stage = new LifeStage(workers(2, 2)).start("worker-0", "worker-1");

        stage.tell(new LifeInput.Deleted());
        assertThat(stage.gang()).isEmpty();
        assertThat(stage.last.forget()).isFalse();

        stage.gone("worker-0", "worker-1");
        assertThat(stage.last.forget()).isTrue();
    }

    @Test
    void roles_with_a_minimum_of_their_own_are_minimums_of_the_gang() {
        LifeStage stage =
                new LifeStage(job(2, role("ps", 1).needing(1), role("worker", 4).needing(1)));

        Job gang = stage.gang().orElseThrow();
        assertThat(gang.roleMinimums()).containsEntry("ps", 1).containsEntry("worker", 1);
        assertThat(gang.tasks().get(1).id().value()).isEqualTo("ns.train.worker.0");
        assertThat(gang.tasks().get(1).name()).isEqualTo("train-worker-0");
    }
}
