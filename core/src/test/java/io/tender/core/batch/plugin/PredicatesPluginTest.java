package io.tender.core.batch.plugin;

import static io.tender.core.batch.plugin.TestSession.template;
import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.plugin.TestSession.FakeJob;
import io.tender.model.Value;
import io.tender.model.batch.HostPort;
import io.tender.model.batch.NodeAffinity;
import io.tender.model.batch.PodAffinity;
import io.tender.model.batch.Requirement;
import io.tender.model.batch.Selector;
import io.tender.model.batch.SpreadConstraint;
import io.tender.model.batch.Taint;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.batch.Toleration;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PredicatesPluginTest {
    private static final Selector DB = Selector.labels(Map.of("app", "db"));

    private final TestSession session = new TestSession()
            .node("n1", "cpu=10", n -> n.labels(Map.of("zone", "a", "disk", "ssd")))
            .node("n2", "cpu=10", n -> n.labels(Map.of("zone", "a")))
            .node("n3", "cpu=10", n -> n.labels(Map.of("zone", "b")))
            .node("n4", "cpu=10");

    private FakeJob job(String id, UnaryOperator<TaskTemplate.Builder> more) {
        return session.job(id, 3, template("w", "cpu=1", more));
    }

    private List<String> fitting(Hooks hooks, FakeJob job) {
        return session.nodes().stream()
                .filter(node -> Asking.fits(hooks, job.task(2), node).isFit())
                .map(node -> node.name())
                .toList();
    }

    private static PodAffinity together(PodAffinity.Term... terms) {
        return new PodAffinity(List.of(terms), List.of(), List.of(), List.of());
    }

    private static PodAffinity apart(PodAffinity.Term... terms) {
        return new PodAffinity(List.of(), List.of(terms), List.of(), List.of());
    }

    private static PodAffinity.Term beside(Selector selector, String key) {
        return new PodAffinity.Term(selector, key, List.of());
    }

    @Test
    void plain_tasks_on_plain_nodes_are_not_looked_at() {
        FakeJob job = job("d/j", t -> t);

        assertThat(Asking.reach(session.open("predicates"), job.task(0))).isEqualTo(Reach.NONE);
    }

    @Test
    void a_closed_node_takes_only_those_who_tolerate_it() {
        session.node("n5", "cpu=10", n -> n.unschedulable(true));
        FakeJob job = job("d/j", t -> t);
        FakeJob brave = job("d/brave", t -> t.tolerations(List.of(new Toleration("", true, "", Optional.empty()))));
        Hooks hooks = session.open("predicates");

        assertThat(fitting(hooks, job)).containsExactly("n1", "n2", "n3", "n4");
        assertThat(fitting(hooks, brave)).contains("n5");
        assertThat(Asking.reach(hooks, job.task(0))).isEqualTo(Reach.MACHINE);
        assertThat(Asking.refusal(hooks, job.task(0), session.nodeNamed("n5")))
                .isEqualTo("the node takes no new tasks");
    }

    @Test
    void selector_and_required_affinity_choose_nodes() {
        FakeJob ssd = job("d/ssd", t -> t.nodeSelector(Map.of("disk", "ssd")));
        NodeAffinity zoned = new NodeAffinity(
                List.of(
                        Selector.labels(Map.of("zone", "b")),
                        new Selector(List.of(new Requirement("zone", Requirement.Operator.DOES_NOT_EXIST, List.of())))),
                List.of());
        FakeJob either = job("d/either", t -> t.nodeAffinity(zoned));
        Hooks hooks = session.open("predicates");

        assertThat(fitting(hooks, ssd)).containsExactly("n1");
        assertThat(fitting(hooks, either)).containsExactly("n3", "n4");
        assertThat(Asking.reach(hooks, ssd.task(0))).isEqualTo(Reach.MACHINE);
        Verdict verdict = Asking.fits(hooks, ssd.task(0), session.nodeNamed("n2"));
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo(Verdict.Code.UNRESOLVABLE));
        assertThat(fitting(session.open("predicates", Map.of("predicate.NodeAffinityEnable", false)), ssd))
                .hasSize(4);
    }

    @Test
    void taints_keep_off_who_does_not_tolerate_them() {
        Taint taint = new Taint("gpu", "yes", Taint.Effect.NO_SCHEDULE);
        session.node("n5", "cpu=10", n -> n.taints(List.of(taint)))
                .node("n6", "cpu=10", n -> n.taints(List.of(new Taint("x", "", Taint.Effect.NO_EXECUTE))))
                .node("n7", "cpu=10", n -> n.taints(List.of(new Taint("y", "", Taint.Effect.PREFER_NO_SCHEDULE))));
        FakeJob plain = job("d/plain", t -> t);
        FakeJob gpu = job("d/gpu", t -> t.tolerations(List.of(new Toleration("gpu", false, "yes", Optional.empty()))));
        Hooks hooks = session.open("predicates");

        assertThat(fitting(hooks, plain)).doesNotContain("n5", "n6").contains("n7");
        assertThat(fitting(hooks, gpu)).contains("n5").doesNotContain("n6");
        assertThat(Asking.refusal(hooks, plain.task(0), session.nodeNamed("n5")))
                .isEqualTo("the task does not tolerate the node's taint gpu=yes:NoSchedule");
        assertThat(fitting(session.open("predicates", Map.of("predicate.TaintTolerationEnable", false)), plain))
                .contains("n5", "n6");
    }

    @Test
    void a_port_is_open_once_per_node() {
        UnaryOperator<TaskTemplate.Builder> web = t -> t.ports(List.of(new HostPort("TCP", "", 80)));
        FakeJob running = job("d/running", web);
        running.task(0).running("n1");
        FakeJob job = job("d/j", web);
        Hooks hooks = session.open("predicates");

        assertThat(fitting(hooks, job)).containsExactly("n2", "n3", "n4");
        assertThat(Asking.reach(hooks, job.task(0))).isEqualTo(Reach.NODE);
        assertThat(Asking.fits(hooks, job.task(0), session.nodeNamed("n1")))
                .isEqualTo(Verdict.unschedulable("port 80/TCP is taken by task 'd/running-0'"));
        TestSession.evict(hooks, running.task(0));
        assertThat(fitting(hooks, job)).contains("n1");
        assertThat(fitting(session.open("predicates", Map.of("predicate.NodePortsEnable", false)), job))
                .hasSize(4);
    }

    @Test
    void a_node_that_says_which_ports_it_has_gives_each_number_to_one_task() {
        session.node("n5", "cpu=10", n -> n.ports(Value.Ranges.of(80, 90)));
        FakeJob udp = job("d/udp", t -> t.ports(List.of(new HostPort("UDP", "10.0.0.1", 80))));
        udp.task(0).running("n5");
        FakeJob same = job("d/same", t -> t.ports(List.of(new HostPort("TCP", "", 80))));
        FakeJob other = job("d/other", t -> t.ports(List.of(new HostPort("TCP", "", 81))));
        FakeJob outside = job("d/outside", t -> t.ports(List.of(new HostPort("TCP", "", 91))));
        Hooks hooks = session.open("predicates");

        assertThat(fitting(hooks, same)).doesNotContain("n5");
        assertThat(fitting(hooks, other)).contains("n5");
        assertThat(Asking.fits(hooks, outside.task(0), session.nodeNamed("n5")))
                .isEqualTo(Verdict.never("port 91 is not among the ports the node has, or somebody else has it"));
    }

    @Test
    void a_task_that_was_ending_before_the_session_keeps_its_port() {
        UnaryOperator<TaskTemplate.Builder> web = t -> t.ports(List.of(new HostPort("TCP", "", 80)));
        job("d/ending", web).task(0).on("n1", TaskStatus.RELEASING);
        FakeJob job = job("d/j", web);

        assertThat(fitting(session.open("predicates"), job)).doesNotContain("n1");
    }

    @Test
    void pod_affinity_wants_a_matching_task_in_the_domain() {
        job("d/db", t -> t.labels(Map.of("app", "db"))).task(0).running("n1");
        FakeJob job = job("d/j", t -> t.podAffinity(together(beside(DB, "zone"))));
        Hooks hooks = session.open("predicates");

        assertThat(fitting(hooks, job)).containsExactly("n1", "n2");
        assertThat(Asking.reach(hooks, job.task(0))).isEqualTo(Reach.CLUSTER);
        assertThat(Asking.refusal(hooks, job.task(0), session.nodeNamed("n4"))).contains("no label 'zone'");
        assertThat(fitting(session.open("predicates", Map.of("predicate.PodAffinityEnable", false)), job))
                .hasSize(4);
    }

    @Test
    void pod_affinity_looks_in_its_own_namespace_unless_told_otherwise() {
        job("other/db", t -> t.labels(Map.of("app", "db"))).task(0).running("n3");
        FakeJob own = job("d/own", t -> t.podAffinity(together(beside(DB, "zone"))));
        FakeJob both =
                job("d/both", t -> t.podAffinity(together(new PodAffinity.Term(DB, "zone", List.of("d", "other")))));
        Hooks hooks = session.open("predicates");

        assertThat(fitting(hooks, own)).isEmpty();
        assertThat(fitting(hooks, both)).containsExactly("n3");
    }

    @Test
    void the_first_of_a_group_that_wants_to_be_together_may_go_anywhere() {
        FakeJob job = job("d/db", t -> t.labels(Map.of("app", "db")).podAffinity(together(beside(DB, "zone"))));
        Hooks hooks = session.open("predicates");

        assertThat(fitting(hooks, job)).containsExactly("n1", "n2", "n3");
        TestSession.allocate(hooks, job.task(0), session.nodeNamed("n3"));
        assertThat(fitting(hooks, job)).containsExactly("n3");
        TestSession.undo(hooks, job.task(0));
        assertThat(fitting(hooks, job)).hasSize(3);
    }

    @Test
    void anti_affinity_keeps_apart_and_evictions_help() {
        FakeJob db = job("d/db", t -> t.labels(Map.of("app", "db")));
        db.task(0).running("n1");
        FakeJob job = job("d/j", t -> t.podAffinity(apart(beside(DB, "zone"))));
        Hooks hooks = session.open("predicates");

        assertThat(fitting(hooks, job)).containsExactly("n3", "n4");
        assertThat(Asking.fits(hooks, job.task(0), session.nodeNamed("n2")))
                .isEqualTo(Verdict.unschedulable("tasks that the pod anti-affinity forbids are in zone=a"));
        TestSession.evict(hooks, db.task(0));
        assertThat(fitting(hooks, job)).hasSize(4);
    }

    @Test
    void required_anti_affinity_binds_those_who_come_later() {
        FakeJob shy = job("d/shy", t -> t.podAffinity(apart(beside(DB, "zone"))));
        shy.task(0).running("n1");
        FakeJob db = job("d/db", t -> t.labels(Map.of("app", "db")));
        FakeJob web = job("d/web", t -> t.labels(Map.of("app", "web")));
        Hooks hooks = session.open("predicates");

        assertThat(fitting(hooks, db)).containsExactly("n3", "n4");
        assertThat(Asking.reach(hooks, db.task(0))).isEqualTo(Reach.CLUSTER);
        assertThat(Asking.reach(hooks, web.task(0))).isEqualTo(Reach.NONE);
        assertThat(Asking.refusal(hooks, db.task(0), session.nodeNamed("n2")))
                .isEqualTo("tasks whose pod anti-affinity forbids this one are in zone=a");
    }

    @Test
    void anti_affinity_to_itself_spreads_a_job() {
        FakeJob job = job("d/db", t -> t.labels(Map.of("app", "db")).podAffinity(apart(beside(DB, "zone"))));
        Hooks hooks = session.open("predicates");

        TestSession.allocate(hooks, job.task(0), session.nodeNamed("n1"));
        TestSession.pipeline(hooks, job.task(1), session.nodeNamed("n3"));
        assertThat(fitting(hooks, job)).containsExactly("n4");
    }

    @Test
    void a_dry_run_is_seen_by_the_neighbours() {
        FakeJob db = job("d/db", t -> t.labels(Map.of("app", "db")));
        db.task(0).running("n1");
        FakeJob job = job("d/j", t -> t.podAffinity(apart(beside(DB, "zone"))));
        Hooks hooks = session.open("predicates");

        assertThat(fitting(hooks, job)).hasSize(2);
        TestSession.simulate(hooks, HookKind.SIMULATE_REMOVE_TASK, db.task(0), session.nodeNamed("n1"));
        assertThat(fitting(hooks, job)).hasSize(4);
        TestSession.simulate(hooks, HookKind.SIMULATE_ADD_TASK, db.task(0), session.nodeNamed("n1"));
        assertThat(fitting(hooks, job)).hasSize(2);
    }

    @Test
    void spread_keeps_domains_even() {
        UnaryOperator<TaskTemplate.Builder> even =
                t -> t.labels(Map.of("app", "db")).spread(List.of(new SpreadConstraint(1, "zone", true, DB)));
        FakeJob job = job("d/j", even);
        Hooks hooks = session.open("predicates");

        assertThat(fitting(hooks, job)).containsExactly("n1", "n2", "n3");
        TestSession.allocate(hooks, job.task(0), session.nodeNamed("n1"));
        assertThat(fitting(hooks, job)).containsExactly("n3");
        assertThat(Asking.refusal(hooks, job.task(2), session.nodeNamed("n2")))
                .isEqualTo("the topology spread over 'zone' would be 2 of 1 in a");
        TestSession.allocate(hooks, job.task(1), session.nodeNamed("n3"));
        assertThat(fitting(hooks, job)).containsExactly("n1", "n2", "n3");
        assertThat(fitting(session.open("predicates", Map.of("predicate.PodTopologySpreadEnable", false)), job))
                .hasSize(4);
    }

    @Test
    void spread_compares_only_domains_the_task_could_go_to() {
        FakeJob job = job(
                "d/j",
                t -> t.labels(Map.of("app", "db"))
                        .nodeSelector(Map.of("zone", "a"))
                        .spread(List.of(new SpreadConstraint(1, "zone", true, DB))));
        job.task(0).running("n1");
        job.task(1).running("n2");

        assertThat(fitting(session.open("predicates"), job)).containsExactly("n1", "n2");
    }

    @Test
    void a_wish_to_spread_refuses_nothing() {
        FakeJob job = job("d/j", t -> t.spread(List.of(new SpreadConstraint(1, "zone", false, DB))));
        Hooks hooks = session.open("predicates");

        assertThat(Asking.reach(hooks, job.task(0))).isEqualTo(Reach.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "predicate.NodeVolumeLimitsEnable",
                "predicate.VolumeZoneEnable",
                "predicate.VolumeBindingEnable",
                "predicate.DynamicResourceAllocationEnable"
            })
    void what_needs_a_kubelet_is_accepted_only_when_off(String name) {
        assertThat(TestSession.complaints("predicates", Map.of(name, true))).containsExactly(name);
        assertThat(TestSession.complaints("predicates", Map.of(name, "false"))).isEmpty();
    }

    @Test
    void a_switch_that_is_neither_on_nor_off_is_a_mistake() {
        assertThat(TestSession.complaints("predicates", Map.of("predicate.NodePortsEnable", "maybe")))
                .containsExactly("predicate.NodePortsEnable");
        assertThat(TestSession.complaints("predicates", Map.of("predicate.NodePort", true)))
                .containsExactly("predicate.NodePort");
    }
}
