package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.model.service.Constraint;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A service scheduler is given back what ran before it was restarted. */
class AdoptionTest {
    private static AdoptedTask adopted(TaskView task, TaskState state) {
        String agent = task.agent().orElseThrow().value();
        return new AdoptedTask(
                task.id(),
                task.instance().instance(),
                task.config(),
                state,
                new AgentId(agent),
                agent + ".example",
                HostAttributes.of(agent + ".example"),
                task.ports(),
                task.sinceMillis(),
                task.failures());
    }

    private static SortedMap<Integer, TaskConfig> wanted(TaskConfig config, int instances) {
        TreeMap<Integer, TaskConfig> wanted = new TreeMap<>();
        for (int i = 0; i < instances; i++) {
            wanted.put(i, config);
        }
        return wanted;
    }

    /** Another life of the scheduler, in which what had a place has it again. */
    private static Stage restarted(Stage before, TaskConfig config, int instances) {
        List<AdoptedTask> tasks = new ArrayList<>();
        for (TaskView task : before.scheduler.tasks()) {
            if (task.state().isPlaced()) {
                tasks.add(adopted(task, task.state()));
            }
        }
        Stage after = Stage.set(Duration.ofHours(1));
        after.scheduler.adopt(Stage.JOB, wanted(config, instances), tasks, new TreeMap<>());
        return after;
    }

    @Test
    void tasks_that_run_are_not_started_again() {
        Stage before = Stage.set().submit(Stage.small(), 2);
        before.offer("a");
        before.offer("b");
        before.tick().passMillis(2_000).allRunning();
        List<TaskId> ids = before.scheduler.tasks().stream().map(TaskView::id).toList();

        Stage after = restarted(before, Stage.small(), 2);
        after.offer("c");
        after.pass(Duration.ofMinutes(1));

        assertThat(after.launched).isEmpty();
        assertThat(after.scheduler.tasks().stream().map(TaskView::id)).containsExactlyElementsOf(ids);
        assertThat(after.agents()).isEqualTo(before.agents());
    }

    @Test
    void a_wanted_instance_without_a_task_gets_one_with_an_id_of_its_own() {
        Stage before = Stage.set().submit(Stage.small(), 1);
        before.offer("a");
        before.tick().allRunning();
        TaskId first = before.task(0).id();

        Stage after = restarted(before, Stage.small(), 2);
        after.offer("c");
        after.pass(Duration.ofSeconds(5));

        assertThat(after.launched).hasSize(1);
        assertThat(after.launched.keySet()).doesNotContain(first);
        assertThat(after.task(1).agent()).contains(new AgentId("c"));
    }

    @Test
    void what_is_heard_of_a_task_goes_on_as_before() {
        Stage before = Stage.set().submit(Stage.small(), 1);
        before.offer("a");
        before.tick().allRunning();

        Stage after = restarted(before, Stage.small(), 1);
        after.scheduler.connected();
        assertThat(after.reconciled).containsExactly(before.task(0).id());
        after.report(before.task(0).id(), TaskState.FAILED);
        after.offer("c");
        after.pass(Duration.ofMinutes(1));

        assertThat(after.launched).hasSize(1);
        assertThat(after.killed).isEmpty();
    }

    @Test
    void a_task_that_nobody_wants_any_more_is_ended() {
        Stage before = Stage.set().submit(Stage.small(), 2);
        before.offer("a");
        before.offer("b");
        before.tick().passMillis(2_000).allRunning();

        Stage after = restarted(before, Stage.small(), 1);

        assertThat(after.killed).containsExactly(before.task(1).id());
        assertThat(after.task(1).state()).isEqualTo(TaskState.KILLING);
    }

    @Test
    void limits_count_what_was_taken_over() {
        TaskConfig one = Stage.small().withConstraints(Constraint.limit("host", 1));
        Stage before = Stage.set().submit(one, 1);
        before.offer("a");
        before.tick().allRunning();

        Stage after = restarted(before, one, 2);
        after.offer("a");
        after.pass(Duration.ofMinutes(1));
        assertThat(after.launched).isEmpty();

        after.offer("b");
        after.pass(Duration.ofMinutes(1));
        assertThat(after.launched).hasSize(1);
    }

    @Test
    void a_task_that_was_being_ended_is_given_up_when_nothing_more_is_heard_of_it() {
        Stage before = Stage.set().submit(Stage.small(), 1);
        before.offer("a");
        before.tick().allRunning();
        AdoptedTask ending = adopted(before.task(0), TaskState.KILLING);

        Stage after = Stage.set(Duration.ofHours(1));
        after.scheduler.adopt(Stage.JOB, new TreeMap<>(), List.of(ending), new TreeMap<>());
        after.pass(Duration.ofHours(1));

        assertThat(after.scheduler.tasks()).isEmpty();
    }

    @Test
    void failures_are_counted_on() {
        TaskConfig twice = Stage.small().endingAfterFailures(2);
        TreeMap<Integer, Integer> failures = new TreeMap<>();
        failures.put(0, 1);
        Stage after = Stage.set();
        after.scheduler.adopt(Stage.JOB, wanted(twice, 1), List.of(), failures);
        after.offer("a");
        after.tick().allRunning().report(0, TaskState.FAILED);

        assertThat(after.scheduler.jobs()).isEmpty();
    }

    @Test
    void what_cannot_have_been_is_refused_and_changes_nothing() {
        Stage before = Stage.set().submit(Stage.small(), 1);
        before.offer("a");
        before.tick().allRunning();
        AdoptedTask task = adopted(before.task(0), TaskState.RUNNING);
        Stage after = Stage.set();

        assertThatThrownBy(() -> after.scheduler.adopt(
                        Stage.JOB, wanted(Stage.small(), 1), List.of(task, task), new TreeMap<>()))
                .isInstanceOf(BrokenRule.class);
        assertThatThrownBy(() -> adopted(before.task(0), TaskState.PENDING)).isInstanceOf(BrokenRule.class);
        assertThat(after.scheduler.tasks()).isEmpty();
        assertThat(after.scheduler.jobs()).isEmpty();
    }
}
