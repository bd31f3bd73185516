package io.tender.core.batch.plugin;

import static io.tender.core.batch.plugin.TestSession.template;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tender.core.batch.plugin.TestSession.FakeJob;
import io.tender.model.batch.NodeAffinity;
import io.tender.model.batch.PodAffinity;
import io.tender.model.batch.Selector;
import io.tender.model.batch.SpreadConstraint;
import io.tender.model.batch.Taint;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.batch.Toleration;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.Verdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** binpack, nodeorder and resource-strategy-fit. */
class ScorePluginsTest {
    private static final Selector DB = Selector.labels(Map.of("app", "db"));

    private final TestSession session = new TestSession()
            .node("n1", "cpu=10 memory=10Gi", n -> n.labels(Map.of("zone", "a")))
            .node("n2", "cpu=10 memory=10Gi", n -> n.labels(Map.of("zone", "b")));

    private FakeJob job(String id, String request, UnaryOperator<TaskTemplate.Builder> more) {
        return session.job(id, 2, template("w", request, more));
    }

    private FakeJob job(String id, String request) {
        return job(id, request, t -> t);
    }

    private double score(Hooks hooks, FakeJob job, String node) {
        return Asking.score(hooks, job.task(1), session.nodeNamed(node));
    }

    private static Map<String, Object> only(String name, int weight) {
        Map<String, Object> weights = new HashMap<>();
        for (String each : List.of(
                "leastrequested",
                "mostrequested",
                "nodeaffinity",
                "podaffinity",
                "balancedresource",
                "tainttoleration",
                "imagelocality",
                "podtopologyspread")) {
            weights.put(each + ".weight", each.equals(name) ? weight : 0);
        }
        return weights;
    }

    @Test
    void the_fullest_node_is_best_for_binpack() {
        job("d/r", "cpu=4 memory=2Gi").task(0).running("n1");
        FakeJob job = job("d/j", "cpu=2 memory=2Gi");
        Hooks hooks = session.open("binpack");

        assertThat(score(hooks, job, "n1")).isEqualTo((0.6 + 0.4) / 2 * 100);
        assertThat(score(hooks, job, "n2")).isEqualTo(20);
        assertThat(Asking.reach(hooks, job.task(0))).isEqualTo(Reach.NODE);
    }

    @Test
    void binpack_gives_nothing_where_something_overflows() {
        job("d/r", "cpu=9").task(0).running("n1");

        assertThat(score(session.open("binpack"), job("d/j", "cpu=2 memory=2Gi"), "n1"))
                .isZero();
    }

    @Test
    void binpack_weights_are_arguments() {
        session.node("g", "cpu=10 memory=10Gi nvidia.com/gpu=4");
        FakeJob job = job("d/j", "cpu=1 memory=5Gi nvidia.com/gpu=2");
        Hooks hooks = session.open(
                "binpack",
                Map.of(
                        "binpack.weight", 2,
                        "binpack.cpu", 5,
                        "binpack.memory", 1,
                        "binpack.resources", "nvidia.com/gpu, example.com/foo",
                        "binpack.resources.nvidia.com/gpu", 4));

        assertThat(score(hooks, job, "g")).isCloseTo((5 * 0.1 + 0.5 + 4 * 0.5) / 10 * 200, within(1e-9));
        assertThat(score(session.open("binpack"), job, "g")).isCloseTo(30, within(1e-9));
        assertThat(score(session.open("binpack", Map.of("binpack.weight", 0)), job, "g"))
                .isZero();
    }

    @Test
    void binpack_weights_that_make_no_sense_are_mistakes() {
        assertThat(TestSession.complaints("binpack", Map.of("binpack.cpu", -1))).containsExactly("binpack.cpu");
        assertThat(TestSession.complaints("binpack", Map.of("binpack.weight", 1.5)))
                .containsExactly("binpack.weight");
        assertThat(TestSession.complaints("binpack", Map.of("binpack.resources.x", 1)))
                .containsExactly("binpack.resources.x");
        assertThat(TestSession.complaints("binpack", Map.of("binpack.gpu", 1))).containsExactly("binpack.gpu");
    }

    @Test
    void plain_tasks_need_only_their_node() {
        FakeJob job = job("d/j", "cpu=1 memory=1Gi");

        assertThat(Asking.reach(session.open("nodeorder"), job.task(0))).isEqualTo(Reach.NODE);
        assertThat(Asking.batch(session.open("nodeorder"), job.task(0), session.allNodes()))
                .containsOnly(Map.entry("n1", 0.0), Map.entry("n2", 0.0));
    }

    @Test
    void least_requested_prefers_what_is_free() {
        job("d/r", "cpu=4 memory=2Gi").task(0).running("n1");
        FakeJob job = job("d/j", "cpu=1 memory=1Gi");
        Hooks hooks = session.open("nodeorder", only("leastrequested", 1));

        assertThat(score(hooks, job, "n1")).isEqualTo(60);
        assertThat(score(hooks, job, "n2")).isEqualTo(90);
    }

    @Test
    void most_requested_prefers_what_is_full() {
        job("d/r", "cpu=4 memory=2Gi").task(0).running("n1");
        FakeJob job = job("d/j", "cpu=1 memory=1Gi");
        Hooks hooks = session.open("nodeorder", only("mostrequested", 3));

        assertThat(score(hooks, job, "n1")).isEqualTo(120);
        assertThat(score(hooks, job, "n2")).isEqualTo(30);
    }

    @Test
    void balanced_prefers_even_use() {
        job("d/r", "cpu=4").task(0).running("n1");
        FakeJob job = job("d/j", "cpu=1 memory=1Gi");
        Hooks hooks = session.open("nodeorder", only("balancedresource", 1));

        assertThat(score(hooks, job, "n1")).isEqualTo(80);
        assertThat(score(hooks, job, "n2")).isEqualTo(100);
    }

    @Test
    void a_task_that_asks_for_nothing_is_taken_to_use_a_little() {
        FakeJob job = job("d/j", "");

        assertThat(score(session.open("nodeorder", only("leastrequested", 1)), job, "n1"))
                .isEqualTo(98);
    }

    @Test
    void images_at_hand_are_preferred_and_common_ones_more() {
        session.node("n3", "cpu=10 memory=10Gi", n -> n.images(Map.of("rare", 1000L << 20, "common", 1000L << 20)))
                .node("n4", "cpu=10 memory=10Gi", n -> n.images(Map.of("common", 1000L << 20)));
        Hooks hooks = session.open("nodeorder", only("imagelocality", 1));
        FakeJob rare = job("d/rare", "cpu=1", t -> t.images(List.of("rare")));
        FakeJob common = job("d/common", "cpu=1", t -> t.images(List.of("common")));

        assertThat(score(hooks, rare, "n3")).isEqualTo(23);
        assertThat(score(hooks, rare, "n1")).isZero();
        assertThat(score(hooks, common, "n4")).isEqualTo(48);
        assertThat(Asking.reach(hooks, job("d/none", "cpu=1").task(0))).isEqualTo(Reach.NONE);
    }

    @Test
    void preferred_nodes_are_scored_against_the_best() {
        NodeAffinity wish = new NodeAffinity(
                List.of(),
                List.of(
                        new NodeAffinity.Preferred(20, Selector.labels(Map.of("zone", "a"))),
                        new NodeAffinity.Preferred(80, Selector.labels(Map.of("zone", "b")))));
        FakeJob job = job("d/j", "cpu=1", t -> t.nodeAffinity(wish));
        Hooks hooks = session.open("nodeorder", only("nodeaffinity", 2));

        assertThat(Asking.batch(hooks, job.task(0), session.allNodes()))
                .containsOnly(Map.entry("n1", 50.0), Map.entry("n2", 200.0));
        assertThat(Asking.reach(hooks, job.task(0))).isEqualTo(Reach.CLUSTER);
    }

    @Test
    void taints_that_dislike_a_task_cost_points() {
        Taint taint = new Taint("old", "", Taint.Effect.PREFER_NO_SCHEDULE);
        session.node("n3", "cpu=10", n -> n.taints(List.of(taint)));
        FakeJob job = job("d/j", "cpu=1");
        FakeJob fine =
                job("d/f", "cpu=1", t -> t.tolerations(List.of(new Toleration("old", true, "", Optional.empty()))));
        Hooks hooks = session.open("nodeorder", only("tainttoleration", 3));

        assertThat(Asking.batch(hooks, job.task(0), session.allNodes()))
                .containsOnly(Map.entry("n1", 300.0), Map.entry("n2", 300.0), Map.entry("n3", 0.0));
        assertThat(Asking.reach(hooks, fine.task(0))).isEqualTo(Reach.NONE);
    }

    private static PodAffinity.Preferred wish(int weight) {
        return new PodAffinity.Preferred(weight, new PodAffinity.Term(DB, "zone", List.of()));
    }

    @Test
    void liked_neighbours_attract_and_disliked_ones_repel() {
        job("d/db", "cpu=1", t -> t.labels(Map.of("app", "db"))).task(0).running("n1");
        FakeJob likes = job(
                "d/likes",
                "cpu=1",
                t -> t.podAffinity(new PodAffinity(List.of(), List.of(), List.of(wish(10)), List.of())));
        FakeJob dislikes = job(
                "d/dislikes",
                "cpu=1",
                t -> t.podAffinity(new PodAffinity(List.of(), List.of(), List.of(), List.of(wish(10)))));
        Hooks hooks = session.open("nodeorder", only("podaffinity", 2));

        assertThat(Asking.batch(hooks, likes.task(0), session.allNodes()))
                .containsEntry("n1", 200.0)
                .containsEntry("n2", 0.0);
        assertThat(Asking.batch(hooks, dislikes.task(0), session.allNodes()))
                .containsEntry("n1", 0.0)
                .containsEntry("n2", 200.0);
    }

    @Test
    void who_is_liked_by_running_tasks_is_drawn_to_them() {
        job("d/fan", "cpu=1", t -> t.podAffinity(new PodAffinity(List.of(), List.of(), List.of(wish(10)), List.of())))
                .task(0)
                .running("n2");
        FakeJob db = job("d/db", "cpu=1", t -> t.labels(Map.of("app", "db")));
        FakeJob web = job("d/web", "cpu=1", t -> t.labels(Map.of("app", "web")));
        Hooks hooks = session.open("nodeorder", only("podaffinity", 1));

        assertThat(Asking.batch(hooks, db.task(0), session.allNodes())).containsEntry("n2", 100.0);
        assertThat(Asking.reach(hooks, web.task(0))).isEqualTo(Reach.NONE);
    }

    @Test
    void a_wish_to_spread_prefers_the_emptier_domain() {
        FakeJob job = job(
                "d/db",
                "cpu=1",
                t -> t.labels(Map.of("app", "db")).spread(List.of(new SpreadConstraint(1, "zone", false, DB))));
        session.node("n3", "cpu=10");
        Hooks hooks = session.open("nodeorder", only("podtopologyspread", 2));

        TestSession.allocate(hooks, job.task(0), session.nodeNamed("n1"));
        assertThat(Asking.batch(hooks, job.task(1), session.allNodes()))
                .containsOnly(Map.entry("n1", 0.0), Map.entry("n2", 200.0), Map.entry("n3", 0.0));
    }

    @Test
    void nodeorder_weights_are_checked() {
        assertThat(TestSession.complaints("nodeorder", Map.of("leastrequested.weight", -1)))
                .containsExactly("leastrequested.weight");
        assertThat(TestSession.complaints("nodeorder", Map.of("podaffinity.weight", "x")))
                .containsExactly("podaffinity.weight");
    }

    @Test
    void each_resource_is_spread_or_packed_as_told() {
        session.node("g", "cpu=10 memory=10Gi nvidia.com/gpu=4");
        FakeJob job = job("d/j", "cpu=1 nvidia.com/gpu=2");
        Hooks hooks = session.open(
                "resource-strategy-fit",
                Map.of(
                        "resourceStrategyFitWeight",
                        1,
                        "resources",
                        Map.of(
                                "cpu", Map.of("type", "LeastAllocated", "weight", 1),
                                "nvidia.com/*", Map.of("type", "MostAllocated", "weight", 3))));

        assertThat(score(hooks, job, "g")).isCloseTo((0.9 + 3 * 0.5) / 4 * 100, within(1e-9));
    }

    @Test
    void without_arguments_cores_and_memory_are_spread() {
        FakeJob job = job("d/j", "cpu=1 memory=3Gi");

        assertThat(score(session.open("resource-strategy-fit"), job, "n1")).isCloseTo(800, within(1e-9));
    }

    @Test
    void scarce_resources_are_kept_for_those_who_need_them() {
        session.node("g", "cpu=10 memory=10Gi nvidia.com/gpu=4");
        Map<String, Object> arguments = Map.of(
                "resourceStrategyFitWeight", 0,
                "sra.enable", true,
                "sra.weight", 2,
                "sra.resources", "nvidia.com/gpu",
                "sra.resources.nvidia.com/gpu", 1);
        FakeJob job = job("d/j", "cpu=1");
        FakeJob gpu = job("d/g", "cpu=1 nvidia.com/gpu=1");
        Hooks hooks = session.open("resource-strategy-fit", arguments);

        assertThat(score(hooks, job, "n1")).isEqualTo(200);
        assertThat(score(hooks, job, "g")).isZero();
        assertThat(score(hooks, gpu, "n1")).isZero();
    }

    @Test
    void the_older_words_for_scarce_resources_are_understood() {
        session.node("g", "cpu=10 memory=10Gi nvidia.com/t4=4");
        Hooks hooks = session.open(
                "resource-strategy-fit",
                Map.of(
                        "resourceStrategyFitWeight", 0,
                        "sra.policy", "retention",
                        "sra.resources", "nvidia.com/t4, nvidia.com/a10",
                        "sra.retention.weight", 2,
                        "sra.retention.nvidia.com/t4", 1,
                        "sra.retention.nvidia.com/a10", 1));

        assertThat(score(hooks, job("d/j", "cpu=1"), "g")).isEqualTo(100);
    }

    @Test
    void cores_and_memory_are_kept_beside_free_devices() {
        session.node("g", "cpu=74 memory=128G nvidia.com/gpu=8");
        FakeJob first = job("d/a", "cpu=8 memory=8G");
        FakeJob gpu = job("d/g", "cpu=60 memory=8G nvidia.com/gpu=1");
        Hooks hooks = session.open(
                "resource-strategy-fit",
                Map.of(
                        "proportional.enable",
                        true,
                        "proportional.resources",
                        "nvidia.com/gpu",
                        "proportional.resources.nvidia.com/gpu.cpu",
                        8,
                        "proportional.resources.nvidia.com/gpu.memory",
                        8));

        assertThat(Asking.fits(hooks, first.task(0), session.nodeNamed("g"))).isEqualTo(Verdict.fits());
        TestSession.allocate(hooks, first.task(0), session.nodeNamed("g"));
        assertThat(Asking.refusal(hooks, first.task(1), session.nodeNamed("g")))
                .isEqualTo("too little cpu would be left beside the free 'nvidia.com/gpu': 58");
        assertThat(Asking.fits(hooks, gpu.task(0), session.nodeNamed("g"))).isEqualTo(Verdict.fits());
    }

    @Test
    void strategies_that_make_no_sense_are_mistakes() {
        assertThat(TestSession.complaints(
                        "resource-strategy-fit",
                        Map.of("resources", Map.of("cpu", Map.of("type", "Random", "weight", 0)))))
                .containsExactly("resources.cpu.type", "resources.cpu.weight");
        assertThat(TestSession.complaints("resource-strategy-fit", Map.of("resources", List.of("cpu"))))
                .containsExactly("resources");
        assertThat(TestSession.complaints("resource-strategy-fit", Map.of("sra.enable", true)))
                .containsExactly("sra.resources");
        assertThat(TestSession.complaints("resource-strategy-fit", Map.of("sra.policy", "hope")))
                .containsExactly("sra.policy");
        assertThat(TestSession.complaints("resource-strategy-fit", Map.of("proportional.enable", true)))
                .containsExactly("proportional.resources");
        assertThat(TestSession.complaints("resource-strategy-fit", Map.of("sra.resources.gpu", 1)))
                .containsExactly("sra.resources.gpu");
        assertThat(TestSession.complaints("resource-strategy-fit", Map.of("resourceStrategyFitWeight", -1)))
                .containsExactly("resourceStrategyFitWeight");
    }
}
