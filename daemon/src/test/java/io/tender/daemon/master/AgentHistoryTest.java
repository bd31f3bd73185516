package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.cluster.RunState;
import io.tender.model.AgentId;
import io.tender.model.Unavailability;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Agents that nobody has heard of for long are not kept for ever. */
final class AgentHistoryTest {
    private static final AgentId A1 = new AgentId("a1");
    private static final Duration LOOK = Duration.ofMinutes(16);

    private final World world = new World(settings -> settings.withAgentHistory(2, 2, Duration.ofHours(10)));

    private List<String> agents() {
        return world.view().agents().stream()
                .map(agent -> agent.agent().id().value())
                .toList();
    }

    @Test
    void an_agent_out_of_reach_is_forgotten_after_its_time_with_its_tasks() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework =
                world.subscribe(Subscription.of("f", World.ROLE).withFailoverTimeout(Duration.ofDays(30)));
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.cluster.partition(A1);
        world.settle();
        world.leap(Duration.ofHours(9));
        assertThat(agents()).containsExactly("a1");

        world.leap(Duration.ofHours(1).plus(LOOK));

        assertThat(agents()).isEmpty();
        assertThat(framework.states("t1"))
                .startsWith(RunState.RUNNING, RunState.UNREACHABLE)
                .endsWith(RunState.GONE);
        assertThat(world.view().tasks()).isEmpty();
        world.checkReplay();
        world.cluster.heal(A1);
        world.settle();
        assertThat(agents()).as("a new one").containsExactly("a1");
        assertThat(world.cluster.alive()).as("whose task was told to be over").isEmpty();
    }

    @Test
    void a_clock_that_is_set_far_forward_forgets_nobody() {
        world.agent("a1", "cpus:4;mem:4096");
        world.cluster.partition(A1);
        world.settle();

        world.host().setClock(Duration.ofDays(400));
        world.leap(LOOK);

        assertThat(agents()).containsExactly("a1");
    }

    @Test
    void of_too_many_out_of_reach_those_are_forgotten_that_are_missed_longest() {
        for (String name : List.of("a1", "a2", "a3", "a4")) {
            world.agent(name, "cpus:1;mem:10");
            world.leap(Duration.ofMinutes(1));
        }
        for (String name : List.of("a3", "a1", "a2")) {
            world.cluster.partition(new AgentId(name));
            world.leap(Duration.ofMinutes(1));
        }
        world.leap(LOOK);

        assertThat(agents()).containsExactly("a1", "a2", "a4");
        world.checkReplay();
    }

    @Test
    void an_agent_marked_gone_may_come_back_once_that_is_forgotten() {
        world.agent("a1", "cpus:4;mem:4096");
        world.operator().markGone(A1);
        world.restart();
        world.cluster.heal(A1);
        world.settle();
        assertThat(agents()).as("remembered over a restart").isEmpty();

        world.leap(Duration.ofHours(10).plus(LOOK));
        world.checkReplay();
        world.cluster.heal(A1);
        world.settle();

        assertThat(agents()).containsExactly("a1");
    }

    @Test
    void a_machine_under_maintenance_is_expected_back_however_long_it_takes() {
        world.agent("a1", "cpus:4;mem:4096");
        world.operator()
                .schedule(List.of(
                        new MaintenanceWindow(List.of("a1.host"), new Unavailability(world.now(), Optional.empty()))));
        world.operator().startMaintenance(List.of("a1.host"));
        world.leap(Duration.ofDays(30));

        assertThat(agents()).containsExactly("a1");
    }

    @Test
    void what_mesos_remembers_is_remembered_here() {
        MasterSettings usual = MasterSettings.defaults("m");

        assertThat(usual.maxAgentAge()).isEqualTo(Duration.ofDays(14));
        assertThat(usual.maxUnreachableAgents()).isEqualTo(102_400);
        assertThat(usual.maxGoneAgents()).isEqualTo(102_400);
    }
}
