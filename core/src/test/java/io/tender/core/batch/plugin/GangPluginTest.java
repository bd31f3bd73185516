package io.tender.core.batch.plugin;

import static io.tender.core.batch.plugin.TestSession.template;
import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.plugin.TestSession.FakeJob;
import io.tender.model.batch.Selector;
import io.tender.model.batch.SubGroupPolicy;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.Eviction;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Vote;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GangPluginTest {
    private final TestSession session = new TestSession().node("n1", "cpu=100 memory=100Gi");
    private final Hooks hooks = session.open("gang");

    private FakeJob job(String id, int minAvailable, int count) {
        return session.job(id, more -> more.minAvailable(minAvailable), count, template("w", "cpu=1"));
    }

    private Answer ready(JobView job) {
        return hooks.of(HookKind.JOB_READY).getFirst().isReady(job);
    }

    private Vote pipelined(JobView job) {
        return hooks.of(HookKind.JOB_PIPELINED).getFirst().vote(job);
    }

    private Answer valid(JobView job) {
        return hooks.of(HookKind.JOB_VALID).getFirst().isValid(job);
    }

    @Test
    void a_job_is_ready_once_enough_tasks_have_a_place() {
        FakeJob job = job("d/j", 2, 3);
        job.task(0).is(TaskStatus.SUCCEEDED);

        assertThat(ready(job).reason()).isEqualTo("1 of 2 tasks have a place");
        job.task(1).on("n1", TaskStatus.ALLOCATED);
        assertThat(ready(job).yes()).isTrue();
    }

    @Test
    void promised_room_counts_for_waiting_and_not_for_starting() {
        FakeJob job = job("d/j", 2, 2);
        job.task(0).on("n1", TaskStatus.ALLOCATED);
        job.task(1).on("n1", TaskStatus.PIPELINED);

        assertThat(ready(job).yes()).isFalse();
        assertThat(pipelined(job)).isEqualTo(Vote.permit());
        job.task(1).is(TaskStatus.PENDING);
        assertThat(pipelined(job).reason()).isEqualTo("1 of 2 tasks have a place");
    }

    @Test
    void pending_best_effort_tasks_count_as_ready() {
        FakeJob job =
                session.job("d/j", more -> more.minAvailable(2), List.of(template("w", "cpu=1"), template("be", "")));
        job.task(0).on("n1", TaskStatus.ALLOCATED);

        assertThat(ready(job).yes()).isTrue();
    }

    @Test
    void a_job_starves_below_its_minimum_only() {
        FakeJob job = job("d/j", 2, 4);
        var starving = hooks.of(HookKind.JOB_STARVING).getFirst();
        job.task(0).running("n1");

        assertThat(starving.isStarving(job)).isTrue();
        job.task(1).on("n1", TaskStatus.PIPELINED);
        assertThat(starving.isStarving(job)).isFalse();
    }

    @Test
    void unready_jobs_go_first() {
        FakeJob whole = job("d/a", 1, 1).running("n1");
        FakeJob part = job("d/b", 2, 2);

        assertThat(Asking.jobs(hooks, whole, part)).isPositive();
        assertThat(Asking.jobs(hooks, part, part)).isZero();
    }

    @Test
    void every_role_needs_its_minimum() {
        FakeJob job = session.job(
                "d/j",
                more -> more.minAvailable(3).roleMinimums(Map.of("ps", 1, "w", 2)),
                List.of(
                        template("ps", "cpu=1"),
                        template("w", "cpu=1"),
                        template("w", "cpu=1"),
                        template("w", "cpu=1")));
        job.task(1).running("n1");
        job.task(2).running("n1");
        job.task(3).running("n1");

        assertThat(ready(job).reason()).isEqualTo("0 of 1 tasks of role 'ps' have a place");
        job.task(0).on("n1", TaskStatus.PIPELINED);
        assertThat(ready(job).yes()).isFalse();
        assertThat(pipelined(job)).isEqualTo(Vote.permit());
    }

    @Test
    void roles_are_not_checked_where_the_job_needs_less_than_they_do() {
        FakeJob job = session.job(
                "d/j",
                more -> more.minAvailable(1).roleMinimums(Map.of("ps", 1, "w", 1)),
                List.of(template("ps", "cpu=1"), template("w", "cpu=1")));
        job.task(1).running("n1");

        assertThat(ready(job).yes()).isTrue();
    }

    @Test
    void a_role_with_minimum_zero_need_not_exist() {
        FakeJob job = session.job(
                "d/j", more -> more.minAvailable(1).roleMinimums(Map.of("ps", 0, "w", 1)), 1, template("w", "cpu=1"));

        assertThat(valid(job).yes()).isTrue();
        job.running("n1");
        assertThat(ready(job).yes()).isTrue();
    }

    @Test
    void best_effort_tasks_count_for_their_role() {
        FakeJob job = session.job(
                "d/j",
                more -> more.minAvailable(2).roleMinimums(Map.of("be", 1, "w", 1)),
                List.of(template("w", "cpu=1"), template("be", "")));
        job.task(0).running("n1");

        assertThat(ready(job).yes()).isTrue();
    }

    @Test
    void a_job_without_enough_tasks_is_not_valid() {
        FakeJob job = job("d/j", 3, 3);
        job.task(0).is(TaskStatus.FAILED);

        assertThat(valid(job).reason()).isEqualTo("NotEnoughTasks: the job has 2 tasks of 3");
    }

    @Test
    void a_job_without_enough_tasks_of_a_role_is_not_valid() {
        FakeJob job = session.job(
                "d/j", more -> more.minAvailable(3).roleMinimums(Map.of("ps", 2)), 3, template("w", "cpu=1"));

        assertThat(valid(job).reason()).isEqualTo("NotEnoughPodsOfTask: role 'ps' has 0 tasks of 2");
    }

    private FakeJob grouped() {
        SubGroupPolicy policy =
                new SubGroupPolicy("racks", Selector.EVERYTHING, List.of("rack"), 2, 2, Optional.empty());
        return session.job(
                "d/g",
                more -> more.minAvailable(0).subGroups(List.of(policy)),
                Stream.of("a", "a", "b", "b")
                        .map(rack -> template("w", "cpu=1", t -> t.labels(Map.of("rack", rack))))
                        .toList());
    }

    @Test
    void a_policy_needs_its_whole_groups() {
        FakeJob job = grouped();
        job.task(0).running("n1");
        job.task(1).running("n1");
        job.task(2).running("n1");

        assertThat(ready(job).reason()).isEqualTo("1 of 2 groups of policy 'racks' are whole");
        job.task(3).on("n1", TaskStatus.PIPELINED);
        assertThat(pipelined(job)).isEqualTo(Vote.permit());
        job.task(3).running("n1");
        assertThat(ready(job).yes()).isTrue();
    }

    @Test
    void a_job_without_enough_whole_groups_is_not_valid() {
        FakeJob job = grouped();
        job.task(0).is(TaskStatus.FAILED);

        assertThat(valid(job).reason()).contains("sub-group policy 'racks' has 1 whole groups of 2");
    }

    @Test
    void a_group_is_ready_with_its_own_tasks_and_unready_groups_go_first() {
        FakeJob job = grouped();
        job.task(0).running("n1");
        job.task(1).running("n1");
        job.task(2).on("n1", TaskStatus.PIPELINED);
        job.task(3).running("n1");
        var ready = hooks.of(HookKind.SUB_JOB_READY).getFirst();
        var first = job.subJobs().get(0);
        var second = job.subJobs().get(1);

        assertThat(ready.isReady(first).yes()).isTrue();
        assertThat(ready.isReady(second).yes()).isFalse();
        assertThat(hooks.of(HookKind.SUB_JOB_PIPELINED).getFirst().vote(second)).isEqualTo(Vote.permit());
        assertThat(hooks.of(HookKind.SUB_JOB_ORDER).getFirst().compare(first, second))
                .isPositive();
    }

    @Test
    void victims_of_one_question_are_counted_together() {
        FakeJob job = job("d/j", 2, 4).running("n1");
        TaskView mine = job("d/mine", 1, 1).task(0);

        assertThat(Asking.preempt(hooks, mine, job.all()).tasks()).containsExactly(job.task(0), job.task(1));
        assertThat(Asking.reclaim(hooks, mine, job.all()).tasks()).hasSize(2);
    }

    @Test
    void a_job_that_needs_all_its_tasks_loses_none() {
        FakeJob job = job("d/j", 4, 4).running("n1");

        assertThat(Asking.preempt(hooks, job("d/mine", 1, 1).task(0), job.all()).reason())
                .isEqualTo("every job there needs all of its tasks");
    }

    @Test
    void a_role_at_its_minimum_loses_none() {
        FakeJob job = session.job(
                        "d/j",
                        more -> more.minAvailable(2).roleMinimums(Map.of("ps", 1)),
                        List.of(template("ps", "cpu=1"), template("w", "cpu=1"), template("w", "cpu=1")))
                .running("n1");

        assertThat(Asking.preempt(hooks, job("d/mine", 1, 1).task(0), job.all()).tasks())
                .containsExactly(job.task(1));
    }

    @Test
    void a_gang_may_be_evicted_whole_for_another_gang() {
        FakeJob job = job("d/j", 2, 2).running("n1");
        FakeJob mine = job("d/mine", 1, 1);
        var hook = hooks.of(HookKind.UNIFIED_EVICTABLE).getFirst();

        assertThat(hook.victims(new Eviction(mine, false), job.all()).tasks()).hasSize(2);
        assertThat(hook.victims(new Eviction(mine, false), List.of(job.task(0))).tasks())
                .isEmpty();
    }
}
