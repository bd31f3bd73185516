package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.cluster.RunState;
import io.tender.model.AgentId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class StatusesTest {
    private static final AgentId A1 = new AgentId("a1");

    private final World world = new World();
    private Scheduler framework = new Scheduler(world);

    private void launched() {
        world.agent("a1", "cpus:4;mem:4096");
        framework = world.subscribe("f");
        framework.acknowledges = false;
        framework.launch("t1", "a1", "cpus:1;mem:10");
    }

    @Test
    void a_status_is_said_again_with_growing_pauses_until_it_is_acknowledged() {
        launched();
        assertThat(framework.statuses("t1")).hasSize(1);
        world.advance(Duration.ofSeconds(9));
        assertThat(framework.statuses("t1")).hasSize(1);
        world.advance(Duration.ofSeconds(2));
        assertThat(framework.statuses("t1")).hasSize(2);
        world.advance(Duration.ofSeconds(21));
        assertThat(framework.statuses("t1")).hasSize(3);
        assertThat(framework.statuses("t1").stream().map(Status::uuid).distinct())
                .hasSize(1);
        framework.acknowledge(framework.statuses("t1").getFirst());
        world.leap(Duration.ofHours(1));
        assertThat(framework.statuses("t1")).hasSize(3);
    }

    @Test
    void a_status_is_said_again_in_time_while_the_clock_is_set_back_and_states_the_new_time() {
        launched();
        world.host().setClock(Duration.ofHours(-1));
        world.advance(Duration.ofSeconds(11));
        assertThat(framework.statuses("t1")).hasSize(2);
        world.cluster.partition(A1);
        world.settle();
        framework.acknowledge(framework.statuses("t1").getFirst());
        world.settle();
        assertThat(framework.statuses("t1").getLast().at())
                .isEqualTo(world.now().minus(Duration.ofHours(1)));
    }

    @Test
    void the_next_status_waits_for_the_acknowledgement_of_the_one_before() {
        launched();
        world.cluster.report(A1, framework.key("t1"), RunState.FINISHED);
        world.settle();
        assertThat(framework.states("t1")).containsExactly(RunState.RUNNING);
        // What it held is free at once, nevertheless.
        assertThat(world.view().agents().getFirst().used().isEmpty()).isTrue();
        framework.acknowledge(framework.statuses("t1").getFirst());
        world.settle();
        assertThat(framework.states("t1")).containsExactly(RunState.RUNNING, RunState.FINISHED);
        assertThat(world.view().tasks()).hasSize(1);
        framework.acknowledge(framework.statuses("t1").getLast());
        world.settle();
        assertThat(world.view().tasks()).isEmpty();
    }

    @Test
    void an_acknowledgement_that_fits_nothing_is_ignored() {
        launched();
        framework.call(new FrameworkCall.Acknowledge(A1, framework.key("t1").task(), new UUID(9, 9)));
        framework.call(new FrameworkCall.Acknowledge(A1, framework.key("t2").task(), new UUID(9, 9)));
        assertThat(world.view().tasks()).hasSize(1);
    }

    @Test
    void a_report_that_comes_twice_is_taken_once() {
        launched();
        world.cluster.repeat();
        world.settle();
        assertThat(framework.statuses("t1")).hasSize(1);
        assertThat(world.view().tasks().getFirst().statuses()).hasSize(1);
    }

    @Test
    void an_agent_that_comes_and_goes_unheard_does_not_fill_the_memory() {
        launched();
        for (int i = 0; i < 50; i++) {
            world.cluster.partition(A1);
            world.settle();
            world.cluster.heal(A1);
            world.settle();
        }
        assertThat(world.view().tasks().getFirst().statuses()).hasSizeLessThanOrEqualTo(16);
        assertThat(world.view().tasks().getFirst().state()).isEqualTo(RunState.RUNNING);
        world.checkReplay();
    }

    @Test
    void a_task_is_killed_and_a_second_kill_does_no_harm() {
        launched();
        framework.acknowledges = true;
        FrameworkCall kill = new FrameworkCall.Kill(framework.key("t1").task(), Optional.empty(), Optional.empty());
        framework.acknowledge(framework.statuses("t1").getFirst());
        framework.call(kill);
        framework.call(kill);
        assertThat(framework.states("t1").stream().distinct())
                .containsExactly(RunState.RUNNING, RunState.KILLED, RunState.UNKNOWN);
    }

    @Test
    void killing_a_task_nobody_knows_is_answered() {
        launched();
        framework.call(new FrameworkCall.Kill(framework.key("ghost").task(), Optional.of(A1), Optional.empty()));
        assertThat(framework.states("ghost")).containsExactly(RunState.GONE);
    }

    @Test
    void a_kill_reaches_an_agent_that_was_out_of_reach_when_it_returns() {
        launched();
        framework.acknowledges = true;
        framework.acknowledge(framework.statuses("t1").getFirst());
        world.cluster.partition(A1);
        world.settle();
        framework.call(new FrameworkCall.Kill(framework.key("t1").task(), Optional.empty(), Optional.empty()));
        assertThat(world.cluster.alive()).hasSize(1);
        world.cluster.heal(A1);
        world.settle();
        assertThat(world.cluster.alive()).isEmpty();
        assertThat(framework.states("t1").getLast()).isEqualTo(RunState.KILLED);
    }

    @Test
    void shutting_an_executor_down_ends_its_tasks() {
        world.agent("a1", "cpus:4;mem:4096");
        framework = world.subscribe("f");
        TaskSpec spec = framework.task("t1", "a1", "cpus:1;mem:10");
        TaskSpec ofExecutor = new TaskSpec(
                spec.id(),
                spec.name(),
                spec.agent(),
                spec.resources(),
                spec.command(),
                spec.ports(),
                spec.grace(),
                spec.labels(),
                Optional.of("e1"),
                Optional.empty(),
                "");
        framework.accept(framework.offerOf("a1"), new OfferOperation.Launch(List.of(ofExecutor)));
        framework.call(new FrameworkCall.Message(A1, "e1", "aGk="));
        framework.call(new FrameworkCall.Shutdown("e1", A1));
        assertThat(framework.states("t1")).containsExactly(RunState.RUNNING, RunState.KILLED);
    }

    @Test
    void reconciliation_tells_what_is_known_of_each_task() {
        launched();
        world.cluster.add("a2", "cpus:1");
        world.settle();
        world.cluster.partition(new AgentId("a2"));
        world.settle();
        framework.call(new FrameworkCall.Reconcile(List.of(
                asked("t1", Optional.empty()),
                asked("never", Optional.empty()),
                asked("here", Optional.of("a1")),
                asked("away", Optional.of("a2")),
                asked("nowhere", Optional.of("a3")))));
        assertThat(framework.states("t1").getLast()).isEqualTo(RunState.RUNNING);
        assertThat(framework.statuses("t1").getLast().uuid()).isEmpty();
        assertThat(framework.statuses("t1").getLast().reason()).isEqualTo("REASON_RECONCILIATION");
        assertThat(framework.states("never")).containsExactly(RunState.UNKNOWN);
        assertThat(framework.states("here")).containsExactly(RunState.GONE);
        assertThat(framework.states("away")).containsExactly(RunState.UNREACHABLE);
        assertThat(framework.states("nowhere")).containsExactly(RunState.UNKNOWN);
        int before = framework.statuses("t1").size();
        framework.call(new FrameworkCall.Reconcile(List.of()));
        assertThat(framework.statuses("t1")).hasSize(before + 1);
    }

    private FrameworkCall.Reconcile.Asked asked(String task, Optional<String> agent) {
        return new FrameworkCall.Reconcile.Asked(framework.key(task).task(), agent.map(AgentId::new));
    }
}
