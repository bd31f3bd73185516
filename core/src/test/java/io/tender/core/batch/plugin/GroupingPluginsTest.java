package io.tender.core.batch.plugin;

import static io.tender.core.batch.plugin.TestSession.template;
import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.plugin.TestSession.FakeJob;
import io.tender.model.batch.DisruptionBudget;
import io.tender.model.batch.Queue;
import io.tender.model.batch.Selector;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** nodegroup, pdb and task-topology. */
class GroupingPluginsTest {
    private final TestSession session = new TestSession()
            .node("none", "cpu=10")
            .node("g1", "cpu=10", n -> n.labels(Map.of("volcano.sh/nodegroup-name", "one")))
            .node("g2", "cpu=10", n -> n.labels(Map.of("volcano.sh/nodegroup-name", "two")))
            .node("g3", "cpu=10", n -> n.labels(Map.of("volcano.sh/nodegroup-name", "three")));

    private FakeJob job(String id, String queue) {
        return session.job(id, more -> more.queue(queue), 3, template("w", "cpu=2"));
    }

    private List<String> fitting(Hooks hooks, FakeJob job) {
        return session.nodes().stream()
                .filter(node -> Asking.fits(hooks, job.task(0), node).isFit())
                .map(node -> node.name())
                .toList();
    }

    private static Queue.NodeGroups groups(
            List<String> required, List<String> preferred, List<String> requiredAnti, List<String> preferredAnti) {
        return new Queue.NodeGroups(required, preferred, requiredAnti, preferredAnti);
    }

    @Test
    void a_queue_keeps_to_its_groups() {
        session.withQueue(
                "a", q -> q.groups(groups(List.of("one", "two"), List.of(), List.of("two"), List.of("three"))));
        FakeJob a = job("d/a", "a");
        Hooks hooks = session.open("nodegroup");

        assertThat(fitting(hooks, a)).containsExactly("g1", "g3");
        assertThat(Asking.refusal(hooks, a.task(0), session.nodeNamed("g2")))
                .isEqualTo("node group 'two' is not for queue 'a'");
        assertThat(Asking.refusal(hooks, a.task(0), session.nodeNamed("none"))).contains("in no node group");
        assertThat(Asking.reach(hooks, a.task(0))).isEqualTo(Reach.NODE);
    }

    @Test
    void a_queue_without_groups_goes_nowhere_when_strict_and_to_ungrouped_nodes_otherwise() {
        FakeJob a = job("d/a", "a");

        assertThat(fitting(session.open("nodegroup"), a)).isEmpty();
        assertThat(fitting(session.open("nodegroup", Map.of("strict", false)), a))
                .containsExactly("none");
    }

    @Test
    void groups_are_scored_by_how_much_they_are_wanted() {
        session.withQueue("a", q -> q.groups(groups(List.of("one"), List.of("two"), List.of(), List.of("three"))));
        FakeJob a = job("d/a", "a");
        Hooks hooks = session.open("nodegroup");

        assertThat(Asking.score(hooks, a.task(0), session.nodeNamed("g1"))).isEqualTo(100);
        assertThat(Asking.score(hooks, a.task(0), session.nodeNamed("g2"))).isEqualTo(50);
        assertThat(Asking.score(hooks, a.task(0), session.nodeNamed("g3"))).isEqualTo(-1);
        assertThat(Asking.score(hooks, a.task(0), session.nodeNamed("none"))).isZero();
    }

    @Test
    void the_order_of_preferred_groups_can_count() {
        session.withQueue("a", q -> q.groups(groups(List.of(), List.of("two", "one"), List.of(), List.of())));
        FakeJob a = job("d/a", "a");
        Hooks hooks = session.open("nodegroup", Map.of("enablePreferredOrder", true));

        assertThat(Asking.score(hooks, a.task(0), session.nodeNamed("g2"))).isEqualTo(50);
        assertThat(Asking.score(hooks, a.task(0), session.nodeNamed("g1"))).isEqualTo(25);
    }

    @Test
    void in_a_hierarchy_groups_are_inherited() {
        session.withQueue("top", q -> q.groups(groups(List.of("one"), List.of(), List.of(), List.of())))
                .withQueue("mid", q -> q.parent("top"))
                .withQueue("low", q -> q.parent("mid"));
        FakeJob low = job("d/low", "low");

        assertThat(fitting(session.openWithHierarchy("nodegroup"), low)).containsExactly("g1");
        assertThat(fitting(session.open("nodegroup"), low)).isEmpty();
    }

    @Test
    void a_queue_can_be_limited_in_each_group() {
        session.withQueue(
                "a",
                q -> q.groups(groups(List.of("one", "two"), List.of(), List.of(), List.of()))
                        .annotations(Map.of(
                                "volcano.sh/nodegroup-resource-limits",
                                "{\"one\": {\"cpu\": \"5\", \"memory\": \"1Gi\"}, \"three\":{\"cpu\":1}}")));
        FakeJob a = job("d/a", "a");
        a.task(1).running("g1");
        Hooks hooks = session.open("nodegroup");

        assertThat(fitting(hooks, a)).containsExactly("g1", "g2");
        assertThat(Asking.reach(hooks, a.task(0))).isEqualTo(Reach.CLUSTER);
        TestSession.allocate(hooks, a.task(2), session.nodeNamed("g1"));
        assertThat(Asking.fits(hooks, a.task(0), session.nodeNamed("g1")))
                .isEqualTo(Verdict.unschedulable("the queue would exceed its limit in node group 'one': cpu 6 of 5"));
        TestSession.undo(hooks, a.task(2));
        assertThat(fitting(hooks, a)).containsExactly("g1", "g2");
    }

    @Test
    void limits_that_cannot_be_read_refuse_everything() {
        session.withQueue(
                "a",
                q -> q.groups(groups(List.of("one"), List.of(), List.of(), List.of()))
                        .annotations(Map.of("volcano.sh/nodegroup-resource-limits", "{one: 5}")));
        FakeJob a = job("d/a", "a");

        assertThat(Asking.refusal(session.open("nodegroup"), a.task(0), session.nodeNamed("g1")))
                .isEqualTo("queue 'a' has limits per node group that cannot be read: {one: 5}");
    }

    private FakeJob labelled(String id, int count) {
        return session.job(id, count, template("w", "cpu=1", t -> t.labels(Map.of("app", "db"))))
                .running("none");
    }

    private static DisruptionBudget budget(String min, String max) {
        return new DisruptionBudget("d", "keep", Selector.labels(Map.of("app", "db")), min, max);
    }

    @Test
    void victims_stay_within_the_budget_in_one_question() {
        session.budget(budget("3", ""));
        FakeJob db = labelled("d/db", 5);
        FakeJob mine = job("d/mine", "a");
        Hooks hooks = session.open("pdb");

        assertThat(Asking.preempt(hooks, mine.task(0), db.all()).tasks()).hasSize(2);
        assertThat(Asking.reclaim(hooks, mine.task(0), db.all()).tasks()).hasSize(2);
    }

    @Test
    void evictions_of_this_session_count_and_can_be_taken_back() {
        session.budget(budget("", "40%"));
        FakeJob db = labelled("d/db", 5);
        FakeJob mine = job("d/mine", "a");
        Hooks hooks = session.open("pdb");

        assertThat(Asking.preempt(hooks, mine.task(0), db.all()).tasks()).hasSize(2);
        TestSession.evict(hooks, db.task(0));
        TestSession.evict(hooks, db.task(1));
        assertThat(Asking.preempt(hooks, mine.task(0), db.all().subList(2, 5)).reason())
                .isEqualTo("disruption budget 'keep' would be broken");
        db.task(1).running("none");
        hooks.of(HookKind.ALLOCATE_HANDLER).forEach(handler -> handler.allocated(db.task(1)));
        assertThat(Asking.preempt(hooks, mine.task(0), db.all().subList(1, 5)).tasks())
                .hasSize(1);
    }

    @Test
    void tasks_without_labels_or_of_other_namespaces_may_go() {
        session.budget(budget("100%", ""));
        FakeJob plain = job("d/plain", "a").running("none");
        FakeJob other = labelled("other/db", 2);
        FakeJob kept = labelled("d/db", 1);
        List<TaskView> all = new ArrayList<>(plain.all());
        all.addAll(other.all());
        all.addAll(kept.all());

        assertThat(Asking.preempt(session.open("pdb"), plain.task(0), all).tasks())
                .hasSize(5)
                .doesNotContain(kept.task(0));
    }

    @Test
    void tasks_that_are_not_up_use_the_budget() {
        session.budget(budget("", "1"));
        FakeJob db = labelled("d/db", 3);
        session.job("d/db2", 1, template("w", "cpu=1", t -> t.labels(Map.of("app", "db"))));

        assertThat(Asking.preempt(session.open("pdb"), db.task(0), db.all()).tasks())
                .isEmpty();
    }

    @Test
    void without_budgets_pdb_has_no_say_and_it_never_names_victims_itself() {
        assertThat(session.open("pdb").of(HookKind.PREEMPTABLE)).isEmpty();
        session.budget(budget("1", ""));
        assertThat(session.open("pdb").of(HookKind.VICTIM_TASKS)).isEmpty();
    }

    private FakeJob topology(Map<String, String> annotations, String... roles) {
        List<TaskTemplate> templates = new ArrayList<>();
        for (String role : roles) {
            templates.add(template(role, "cpu=2"));
        }
        return session.job("d/top", more -> more.annotations(annotations), templates);
    }

    @Test
    void roles_that_go_together_share_a_bucket_and_its_node() {
        FakeJob job = topology(
                Map.of(
                        "volcano.sh/task-topology-affinity",
                        "ps,worker",
                        "volcano.sh/task-topology-anti-affinity",
                        "ps"),
                "ps",
                "ps",
                "worker",
                "worker",
                "other");
        Hooks hooks = session.open("task-topology");

        TestSession.allocate(hooks, job.task(0), session.nodeNamed("g1"));
        TestSession.allocate(hooks, job.task(1), session.nodeNamed("g2"));
        double first = Asking.score(hooks, job.task(2), session.nodeNamed("g1"));
        double second = Asking.score(hooks, job.task(2), session.nodeNamed("g2"));
        assertThat(first).isNotEqualTo(second);
        assertThat(Asking.score(hooks, job.task(3), session.nodeNamed("g1"))
                        > Asking.score(hooks, job.task(3), session.nodeNamed("g2")))
                .as("the workers are divided between the two")
                .isNotEqualTo(first > second);
        assertThat(Asking.score(hooks, job.task(4), session.nodeNamed("g1"))).isZero();
        assertThat(Asking.reach(hooks, job.task(2))).isEqualTo(Reach.CLUSTER);
    }

    @Test
    void roles_that_repel_each_other_get_different_nodes() {
        FakeJob job = topology(Map.of("volcano.sh/task-topology-anti-affinity", "ps"), "ps", "ps");
        Hooks hooks = session.open("task-topology");

        TestSession.allocate(hooks, job.task(0), session.nodeNamed("g1"));
        assertThat(Asking.score(hooks, job.task(1), session.nodeNamed("g1")))
                .isLessThan(Asking.score(hooks, job.task(1), session.nodeNamed("g2")));
        TestSession.undo(hooks, job.task(0));
        assertThat(Asking.score(hooks, job.task(1), session.nodeNamed("g1")))
                .isEqualTo(Asking.score(hooks, job.task(1), session.nodeNamed("g2")));
    }

    @Test
    void a_node_that_takes_the_whole_bucket_is_better() {
        session.node("small", "cpu=3");
        FakeJob job = topology(Map.of("volcano.sh/task-topology-affinity", "ps,worker"), "ps", "worker");
        Hooks hooks = session.open("task-topology", Map.of("task-topology.weight", 2));

        assertThat(Asking.score(hooks, job.task(0), session.nodeNamed("g1"))).isEqualTo(200);
        assertThat(Asking.score(hooks, job.task(0), session.nodeNamed("small"))).isEqualTo(100);
    }

    @Test
    void tasks_in_buckets_go_first_in_the_order_of_their_roles() {
        FakeJob job = topology(
                Map.of(
                        "volcano.sh/task-topology-affinity", "ps,worker",
                        "volcano.sh/task-topology-task-order", "worker,ps"),
                "ps",
                "worker",
                "other");
        var order = session.open("task-topology").of(HookKind.TASK_ORDER).getFirst();

        assertThat(order.compare(job.task(1), job.task(0))).isNegative();
        assertThat(order.compare(job.task(2), job.task(0))).isPositive();
        assertThat(order.compare(job.task(2), job.task(2))).isZero();
    }

    @Test
    void running_tasks_make_buckets_of_their_nodes() {
        FakeJob job = topology(Map.of("volcano.sh/task-topology-affinity", "ps,worker"), "ps", "worker");
        job.task(0).running("g2");
        Hooks hooks = session.open("task-topology");

        assertThat(Asking.score(hooks, job.task(1), session.nodeNamed("g2")))
                .isGreaterThan(Asking.score(hooks, job.task(1), session.nodeNamed("g1")));
    }

    @Test
    void jobs_that_say_nothing_cost_nothing() {
        job("d/plain", "a");

        assertThat(session.open("task-topology").of(HookKind.NODE_ORDER)).isEmpty();
        assertThat(TestSession.complaints("task-topology", Map.of("task-topology.weight", -1)))
                .containsExactly("task-topology.weight");
    }
}
