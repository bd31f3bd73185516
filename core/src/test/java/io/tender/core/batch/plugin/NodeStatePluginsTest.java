package io.tender.core.batch.plugin;

import static io.tender.core.batch.plugin.TestSession.template;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tender.core.batch.plugin.TestSession.FakeJob;
import io.tender.model.batch.Node;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import io.tender.spi.batch.Vote;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** tdm, usage and rescheduling. */
class NodeStatePluginsTest {
    private static final Instant NOON = TestSession.NOON;
    private static final Map<String, Object> ZONE = Map.of("tdm.revocable-zone.night", "10:00-13:00");

    private final TestSession session = new TestSession()
            .node("n1", "cpu=10 memory=10Gi")
            .node("n2", "cpu=10 memory=10Gi", n -> n.labels(Map.of("volcano.sh/revocable-zone", "night")));

    private static Node.Usage usage(double cpu, double memory) {
        return new Node.Usage(cpu, memory, NOON.minusSeconds(60));
    }

    private FakeJob revocable(String id, int count) {
        return session.job(
                id, more -> more.preemptable(true), count, template("w", "cpu=1", t -> t.revocableZone("*")));
    }

    @Test
    void time_shared_nodes_are_for_marked_tasks_in_their_hours() {
        FakeJob marked = revocable("d/marked", 1);
        FakeJob plain = session.job("d/plain", 1, template("w", "cpu=1"));
        Hooks hooks = session.open("tdm", ZONE);

        assertThat(Asking.fits(hooks, marked.task(0), session.nodeNamed("n2"))).isEqualTo(Verdict.fits());
        assertThat(Asking.refusal(hooks, plain.task(0), session.nodeNamed("n2")))
                .contains("not marked");
        assertThat(Asking.fits(hooks, plain.task(0), session.nodeNamed("n1"))).isEqualTo(Verdict.fits());
        assertThat(Asking.score(hooks, marked.task(0), session.nodeNamed("n2"))).isEqualTo(100);
        assertThat(Asking.score(hooks, marked.task(0), session.nodeNamed("n1"))).isZero();
        assertThat(Asking.reach(hooks, plain.task(0))).isEqualTo(Reach.NODE);
        session.at(NOON.plusSeconds(7200));
        assertThat(Asking.refusal(session.open("tdm", ZONE), marked.task(0), session.nodeNamed("n2")))
                .contains("not the hours");
        assertThat(Asking.refusal(session.open("tdm"), marked.task(0), session.nodeNamed("n2")))
                .contains("has no hours");
    }

    @Test
    void a_job_can_be_marked_as_a_whole() {
        FakeJob marked = session.job("d/m", more -> more.revocableZone("*"), 1, template("w", "cpu=1"));
        Hooks hooks = session.open("tdm", ZONE);

        assertThat(Asking.fits(hooks, marked.task(0), session.nodeNamed("n2"))).isEqualTo(Verdict.fits());
        assertThat(Asking.reach(hooks, marked.task(0))).isEqualTo(Reach.CLUSTER);
    }

    @Test
    void hours_may_pass_midnight() {
        FakeJob marked = revocable("d/marked", 1);
        Map<String, Object> night = Map.of("tdm.revocable-zone.night", "22:00-13:00");

        assertThat(Asking.fits(session.open("tdm", night), marked.task(0), session.nodeNamed("n2"))
                        .isFit())
                .isTrue();
        session.at(NOON.plusSeconds(3600 * 5));
        assertThat(Asking.fits(session.open("tdm", night), marked.task(0), session.nodeNamed("n2"))
                        .isFit())
                .isFalse();
    }

    @Test
    void without_time_shared_nodes_tdm_has_nothing_to_say_of_nodes() {
        TestSession plain = new TestSession().node("n1", "cpu=1");
        FakeJob job = plain.job("d/j", 1, template("w", "cpu=1"));

        assertThat(Asking.reach(plain.open("tdm", ZONE), job.task(0))).isEqualTo(Reach.NONE);
    }

    @Test
    void when_the_hours_are_over_tasks_leave_within_their_budget() {
        FakeJob job = session.job(
                        "d/j",
                        more -> more.preemptable(true).budget("", "50%"),
                        4,
                        template("w", "cpu=1", t -> t.revocableZone("*")))
                .running("n2");
        session.at(NOON.plusSeconds(7200));
        BatchPlugin plugin = TestSession.make("tdm", ZONE, false);

        assertThat(plugin.open(session).of(HookKind.VICTIM_TASKS).getFirst().choose(job.all()))
                .hasSize(2);
        assertThat(plugin.open(session).of(HookKind.VICTIM_TASKS).getFirst().choose(job.all()))
                .as("once a minute")
                .isEmpty();
        session.at(NOON.plusSeconds(7260));
        assertThat(plugin.open(session).of(HookKind.VICTIM_TASKS).getFirst().choose(job.all()))
                .hasSize(2);
    }

    @Test
    void the_eviction_period_is_an_argument() {
        FakeJob job = revocable("d/j", 1).running("n2");
        session.at(NOON.plusSeconds(7200));
        BatchPlugin plugin = TestSession.make(
                "tdm", Map.of("tdm.revocable-zone.night", "10:00-13:00", "tdm.evict.period", "1s"), false);

        assertThat(plugin.open(session).of(HookKind.VICTIM_TASKS).getFirst().choose(job.all()))
                .hasSize(1);
        session.at(NOON.plusSeconds(7201));
        assertThat(plugin.open(session).of(HookKind.VICTIM_TASKS).getFirst().choose(job.all()))
                .hasSize(1);
    }

    @Test
    void in_their_hours_nobody_has_to_leave() {
        FakeJob job = revocable("d/j", 1).running("n2");

        assertThat(session.open("tdm", ZONE)
                        .of(HookKind.VICTIM_TASKS)
                        .getFirst()
                        .choose(job.all()))
                .isEmpty();
    }

    @Test
    void budgets_count_what_must_stay_and_what_may_be_missing() {
        FakeJob stays = session.job("d/a", more -> more.budget("3", ""), 4, template("w", "cpu=1"))
                .running("n1");
        FakeJob missing = session.job("d/b", more -> more.budget("", "2"), 4, template("w", "cpu=1"))
                .running("n1");
        missing.task(0).is(TaskStatus.PENDING);
        FakeJob free = session.job("d/c", 4, template("w", "cpu=1")).running("n1");

        assertThat(TdmPlugin.mayLose(stays)).isEqualTo(1);
        assertThat(TdmPlugin.mayLose(missing)).isEqualTo(1);
        assertThat(TdmPlugin.mayLose(free)).isEqualTo(4);
    }

    @Test
    void preemptable_work_makes_room_on_ordinary_nodes_and_evicts_nobody() {
        FakeJob away = revocable("d/away", 1).running("n2");
        FakeJob here = revocable("d/here", 1).running("n1");
        FakeJob plain = session.job("d/plain", 1, template("w", "cpu=1")).running("n1");
        FakeJob mine = session.job("d/mine", 1, template("w", "cpu=1"));
        Hooks hooks = session.open("tdm", ZONE);
        List<TaskView> all = List.of(away.task(0), here.task(0), plain.task(0));

        assertThat(Asking.preempt(hooks, mine.task(0), all).tasks()).containsExactly(here.task(0));
        assertThat(Asking.preempt(hooks, here.task(0), all).reason()).contains("evicts nobody");
    }

    @Test
    void jobs_that_cannot_leave_go_first_and_starve() {
        FakeJob soft = revocable("d/soft", 1);
        FakeJob firm = session.job("d/firm", 1, template("w", "cpu=1"));
        Hooks hooks = session.open("tdm", ZONE);
        var starving = hooks.of(HookKind.JOB_STARVING).getFirst();
        var pipelined = hooks.of(HookKind.JOB_PIPELINED).getFirst();

        assertThat(Asking.jobs(hooks, firm, soft)).isNegative();
        assertThat(starving.isStarving(firm)).isTrue();
        assertThat(starving.isStarving(soft)).isFalse();
        assertThat(pipelined.vote(firm).reason()).isEqualTo("0 of 1 tasks have a place");
        firm.task(0).on("n1", TaskStatus.PIPELINED);
        assertThat(pipelined.vote(firm)).isEqualTo(Vote.permit());
    }

    @Test
    void hours_and_periods_are_checked() {
        assertThat(TestSession.complaints("tdm", Map.of("tdm.revocable-zone.x", "10-12")))
                .containsExactly("tdm.revocable-zone.x");
        assertThat(TestSession.complaints("tdm", Map.of("tdm.revocable-zone.x", "25:00-26:00")))
                .containsExactly("tdm.revocable-zone.x");
        assertThat(TestSession.complaints("tdm", Map.of("tdm.evict.period", "often")))
                .containsExactly("tdm.evict.period");
    }

    @Test
    void a_node_that_is_really_busy_is_refused() {
        session.node("busy", "cpu=10 memory=10Gi", n -> n.usage(usage(81, 10)))
                .node("full", "cpu=10 memory=10Gi", n -> n.usage(usage(10, 95)))
                .node("old", "cpu=10 memory=10Gi", n -> n.usage(new Node.Usage(99, 99, NOON.minusSeconds(301))));
        FakeJob job = session.job("d/j", 1, template("w", "cpu=1"));
        Hooks hooks = session.open("usage");

        assertThat(Asking.refusal(hooks, job.task(0), session.nodeNamed("busy")))
                .isEqualTo("the node really uses 81.0% of its cpu, above 80.0%");
        assertThat(Asking.refusal(hooks, job.task(0), session.nodeNamed("full")))
                .contains("memory");
        assertThat(Asking.fits(hooks, job.task(0), session.nodeNamed("old"))).isEqualTo(Verdict.fits());
        assertThat(Asking.fits(hooks, job.task(0), session.nodeNamed("n1"))).isEqualTo(Verdict.fits());
        assertThat(Asking.fits(
                        session.open("usage", Map.of("thresholds", Map.of("cpu", 90, "mem", 99))),
                        job.task(0),
                        session.nodeNamed("busy")))
                .isEqualTo(Verdict.fits());
        assertThat(Asking.fits(
                        session.open("usage", Map.of("thresholds.cpu", 90)), job.task(0), session.nodeNamed("busy")))
                .isEqualTo(Verdict.fits());
    }

    @Test
    void idle_nodes_are_preferred_by_weight() {
        session.node("half", "cpu=10 memory=10Gi", n -> n.usage(usage(50, 20)));
        FakeJob job = session.job("d/j", 1, template("w", "cpu=1"));

        assertThat(Asking.score(session.open("usage"), job.task(0), session.nodeNamed("half")))
                .isCloseTo(65 * 5, within(1e-9));
        assertThat(Asking.score(
                        session.open("usage", Map.of("usage.weight", 1, "cpu.weight", 3, "memory.weight", 1)),
                        job.task(0),
                        session.nodeNamed("half")))
                .isCloseTo((3 * 50 + 80) / 4.0, within(1e-9));
        assertThat(Asking.score(session.open("usage"), job.task(0), session.nodeNamed("n1")))
                .isZero();
    }

    @Test
    void tasks_placed_after_the_measurement_are_guessed() {
        session.node("half", "cpu=10 memory=10Gi", n -> n.usage(usage(70, 0)));
        FakeJob job = session.job("d/j", 3, template("w", "cpu=1"));
        FakeJob idle = session.job("d/be", 1, template("w", ""));
        Hooks hooks = session.open("usage", Map.of("estimator", Map.of("be_cpu", "500m", "be_mem", "1Gi")));
        job.task(0).running("half").since(NOON.minusSeconds(3000));
        assertThat(Asking.fits(hooks, job.task(2), session.nodeNamed("half")).isFit())
                .isTrue();

        TestSession.allocate(hooks, idle.task(0), session.nodeNamed("half"));
        assertThat(Asking.fits(hooks, job.task(2), session.nodeNamed("half")).isFit())
                .as("70 + 5 x 1.2")
                .isTrue();
        TestSession.allocate(hooks, job.task(1), session.nodeNamed("half"));
        assertThat(Asking.refusal(hooks, job.task(2), session.nodeNamed("half")))
                .as("70 + 5 x 1.2 + 7 x 1.2")
                .contains("84.4%");
    }

    @Test
    void the_estimators_numbers_are_arguments() {
        session.node("half", "cpu=10 memory=10Gi", n -> n.usage(usage(50, 0)));
        FakeJob job = session.job("d/j", 2, template("w", "cpu=1"));
        Hooks hooks = session.open(
                "usage",
                Map.of(
                        "usage.weight", 1,
                        "memory.weight", 0,
                        "estimator.request_ratio", 1,
                        "estimator.risk_threshold", 0.5,
                        "estimator.risk_factor", 2));

        TestSession.allocate(hooks, job.task(0), session.nodeNamed("half"));
        assertThat(Asking.score(hooks, job.task(1), session.nodeNamed("half"))).isCloseTo(30, within(1e-9));
    }

    @Test
    void usage_arguments_are_checked() {
        assertThat(TestSession.complaints("usage", Map.of("thresholds", Map.of("cpu", 101, "disk", 5))))
                .containsExactly("thresholds.cpu", "thresholds.disk");
        assertThat(TestSession.complaints("usage", Map.of("thresholds", 80))).containsExactly("thresholds");
        assertThat(TestSession.complaints("usage", Map.of("estimator.burst_ratio", 0.5)))
                .containsExactly("estimator.burst_ratio");
        assertThat(TestSession.complaints("usage", Map.of("estimator.be_cpu", "lots")))
                .containsExactly("estimator.be_cpu");
        assertThat(TestSession.complaints("usage", Map.of("estimator.request_ratio", -1)))
                .containsExactly("estimator.request_ratio");
    }

    private static Map<String, Object> low(Map<String, Object> thresholds, Map<String, Object> targets) {
        return Map.of(
                "interval",
                "1m",
                "strategies",
                List.of(Map.of(
                        "name",
                        "lowNodeUtilization",
                        "params",
                        Map.of("thresholds", thresholds, "targetThresholds", targets))));
    }

    @Test
    void tasks_move_off_busy_nodes_while_others_have_little_to_do() {
        TestSession busy = new TestSession()
                .node("hot", "cpu=10 memory=10Gi", n -> n.usage(usage(90, 10)))
                .node("cold", "cpu=10 memory=10Gi", n -> n.usage(usage(5, 5)));
        FakeJob high = busy.job("d/high", more -> more.priority(9), 4, template("w", "cpu=1"))
                .running("hot");
        FakeJob low = busy.job("d/low", more -> more.priority(1), 5, template("w", "cpu=1"))
                .running("hot");
        List<TaskView> running = List.copyOf(
                Stream.concat(high.all().stream(), low.all().stream()).toList());
        BatchPlugin plugin = TestSession.make("rescheduling", low(Map.of("cpu", 20), Map.of("cpu", 70)), false);

        assertThat(plugin.open(busy).of(HookKind.VICTIM_TASKS).getFirst().choose(running))
                .containsExactly(low.task(0), low.task(1));
        assertThat(plugin.open(busy).of(HookKind.VICTIM_TASKS).getFirst().choose(running))
                .as("once per interval")
                .isEmpty();
        busy.at(NOON.plusSeconds(60));
        assertThat(plugin.open(busy).of(HookKind.VICTIM_TASKS).getFirst().choose(running))
                .hasSize(2);
    }

    @Test
    void no_more_move_than_the_idle_nodes_can_take() {
        TestSession busy = new TestSession()
                .node("hot", "cpu=10 memory=10Gi", n -> n.usage(usage(99, 10)))
                .node("cold", "cpu=2 memory=10Gi", n -> n.usage(usage(10, 5)));
        FakeJob low = busy.job("d/low", 9, template("w", "cpu=1")).running("hot");

        assertThat(busy.open("rescheduling", low(Map.of("cpu", 20), Map.of("cpu", 70)))
                        .of(HookKind.VICTIM_TASKS)
                        .getFirst()
                        .choose(low.all()))
                .hasSize(1);
    }

    @Test
    void nothing_moves_without_idle_nodes_or_fresh_measurements_or_thresholds() {
        TestSession busy = new TestSession()
                .node("hot", "cpu=10 memory=10Gi", n -> n.usage(usage(90, 10)))
                .node("warm", "cpu=10 memory=10Gi", n -> n.usage(usage(50, 10)));
        FakeJob low = busy.job("d/low", 9, template("w", "cpu=1")).running("hot");

        assertThat(busy.open("rescheduling", low(Map.of("cpu", 20), Map.of("cpu", 70)))
                        .of(HookKind.VICTIM_TASKS)
                        .getFirst()
                        .choose(low.all()))
                .isEmpty();
        assertThat(busy.open("rescheduling")
                        .of(HookKind.VICTIM_TASKS)
                        .getFirst()
                        .choose(low.all()))
                .isEmpty();
        busy.node("cold", "cpu=10 memory=10Gi", n -> n.usage(usage(1, 1))).at(NOON.plusSeconds(600));
        assertThat(busy.open("rescheduling", low(Map.of("cpu", 20), Map.of("cpu", 70)))
                        .of(HookKind.VICTIM_TASKS)
                        .getFirst()
                        .choose(low.all()))
                .isEmpty();
    }

    @Test
    void tasks_that_must_not_be_evicted_do_not_move() {
        TestSession busy = new TestSession()
                .node("hot", "cpu=10 memory=10Gi", n -> n.usage(usage(90, 10)))
                .node("cold", "cpu=10 memory=10Gi", n -> n.usage(usage(5, 5)));
        FakeJob firm = busy.job("d/firm", 2, template("w", "cpu=1", t -> t.preemptable(false)))
                .running("hot");

        assertThat(busy.open("rescheduling", low(Map.of("cpu", 20), Map.of("cpu", 70)))
                        .of(HookKind.VICTIM_TASKS)
                        .getFirst()
                        .choose(firm.all()))
                .isEmpty();
    }

    @Test
    void rescheduling_arguments_are_checked() {
        assertThat(TestSession.complaints("rescheduling", Map.of("interval", "x", "metricsPeriod", "y")))
                .containsExactly("interval", "metricsPeriod");
        assertThat(TestSession.complaints("rescheduling", Map.of("strategies", List.of(Map.of("name", "magic")))))
                .containsExactly("strategies.name");
        assertThat(TestSession.complaints("rescheduling", low(Map.of("cpu", 80), Map.of("cpu", 70))))
                .containsExactly("thresholds.cpu");
        assertThat(TestSession.complaints("rescheduling", low(Map.of("gpu", 80), Map.of())))
                .containsExactly("thresholds.gpu");
        assertThat(TestSession.complaints("rescheduling", Map.of("strategies", "low")))
                .containsExactly("strategies");
    }
}
