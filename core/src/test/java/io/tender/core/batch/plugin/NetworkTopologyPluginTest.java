package io.tender.core.batch.plugin;

import static io.tender.core.batch.plugin.TestSession.template;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tender.core.batch.plugin.TestSession.FakeJob;
import io.tender.model.batch.NetworkTopology;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.HyperNodeView;
import io.tender.spi.batch.Reach;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class NetworkTopologyPluginTest {
    private final TestSession session = new TestSession()
            .node("n1", "cpu=10")
            .node("n2", "cpu=10")
            .node("n3", "cpu=10")
            .node("n4", "cpu=10")
            .domain("r1", 1, "n1", "n2")
            .domain("r2", 1, "n3")
            .domain("s1", 2, "r1", "r2")
            .domain("all", 3, "s1", "n4");

    private static NetworkTopology hard(int tier) {
        return new NetworkTopology(true, OptionalInt.of(tier), Optional.empty());
    }

    private FakeJob job(NetworkTopology topology) {
        return session.job("d/j", more -> more.topology(topology), 2, template("w", "cpu=2"));
    }

    private List<List<HyperNodeView>> gradient(Hooks hooks, FakeJob job) {
        return hooks.of(HookKind.HYPER_NODE_GRADIENT).getFirst().domains(job, session.domainNamed("all"));
    }

    private static List<List<String>> names(List<List<HyperNodeView>> gradient) {
        return gradient.stream()
                .map(domains -> domains.stream().map(HyperNodeView::name).toList())
                .toList();
    }

    @Test
    void hard_jobs_try_close_domains_first_and_none_too_wide() {
        Hooks hooks = session.open("network-topology-aware");

        assertThat(names(gradient(hooks, job(hard(2))))).containsExactly(List.of("r1", "r2"), List.of("s1"));
        assertThat(names(gradient(hooks, job(hard(1))))).containsExactly(List.of("r1", "r2"));
    }

    @Test
    void a_tier_can_be_given_by_name_and_an_unknown_name_allows_nothing() {
        Hooks hooks = session.open("network-topology-aware");

        assertThat(names(gradient(hooks, job(new NetworkTopology(true, OptionalInt.empty(), Optional.of("tier-1"))))))
                .containsExactly(List.of("r1", "r2"));
        assertThat(gradient(hooks, job(new NetworkTopology(true, OptionalInt.empty(), Optional.of("planet")))))
                .isEmpty();
        assertThat(names(gradient(hooks, job(new NetworkTopology(true, OptionalInt.empty(), Optional.empty())))))
                .hasSize(3);
    }

    @Test
    void soft_and_plain_jobs_use_what_they_are_given() {
        Hooks hooks = session.open("network-topology-aware");

        assertThat(names(gradient(hooks, job(new NetworkTopology(false, OptionalInt.of(1), Optional.empty())))))
                .containsExactly(List.of("all"));
        assertThat(names(gradient(hooks, session.job("d/plain", 1, template("w", "cpu=1")))))
                .containsExactly(List.of("all"));
    }

    @Test
    void a_job_that_has_a_domain_stays_around_it() {
        FakeJob job = job(hard(2)).inDomain("r2");

        assertThat(names(gradient(session.open("network-topology-aware"), job)))
                .containsExactly(List.of("r2"), List.of("s1"));
    }

    @Test
    void sub_groups_have_domains_of_their_own() {
        FakeJob job = job(hard(1));

        assertThat(names(session.open("network-topology-aware")
                        .of(HookKind.SUB_JOB_GRADIENT)
                        .getFirst()
                        .domains(job.subJobs().getFirst(), session.domainNamed("s1"))))
                .containsExactly(List.of("r1", "r2"));
    }

    @Test
    void evicting_gangs_look_at_few_domains() {
        session.during("gangpreempt");
        Hooks hooks = session.open("network-topology-aware", Map.of("hypernode.gradient.evict.max-hypernodes", 1));

        assertThat(names(gradient(hooks, job(hard(2))))).containsExactly(List.of("r1"), List.of("s1"));
    }

    @Test
    void fuller_domains_are_better_while_the_group_fits() {
        session.job("d/r", 2, template("w", "cpu=2")).task(0).running("n3");
        FakeJob job = job(hard(1));
        Hooks hooks = session.open("network-topology-aware", Map.of("weight", 2));
        var order = hooks.of(HookKind.HYPER_NODE_ORDER).getFirst();
        List<HyperNodeView> racks = List.of(session.domainNamed("r1"), session.domainNamed("r2"));

        var scores = order.score(job.subJobs().getFirst(), racks);
        assertThat(scores.getOrDefault("r1", 0.0)).isCloseTo(40, within(1e-9));
        assertThat(scores.getOrDefault("r2", 0.0)).isCloseTo(120, within(1e-9));
        FakeJob more = session.job("d/more", 4, template("w", "cpu=2"));
        for (int i = 0; i < 4; i++) {
            TestSession.allocate(hooks, more.task(i), session.nodeNamed("n3"));
        }
        assertThat(order.score(job.subJobs().getFirst(), racks)).containsEntry("r2", 0.0);
        TestSession.undo(hooks, more.task(3));
        TestSession.undo(hooks, more.task(2));
        assertThat(order.score(job.subJobs().getFirst(), racks).getOrDefault("r2", 0.0))
                .isCloseTo(200, within(1e-9));
    }

    @Test
    void domains_close_to_what_a_job_has_are_better() {
        FakeJob job = job(new NetworkTopology(false, OptionalInt.empty(), Optional.empty()))
                .inDomain("r1");
        var order = session.open("network-topology-aware")
                .of(HookKind.HYPER_NODE_ORDER)
                .getFirst();

        var scores =
                order.score(job.subJobs().getFirst(), List.of(session.domainNamed("r1"), session.domainNamed("r2")));
        assertThat(scores.getOrDefault("r1", 0.0)).isCloseTo(100 + 20, within(1e-9));
        assertThat(scores.getOrDefault("r2", 0.0)).isCloseTo(50 + 40, within(1e-9));
    }

    @Test
    void nodes_close_to_the_job_are_better_and_those_with_most_of_it_best() {
        FakeJob job = job(new NetworkTopology(false, OptionalInt.empty(), Optional.empty()))
                .inDomain("r1");
        job.task(0).running("n1");
        Hooks hooks = session.open("network-topology-aware");

        assertThat(Asking.batch(hooks, job.task(1), session.allNodes()))
                .containsOnly(
                        Map.entry("n1", 150.0), Map.entry("n2", 150.0), Map.entry("n3", 50.0), Map.entry("n4", 0.0));
    }

    @Test
    void ordinary_tasks_are_packed_with_wider_domains_counting_less() {
        session.job("d/r", 1, template("w", "cpu=4")).running("n3");
        FakeJob plain = session.job("d/plain", 1, template("w", "cpu=1"));

        var scores = Asking.batch(
                session.open("network-topology-aware", Map.of("hypernode.binpack.normal-pod.fading", 0.5)),
                plain.task(0),
                session.allNodes());
        double r2 = 50;
        double s1 = 500.0 / 30;
        double all = 500.0 / 40;
        assertThat(scores.getOrDefault("n3", 0.0)).isCloseTo((r2 + 0.5 * s1 + 0.25 * all) / 1.75, within(1e-9));
        assertThat(scores.getOrDefault("n4", 0.0)).isCloseTo(all, within(1e-9));
        assertThat(scores.getOrDefault("n3", 0.0)).isGreaterThan(scores.getOrDefault("n1", 0.0));
    }

    @Test
    void packing_ordinary_tasks_can_be_switched_off() {
        FakeJob plain = session.job("d/plain", 1, template("w", "cpu=1"));

        assertThat(Asking.reach(session.open("network-topology-aware"), plain.task(0)))
                .isEqualTo(Reach.CLUSTER);
        assertThat(Asking.reach(
                        session.open("network-topology-aware", Map.of("hypernode.binpack.normal-pod.enable", false)),
                        plain.task(0)))
                .isEqualTo(Reach.NONE);
    }

    @Test
    void without_domains_there_is_nothing_to_say() {
        TestSession flat = new TestSession().node("n1", "cpu=1").domain("all", 1, "n1");
        FakeJob plain = flat.job("d/plain", 1, template("w", "cpu=1"));

        assertThat(Asking.reach(flat.open("network-topology-aware"), plain.task(0)))
                .isEqualTo(Reach.NONE);
    }

    @Test
    void arguments_are_checked() {
        assertThat(TestSession.complaints(
                        "network-topology-aware",
                        Map.of(
                                "weight", -1,
                                "hypernode.binpack.cpu", -1,
                                "hypernode.binpack.resources.x", 1,
                                "hypernode.binpack.normal-pod.fading", -1,
                                "hypernode.gradient.evict.max-hypernodes", 0)))
                .containsExactlyInAnyOrder(
                        "weight",
                        "hypernode.binpack.cpu",
                        "hypernode.binpack.resources.x",
                        "hypernode.binpack.normal-pod.fading",
                        "hypernode.gradient.evict.max-hypernodes");
    }
}
