package io.tender.daemon.cluster.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.Heard;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.cluster.TaskReport;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.service.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class SimulatedClusterTest {
    private static final AgentId FIRST = new AgentId("agent-1");
    private static final String TWO_AGENTS = """
            agents:
              - count: 2
                resources: "cpus:8;mem:8192"
            tasks:
              runsFor: 10mins
            """;

    private final SteppedTimers timers = new SteppedTimers();
    private final Heard heard = new Heard();

    private SimulatedCluster started(String text, TaskOrder... known) {
        SimulatedCluster cluster = new SimulatedCluster(SimulatedFile.read("agents.yaml", text), timers);
        cluster.start(heard, List.of(known));
        timers.pass(Duration.ZERO);
        return cluster;
    }

    private static TaskKey key(String id) {
        return new TaskKey(new FrameworkId("framework"), new TaskId(id));
    }

    private static TaskOrder order(String id, AgentId agent, Optional<Duration> runsFor) {
        return new TaskOrder(
                key(id),
                id,
                agent,
                Resources.parse("cpus:1"),
                Command.exec(),
                new TreeMap<>(),
                Duration.ofSeconds(3),
                runsFor,
                new TreeMap<>());
    }

    @Test
    void agents_join_with_what_they_have() {
        SimulatedCluster cluster = started("""
                agents:
                  - count: 3
                    name: "r{rack}-{n}"
                    resources: "cpus:8;mem:8192"
                    attributes: "ssd:true"
                    region: north
                    zone: a
                    racks: 2
                """);

        assertThat(heard.joined())
                .extracting(report -> report.agent().id().value())
                .containsExactly("r1-1", "r2-2", "r1-3");
        assertThat(heard.joined().getFirst().resources()).isEqualTo(Resources.parse("cpus:8;mem:8192"));
        assertThat(heard.joined()
                        .getFirst()
                        .agent()
                        .attribute("rack")
                        .orElseThrow()
                        .value())
                .hasToString("rack-1");
        assertThat(cluster.has(new AgentId("r1-1"))).isTrue();
        assertThat(cluster.has(FIRST)).isFalse();
    }

    @Test
    void a_task_runs_for_the_time_its_order_says_or_for_the_usual_one() {
        SimulatedCluster cluster = started(TWO_AGENTS);
        cluster.launch(order("short", FIRST, Optional.of(Duration.ofSeconds(5))));
        cluster.launch(order("usual", FIRST, Optional.empty()));

        timers.pass(Duration.ofSeconds(6));
        assertThat(heard.states(key("short"))).containsExactly(RunState.RUNNING, RunState.FINISHED);
        assertThat(heard.states(key("usual"))).containsExactly(RunState.RUNNING);
        timers.pass(Duration.ofMinutes(10));
        assertThat(heard.states(key("usual"))).endsWith(RunState.FINISHED);
    }

    @Test
    void a_report_is_said_again_until_it_is_acknowledged() {
        SimulatedCluster cluster = started(TWO_AGENTS);
        cluster.launch(order("a", FIRST, Optional.empty()));
        timers.pass(Duration.ofSeconds(25));
        assertThat(heard.states(key("a"))).hasSizeBetween(2, 3).containsOnly(RunState.RUNNING);

        TaskReport running = heard.reports().getFirst();
        cluster.acknowledge(FIRST, key("a"), running.uuid());
        int before = heard.reports().size();
        timers.pass(Duration.ofMinutes(5));
        assertThat(heard.reports()).hasSize(before);
    }

    @Test
    void a_kill_ends_a_task_after_a_moment_and_an_unknown_one_is_gone() {
        SimulatedCluster cluster = started(TWO_AGENTS);
        cluster.launch(order("a", FIRST, Optional.empty()));
        timers.pass(Duration.ofSeconds(1));
        cluster.kill(FIRST, key("a"), Duration.ofSeconds(3));
        cluster.kill(FIRST, key("b"), Duration.ofSeconds(3));
        cluster.kill(FIRST, key("a"), Duration.ofSeconds(3));
        timers.pass(Duration.ofSeconds(1));

        assertThat(heard.states(key("a"))).containsExactly(RunState.RUNNING, RunState.KILLED);
        assertThat(heard.states(key("b"))).containsExactly(RunState.GONE);
    }

    @Test
    void an_order_that_comes_twice_runs_once_and_one_for_nobody_is_an_error() {
        SimulatedCluster cluster = started(TWO_AGENTS);
        TaskOrder order = order("a", FIRST, Optional.of(Duration.ofSeconds(2)));
        cluster.launch(order);
        cluster.launch(order);
        cluster.launch(order("b", new AgentId("nobody"), Optional.empty()));
        timers.pass(Duration.ofSeconds(5));

        assertThat(heard.states(key("a")).stream().filter(RunState::isTerminal)).hasSize(1);
        assertThat(heard.states(key("b"))).containsExactly(RunState.ERROR);
    }

    @Test
    void after_a_restart_known_tasks_are_taken_over_with_fresh_run_times() {
        started(TWO_AGENTS, order("a", FIRST, Optional.of(Duration.ofMinutes(1))));

        assertThat(heard.joined().getFirst().tasks())
                .extracting(TaskReport::state)
                .containsExactly(RunState.RUNNING);
        timers.pass(Duration.ofMinutes(2));
        assertThat(heard.states(key("a"))).contains(RunState.FINISHED);
    }

    @Test
    void what_was_said_of_a_task_before_a_restart_is_nothing_new_after_it() {
        started(TWO_AGENTS).launch(order("a", FIRST, Optional.empty()));
        timers.pass(Duration.ofSeconds(1));
        TaskReport before = heard.reports().getLast();
        started(TWO_AGENTS, order("a", FIRST, Optional.empty()));

        assertThat(before.state()).isEqualTo(RunState.RUNNING);
        assertThat(heard.joined().get(2).tasks())
                .singleElement()
                .extracting(TaskReport::uuid)
                .isEqualTo(before.uuid());
    }

    @Test
    void an_agent_out_of_reach_says_what_happened_meanwhile_when_it_is_back() {
        SimulatedCluster cluster = started("""
                seed: 3
                agents:
                  - {count: 1, resources: "cpus:8"}
                faults: {every: 1hrs, lasting: 10mins}
                """);
        while (heard.gone().isEmpty()) {
            timers.pass(Duration.ofSeconds(1));
            if (heard.reports().isEmpty()) {
                cluster.launch(order("a", FIRST, Optional.empty()));
            }
        }
        int joined = heard.joined().size();
        timers.pass(Duration.ofMinutes(11));

        assertThat(heard.gone()).containsExactly("unreachable agent-1");
        assertThat(heard.joined()).hasSize(joined + 1);
    }

    @Test
    void the_same_seed_gives_the_same_failures() {
        String text = """
                seed: 7
                agents:
                  - {count: 1, resources: "cpus:8"}
                tasks:
                  runsFor: {distribution: uniform, least: 1secs, most: 1mins}
                  failing: 0.3
                """;
        List<RunState> first = ends(text);
        assertThat(first).hasSize(50).contains(RunState.FAILED, RunState.FINISHED);
        assertThat(ends(text)).isEqualTo(first);
    }

    private static List<RunState> ends(String text) {
        SteppedTimers time = new SteppedTimers();
        Heard all = new Heard();
        SimulatedCluster cluster = new SimulatedCluster(SimulatedFile.read("agents.yaml", text), time);
        cluster.start(all, List.of());
        for (int i = 0; i < 50; i++) {
            cluster.launch(order("t" + i, FIRST, Optional.empty()));
        }
        time.pass(Duration.ofSeconds(61));
        return all.reports().stream()
                .filter(report -> report.state().isTerminal())
                .collect(Collectors.toMap(TaskReport::key, TaskReport::state, (one, again) -> one, TreeMap::new))
                .values()
                .stream()
                .toList();
    }

    @Test
    void ten_thousand_agents_and_a_hundred_thousand_tasks_are_no_burden() {
        SimulatedCluster cluster = started("""
                agents:
                  - {count: 10000, resources: "cpus:32;mem:65536"}
                tasks: {runsFor: 1mins}
                """);
        assertThat(heard.joined()).hasSize(10_000);
        for (int i = 0; i < 100_000; i++) {
            cluster.launch(order("t" + i, new AgentId("agent-" + (i % 10_000 + 1)), Optional.empty()));
        }
        timers.pass(Duration.ofSeconds(5));
        assertThat(heard.reports()).hasSize(100_000);
        for (TaskReport report : heard.reports()) {
            cluster.acknowledge(report.agent(), report.key(), report.uuid());
        }
        timers.pass(Duration.ofSeconds(60));
        assertThat(heard.reports().stream().filter(report -> report.state() == RunState.FINISHED))
                .hasSizeGreaterThanOrEqualTo(100_000);
    }
}
