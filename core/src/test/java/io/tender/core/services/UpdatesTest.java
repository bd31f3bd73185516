package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.AgentId;
import io.tender.model.service.JobKey;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpdatesTest {
    private static final TaskConfig OLD = Stage.small().withMetadata("version", "1");
    private static final TaskConfig NEW = Stage.small().withMetadata("version", "2");

    private static final UpdateSettings HOW = UpdateSettings.defaults().watching(10_000);

    private final Stage stage;
    private int offers;

    UpdatesTest() {
        this.stage = Stage.set(
                "suppress_when_idle=false",
                "hold_offers_forever=true",
                "max_schedule_penalty=1secs",
                "flapping_task_threshold=0ms",
                "enable_preemptor=false");
    }

    private void running(int instances) {
        offer(instances);
        stage.submit(OLD, instances).passMillis(50).allRunning();
    }

    private void offer(int count) {
        for (int i = 0; i < count; i++) {
            stage.offer("a" + offers++);
        }
    }

    private UpdateView update() {
        return stage.scheduler.update(Stage.JOB).orElseThrow();
    }

    private String versions() {
        return String.join(
                "",
                stage.scheduler.tasks().stream()
                        .map(task -> task.config().metadata().get("version"))
                        .toList());
    }

    /** Ends what is asked to end, and starts what is sent off. */
    private void obey() {
        for (TaskView task : stage.scheduler.tasks()) {
            if (task.state() == TaskState.KILLING) {
                stage.report(task.id(), TaskState.KILLED);
            }
        }
        stage.passMillis(2_500).allRunning();
    }

    @Test
    void instances_are_replaced_one_after_the_other_each_watched_for_its_time() {
        running(3);
        offer(3);
        stage.scheduler.startUpdate(NEW, 3, HOW);
        assertThat(update().working()).containsExactly(0);
        obey();
        assertThat(versions()).isEqualTo("211");
        stage.passMillis(9_000);
        assertThat(update().working()).containsExactly(0);
        stage.passMillis(2_000);
        assertThat(update().done()).containsExactly(0);
        assertThat(update().working()).containsExactly(1);
        obey();
        stage.passMillis(10_000);
        obey();
        stage.passMillis(10_000);

        assertThat(update().state()).isEqualTo(UpdateState.ROLLED_FORWARD);
        assertThat(versions()).isEqualTo("222");
    }

    @Test
    void strategies_say_how_many_at_a_time() {
        UpdateStrategy queue = new UpdateStrategy.Queue(3);
        assertThat(queue.next(0, 0)).isEqualTo(3);
        assertThat(queue.next(2, 5)).isEqualTo(1);
        UpdateStrategy batch = new UpdateStrategy.Batch(3);
        assertThat(batch.next(2, 3)).isZero();
        assertThat(batch.next(0, 3)).isEqualTo(3);
        UpdateStrategy variable = new UpdateStrategy.VariableBatch(List.of(1, 2, 4));
        assertThat(variable.next(0, 0)).isEqualTo(1);
        assertThat(variable.next(1, 1)).isZero();
        assertThat(variable.next(0, 1)).isEqualTo(2);
        assertThat(variable.next(0, 3)).isEqualTo(4);
        assertThat(variable.next(0, 7)).isEqualTo(4);
        assertThatThrownBy(() -> new UpdateStrategy.Batch(0)).hasMessageContaining("to do:");
        assertThatThrownBy(() -> new UpdateStrategy.VariableBatch(List.of())).hasMessageContaining("to do:");
    }

    @Test
    void a_batch_begins_together_and_the_next_when_all_of_it_is_done() {
        running(4);
        offer(4);
        stage.scheduler.startUpdate(NEW, 4, HOW.with(new UpdateStrategy.Batch(2)));
        assertThat(update().working()).containsExactly(0, 1);
        obey();
        stage.report(1, TaskState.RUNNING).passMillis(10_000);
        assertThat(update().working()).containsExactly(2, 3);
        obey();
        stage.passMillis(10_000);
        assertThat(update().state()).isEqualTo(UpdateState.ROLLED_FORWARD);
    }

    @Test
    void instances_are_added_and_removed_with_the_update() {
        running(2);
        offer(2);
        stage.scheduler.startUpdate(OLD, 3, HOW);
        assertThat(update().working()).containsExactly(2);
        stage.passMillis(2).allRunning().passMillis(10_000);
        assertThat(update().state()).isEqualTo(UpdateState.ROLLED_FORWARD);

        stage.scheduler.startUpdate(OLD, 1, HOW.with(new UpdateStrategy.Queue(5)));
        obey();
        assertThat(update().state()).isEqualTo(UpdateState.ROLLED_FORWARD);
        assertThat(stage.scheduler.tasks()).hasSize(1);
    }

    @Test
    void an_update_that_changes_nothing_is_done_at_once() {
        running(2);
        stage.scheduler.startUpdate(OLD, 2, HOW);
        assertThat(update().state()).isEqualTo(UpdateState.ROLLED_FORWARD);
        assertThat(stage.killed).isEmpty();
    }

    @Test
    void too_many_failures_roll_everything_back_the_latest_first() {
        running(3);
        offer(4);
        stage.scheduler.startUpdate(NEW, 3, HOW);
        obey();
        stage.passMillis(10_000);
        obey();
        assertThat(versions()).isEqualTo("221");
        stage.report(1, TaskState.FAILED);

        assertThat(update().state()).isEqualTo(UpdateState.ROLLING_BACK);
        assertThat(update().working()).containsExactly(1);
        obey();
        stage.passMillis(10_000);
        assertThat(update().working()).containsExactly(0);
        obey();
        stage.passMillis(10_000);
        assertThat(update().state()).isEqualTo(UpdateState.ROLLED_BACK);
        assertThat(versions()).isEqualTo("111");
        assertThat(update().failure()).contains("the new task of instance 1 became FAILED");
        assertThat(stage.states.stream().filter(line -> line.startsWith("update")))
                .containsExactly("update ROLLING_FORWARD", "update ROLLING_BACK", "update ROLLED_BACK");
    }

    @Test
    void failures_within_the_tolerance_are_forgiven() {
        running(2);
        offer(6);
        stage.scheduler.startUpdate(NEW, 2, HOW.tolerating(1, 1));
        obey();
        stage.report(0, TaskState.FAILED);
        obey();
        stage.report(0, TaskState.FAILED);
        assertThat(update().failed()).containsExactly(0);
        assertThat(update().working()).containsExactly(1);
        obey();
        stage.passMillis(10_000);

        assertThat(update().state()).isEqualTo(UpdateState.ROLLED_FORWARD);
    }

    @Test
    void a_failed_update_stops_where_it_is_if_it_may_not_roll_back() {
        running(2);
        offer(2);
        stage.scheduler.startUpdate(NEW, 2, HOW.rollingBack(false));
        obey();
        stage.report(0, TaskState.FAILED);

        assertThat(update().state()).isEqualTo(UpdateState.FAILED);
        assertThat(versions()).isEqualTo("21");
    }

    @Test
    void a_paused_update_begins_nothing_until_it_is_resumed_and_an_aborted_one_never() {
        running(3);
        offer(3);
        stage.scheduler.startUpdate(NEW, 3, HOW);
        stage.scheduler.pauseUpdate(Stage.JOB);
        obey();
        stage.passMillis(20_000);
        assertThat(update().state()).isEqualTo(UpdateState.ROLL_FORWARD_PAUSED);
        assertThat(update().done()).containsExactly(0);
        assertThat(update().working()).isEmpty();

        stage.scheduler.resumeUpdate(Stage.JOB);
        assertThat(update().working()).containsExactly(1);
        stage.scheduler.abortUpdate(Stage.JOB);
        obey();
        stage.passMillis(60_000);
        assertThat(update().state()).isEqualTo(UpdateState.ABORTED);
        assertThat(versions()).isEqualTo("221");
    }

    @Test
    void a_job_cannot_be_scaled_or_updated_twice_at_once_and_killing_it_aborts_the_update() {
        running(2);
        stage.scheduler.startUpdate(NEW, 2, HOW);
        assertThatThrownBy(() -> stage.scheduler.scale(Stage.JOB, 5)).hasMessageContaining("being updated");
        assertThatThrownBy(() -> stage.scheduler.startUpdate(NEW, 2, HOW)).hasMessageContaining("being updated");
        stage.scheduler.kill(Stage.JOB);
        assertThat(update().state()).isEqualTo(UpdateState.ABORTED);
        obey();
        assertThat(stage.scheduler.tasks()).isEmpty();
    }

    @Test
    void a_pending_old_task_is_replaced_at_once() {
        stage.submit(OLD, 1).tick();
        stage.scheduler.startUpdate(NEW, 1, HOW);
        assertThat(versions()).isEqualTo("2");
        assertThat(stage.task(0).state()).isEqualTo(TaskState.PENDING);
    }

    @Test
    void with_affinity_the_machine_is_kept_for_the_replacement_for_a_while() {
        Stage near = Stage.set("enable_update_affinity=true", "hold_offers_forever=true", "max_schedule_penalty=1secs");
        near.offer("home");
        near.submit(OLD, 1).tick().allRunning();
        near.offer("other", "cpus:2;mem:4096;disk:10000");
        near.scheduler.startUpdate(NEW, 1, HOW);
        near.report(0, TaskState.KILLED).pass(Duration.ofSeconds(5));
        assertThat(near.agents()).as("the other machine is not taken").isEqualTo("-");

        near.offer("home");
        near.submit(Stage.config("www/prod/thief", "cpus:3;mem:128;disk:64"), 1).pass(Duration.ofSeconds(3));
        assertThat(near.agents()).isEqualTo("home");

        Stage far = Stage.set("enable_update_affinity=true", "hold_offers_forever=true", "max_schedule_penalty=1secs");
        far.offer("home");
        far.submit(OLD, 1).tick().allRunning();
        far.offer("other", "cpus:2;mem:4096;disk:10000");
        far.scheduler.startUpdate(NEW, 1, HOW);
        far.report(0, TaskState.KILLED).pass(Duration.ofMinutes(3).plusSeconds(2));
        assertThat(far.agents()).as("after the hold any machine will do").isEqualTo("other");
    }

    @Test
    void nobody_else_gets_a_machine_kept_for_an_update() {
        Stage near = Stage.set("enable_update_affinity=true", "hold_offers_forever=true", "max_schedule_penalty=1secs");
        near.offer("home");
        near.submit(OLD, 1).tick().allRunning();
        near.scheduler.startUpdate(NEW, 1, HOW);
        near.offer("home");
        near.submit(Stage.config("www/prod/thief", "cpus:3;mem:128;disk:64"), 1).pass(Duration.ofSeconds(3));

        assertThat(near.agents(JobKey.parse("www/prod/thief"))).isEqualTo("-");
        near.report(0, TaskState.KILLED).pass(Duration.ofSeconds(3));
        assertThat(near.agents()).isEqualTo("home");
    }

    @Test
    void an_instance_that_is_given_up_counts_as_failed_instead_of_being_waited_for() {
        offer(2);
        TaskConfig old = OLD.endingAfterFailures(1);
        stage.submit(old, 2).passMillis(50).allRunning();
        offer(2);
        stage.scheduler.startUpdate(NEW.endingAfterFailures(1), 2, HOW.tolerating(1, 1));
        obey();
        stage.report(0, TaskState.FAILED);
        assertThat(update().failed()).containsExactly(0);
        assertThat(update().working()).containsExactly(1);
        obey();
        stage.passMillis(11_000);
        assertThat(update().state()).isEqualTo(UpdateState.ROLLED_FORWARD);
    }

    @Test
    void a_failure_while_paused_turns_the_update_round_when_it_is_resumed() {
        running(2);
        offer(2);
        stage.scheduler.startUpdate(NEW, 2, HOW);
        obey();
        stage.scheduler.pauseUpdate(Stage.JOB);
        stage.report(0, TaskState.FAILED);
        assertThat(update().state()).isEqualTo(UpdateState.ROLL_FORWARD_PAUSED);
        stage.scheduler.resumeUpdate(Stage.JOB);
        assertThat(update().state()).isEqualTo(UpdateState.ROLLING_BACK);
        obey();
        stage.passMillis(11_000);
        assertThat(update().state()).isEqualTo(UpdateState.ROLLED_BACK);
        assertThat(versions()).isEqualTo("11");
    }

    @Test
    void a_failure_while_a_way_back_is_paused_ends_the_update_when_it_is_resumed() {
        running(2);
        offer(4);
        stage.scheduler.startUpdate(NEW, 2, HOW);
        obey();
        stage.report(0, TaskState.FAILED);
        assertThat(update().state()).isEqualTo(UpdateState.ROLLING_BACK);
        obey();
        stage.scheduler.pauseUpdate(Stage.JOB);
        stage.report(0, TaskState.FAILED);
        assertThat(update().state()).isEqualTo(UpdateState.ROLL_BACK_PAUSED);
        stage.scheduler.resumeUpdate(Stage.JOB);
        assertThat(update().state()).isEqualTo(UpdateState.FAILED);
    }

    @Test
    void an_instance_killed_during_an_update_stays_dead_and_the_update_goes_on_without_it() {
        running(3);
        offer(3);
        stage.scheduler.startUpdate(NEW, 3, HOW);
        stage.scheduler.kill(Stage.JOB, List.of(0, 2));
        for (int i = 0; i < 3; i++) {
            obey();
            stage.passMillis(11_000);
        }
        assertThat(update().state()).isEqualTo(UpdateState.ROLLED_FORWARD);
        assertThat(stage.scheduler.jobs().get(Stage.JOB)).containsOnlyKeys(1);
        assertThat(versions()).isEqualTo("2");
    }

    @Test
    void the_update_of_a_job_that_is_gone_is_forgotten() {
        running(1);
        offer(1);
        stage.scheduler.startUpdate(NEW, 1, HOW);
        stage.scheduler.kill(Stage.JOB);
        assertThat(update().state()).isEqualTo(UpdateState.ABORTED);
        stage.report(0, TaskState.KILLED);
        assertThat(stage.scheduler.update(Stage.JOB)).isEmpty();
    }

    private static Stage keeping() {
        Stage stage = Stage.set("enable_update_affinity=true", "max_schedule_penalty=1secs");
        stage.offer("a");
        stage.submit(OLD, 1).tick().allRunning();
        return stage;
    }

    @Test
    void a_machine_that_is_lost_is_not_waited_for() {
        Stage stage = keeping();
        stage.scheduler.startUpdate(NEW, 1, HOW);
        stage.scheduler.agentLost(new AgentId("a"));
        stage.offer("b");
        stage.passMillis(3_000);
        assertThat(stage.agents()).isEqualTo("b");
    }

    @Test
    void a_machine_that_is_being_emptied_is_not_kept_nor_waited_for() {
        Stage before = keeping();
        before.scheduler.inverseOffer(new AgentId("a"), before.in(Duration.ofMinutes(1)));
        before.scheduler.startUpdate(NEW, 1, HOW);
        before.report(0, TaskState.KILLED);
        before.offer("b");
        before.passMillis(3_000);
        assertThat(before.agents()).isEqualTo("b");

        Stage after = keeping();
        after.scheduler.startUpdate(NEW, 1, HOW);
        after.scheduler.maintenance(new AgentId("a"), MaintenanceMode.DRAINING);
        after.report(0, TaskState.KILLED);
        after.offer("b");
        after.passMillis(3_000);
        assertThat(after.agents()).isEqualTo("b");
    }

    @Test
    void a_machine_out_of_reach_is_not_kept() {
        Stage stage = keeping();
        stage.report(0, TaskState.PARTITIONED);
        stage.scheduler.startUpdate(NEW, 1, HOW);
        stage.report(0, TaskState.LOST);
        stage.offer("b");
        stage.passMillis(3_000);
        assertThat(stage.agents()).isEqualTo("b");
    }

    @Test
    void a_machine_is_not_kept_for_an_instance_that_was_killed() {
        Stage stage = keeping();
        stage.scheduler.startUpdate(NEW, 1, HOW);
        stage.scheduler.kill(Stage.JOB);
        stage.report(0, TaskState.KILLED);
        stage.offer("a");
        stage.submit(Stage.config("www/prod/other", "cpus:1;mem:128;disk:64"), 1);
        stage.passMillis(3_000);
        assertThat(stage.agents(JobKey.parse("www/prod/other"))).isEqualTo("a");
    }
}
