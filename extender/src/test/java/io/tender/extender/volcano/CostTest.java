package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.Scores;
import io.tender.spi.batch.Verdict;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What asking costs, and what is spared without changing a decision. */
class CostTest extends PluginTestBase {
    private static final Map<String, Object> ACROSS_JOBS = Map.of("extender.equalTasks", "template");

    private BatchPredicate checks(ExtenderPlugin plugin) {
        return hook(plugin.open(session), HookKind.BATCH_PREDICATE);
    }

    private static String nodeOf(ScriptedExtender.Asked asked) {
        String key = "\"node\":{\"name\":\"";
        int from = asked.body().indexOf(key) + key.length();
        return asked.body().substring(from, asked.body().indexOf('"', from));
    }

    @Test
    void nodes_are_asked_about_together_up_to_the_bound() {
        CyclicBarrier four = new CyclicBarrier(4);
        AtomicInteger most = new AtomicInteger();
        AtomicInteger now = new AtomicInteger();
        extender.on("predicate", (exchange, asked) -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            try {
                // Nobody is answered until as many as may be are there.
                four.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
                Thread.currentThread().interrupt();
            }
            now.decrementAndGet();
            ScriptedExtender.send(exchange, 200, "{}");
        });
        List<NodeView> nodes = session.nodes(12);
        BatchPredicate checks = checks(plugin(Map.of("extender.concurrency", 4), Question.PREDICATE));
        assertThat(checks.fits(session.task("a", "cpu=1"), nodes, 12))
                .hasSize(12)
                .allMatch(Verdict::isFit);
        assertThat(most.get()).isEqualTo(4);
        assertThat(four.isBroken()).isFalse();
    }

    @Test
    void asking_stops_when_enough_nodes_fit_and_the_answer_does_not_depend_on_who_was_first() {
        extender.on("predicate", asked -> nodeOf(asked).equals("n0") ? "{\"code\":2}" : "{}");
        List<NodeView> nodes = session.nodes(50);
        BatchPredicate checks = checks(plugin(Map.of("extender.concurrency", 4), Question.PREDICATE));
        List<Verdict> verdicts = checks.fits(session.task("a", "cpu=1"), nodes, 3);
        assertThat(verdicts)
                .containsExactly(Verdict.unschedulable("code 2"), Verdict.fits(), Verdict.fits(), Verdict.fits());
        assertThat(extender.asked("predicate")).hasSizeBetween(4, 7);
    }

    @Test
    void equal_tasks_share_an_answer_until_the_node_changes() {
        extender.on("predicate", "{}");
        List<NodeView> nodes = session.nodes(3);
        BatchPredicate checks = checks(plugin(ACROSS_JOBS, Question.PREDICATE));
        checks.fits(session.task("a", "cpu=1"), nodes, 3);
        checks.fits(session.task("b", "cpu=1"), nodes, 3);
        assertThat(extender.asked("predicate")).hasSize(3);
        assertThat(reused(Question.PREDICATE)).isEqualTo(3);
        session.nodes().get(1).change();
        checks.fits(session.task("c", "cpu=1"), nodes, 3);
        assertThat(extender.asked("predicate")).hasSize(4);
        assertThat(nodeOf(extender.asked("predicate").getLast())).isEqualTo("n1");
        checks.fits(session.task("d", "cpu=2"), nodes, 3);
        assertThat(extender.asked("predicate")).hasSize(7);
    }

    @Test
    void tasks_of_another_job_are_asked_about_unless_the_extender_looks_at_no_job() {
        for (Question question : List.of(Question.PREDICATE, Question.BATCH_PREDICATE)) {
            extender.asked().clear();
            extender.on("predicate", "{}").on("batchPredicate", "{\"nodes\":{\"n0\":{}}}");
            List<NodeView> node = session.nodes(1);
            FakeJob one = session.job("one-" + question, 2, "cpu=1");
            FakeJob other = session.job("other-" + question, 1, "cpu=1");
            var hooks = plugin(question).open(session);
            BatchPredicate checks = hook(hooks, HookKind.BATCH_PREDICATE);
            checks.fits(one.task(0), node, 1);
            checks.fits(one.task(1), node, 1);
            assertThat(extender.asked()).hasSize(1);
            checks.fits(other.task(0), node, 1);
            assertThat(extender.asked()).hasSize(2);
            // The scheduler shares what it knows of nodes as well, and must not between these.
            assertThat(hook(hooks, HookKind.JOB_SPLIT).side(one))
                    .isNotEqualTo(hook(hooks, HookKind.JOB_SPLIT).side(other));
            assertThat(plugin(ACROSS_JOBS, question).open(session).of(HookKind.JOB_SPLIT))
                    .isEmpty();
        }
    }

    @Test
    void jobs_are_not_told_apart_by_who_is_asked_for_each_task_anyhow() {
        for (Map<String, Object> arguments : List.<Map<String, Object>>of(
                Map.of("extender.equalTasks", "none"), Map.of("extender.predicateScope", "list"))) {
            var hooks =
                    plugin(arguments, Question.PREDICATE, Question.PRIORITIZE).open(session);
            assertThat(hook(hooks, HookKind.BATCH_PREDICATE).reach(session.task("x", "cpu=1")))
                    .isEqualTo(Reach.CLUSTER);
            assertThat(hooks.of(HookKind.JOB_SPLIT)).isEmpty();
        }
    }

    @Test
    void each_task_is_asked_about_where_none_are_equal() {
        extender.on("predicate", "{}");
        BatchPredicate checks = checks(plugin(Map.of("extender.equalTasks", "none"), Question.PREDICATE));
        FakeJob gang = session.job("gang", 2, "cpu=1");
        checks.fits(gang.task(0), session.nodes(1), 1);
        checks.fits(gang.task(1), session.nodes(1), 1);
        assertThat(extender.asked("predicate")).hasSize(2);
    }

    @Test
    void who_is_told_of_placements_is_asked_for_each_task_unless_it_says_that_nodes_do_not_depend_on_each_other() {
        extender.on("predicate", "{}")
                .on("batchPredicate", "{\"nodes\":{\"n0\":{}}}")
                .on("allocateFunc", "{}");
        for (Question question : List.of(Question.PREDICATE, Question.BATCH_PREDICATE)) {
            FakeJob gang = session.job("books-" + question, 2, "cpu=1");
            for (String scope : List.of("", "node")) {
                extender.asked().clear();
                Map<String, Object> arguments = scope.isEmpty() ? Map.of() : Map.of("extender.predicateScope", scope);
                BatchPredicate checks = checks(plugin(arguments, question, Question.ALLOCATE));
                checks.fits(gang.task(0), session.nodes(1), 1);
                checks.fits(gang.task(1), session.nodes(1), 1);
                assertThat(extender.asked()).hasSize(scope.isEmpty() ? 2 : 1);
            }
        }
    }

    @Test
    void a_failure_is_no_answer_and_is_not_kept() {
        extender.on("predicate", 500, "");
        List<NodeView> nodes = session.nodes(1);
        BatchPredicate checks = checks(plugin(Map.of("extender.retries", 0), Question.PREDICATE));
        assertThat(checks.fits(session.task("a", "cpu=1"), nodes, 1)).noneMatch(Verdict::isFit);
        extender.on("predicate", "{}");
        assertThat(checks.fits(session.task("b", "cpu=1"), nodes, 1)).allMatch(Verdict::isFit);
    }

    @Test
    void a_session_forgets_what_was_answered_unless_the_extender_is_stateless() {
        extender.on("predicate", "{}").on("prioritize", "{\"nodeScore\":{\"n0\":1,\"n1\":2}}");
        List<NodeView> nodes = session.nodes(2);
        for (boolean stateless : new boolean[] {false, true}) {
            extender.asked().clear();
            ExtenderPlugin plugin = plugin(
                    Map.of("extender.stateless", stateless, "extender.equalTasks", "template"),
                    Question.PREDICATE,
                    Question.PRIORITIZE);
            for (int i = 0; i < 2; i++) {
                var hooks = plugin.open(session.named("session-" + i));
                hook(hooks, HookKind.BATCH_PREDICATE).fits(session.task("a" + i + stateless, "cpu=1"), nodes, 2);
                Scores scores =
                        hook(hooks, HookKind.BATCH_NODE_ORDER).score(session.task("b" + i + stateless, "cpu=1"), nodes);
                assertThat(scores.byNode()).containsExactlyInAnyOrderEntriesOf(Map.of("n0", 1.0, "n1", 2.0));
                plugin.sessionClosed(session);
            }
            assertThat(extender.asked("predicate")).hasSize(stateless ? 2 : 4);
            assertThat(extender.asked("prioritize")).hasSize(stateless ? 1 : 2);
        }
    }

    @Test
    void one_call_asks_about_all_nodes_where_there_is_a_verb_for_it() {
        extender.on("batchPredicate", "{\"nodes\":{\"n0\":{\"code\":3},\"n1\":{},\"n2\":{}}}");
        List<NodeView> nodes = session.nodes(3);
        BatchPredicate checks = checks(plugin(ACROSS_JOBS, Question.PREDICATE, Question.BATCH_PREDICATE));
        assertThat(checks.fits(session.task("a", "cpu=1"), nodes, 3))
                .containsExactly(Verdict.never("code 3"), Verdict.fits(), Verdict.fits());
        checks.fits(session.task("b", "cpu=1"), nodes, 3);
        assertThat(extender.asked()).hasSize(1);
        assertThat(extender.only("batchPredicate").body()).contains("\"enough\":3");
    }

    @Test
    void in_one_call_only_nodes_that_are_not_known_are_asked_about() {
        extender.on("batchPredicate", "{\"nodes\":{\"n0\":{},\"n1\":{},\"n2\":{}}}");
        List<NodeView> nodes = session.nodes(3);
        BatchPredicate checks = checks(plugin(ACROSS_JOBS, Question.BATCH_PREDICATE));
        checks.fits(session.task("a", "cpu=1"), nodes, 3);
        session.nodes().get(2).change();
        extender.on("batchPredicate", "{\"nodes\":{\"n2\":{\"code\":2,\"status\":\"full\"}}}");
        assertThat(checks.fits(session.task("b", "cpu=1"), nodes, 3))
                .containsExactly(Verdict.fits(), Verdict.fits(), Verdict.unschedulable("full"));
    }

    @Test
    void scores_are_asked_for_where_they_are_not_known_and_weighted() {
        extender.on("prioritize", "{\"nodeScore\":{\"n0\":10,\"n1\":20}}");
        List<NodeView> nodes = session.nodes(2);
        BatchNodeOrder order = hook(
                plugin(
                                Map.of(
                                        "extender.weight",
                                        2,
                                        "extender.scoreRange",
                                        "0-20",
                                        "extender.prioritizeScope",
                                        "node",
                                        "extender.equalTasks",
                                        "template"),
                                Question.PRIORITIZE)
                        .open(session),
                HookKind.BATCH_NODE_ORDER);
        assertThat(order.reach(session.task("x", "cpu=1"))).isEqualTo(Reach.NODE);
        assertThat(order.score(session.task("a", "cpu=1"), nodes).byNode())
                .containsEntry("n0", 100.0)
                .containsEntry("n1", 200.0);
        session.nodes().getFirst().change();
        extender.on("prioritize", "{\"nodeScore\":{\"n0\":0}}");
        assertThat(order.score(session.task("b", "cpu=1"), nodes).byNode())
                .containsEntry("n0", 0.0)
                .containsEntry("n1", 200.0);
    }

    @Test
    void scores_that_could_not_be_found_out_for_one_node_are_left_out_for_all_of_them() {
        extender.on("prioritize", "{\"nodeScore\":{\"n0\":10,\"n1\":20}}");
        List<NodeView> nodes = session.nodes(2);
        BatchNodeOrder order = hook(
                plugin(Map.of("extender.ignorable", true, "extender.retries", 0), Question.PRIORITIZE)
                        .open(session),
                HookKind.BATCH_NODE_ORDER);
        order.score(session.task("a", "cpu=1"), nodes);
        session.nodes().getFirst().change();
        extender.on("prioritize", 500, "");
        Scores scores = order.score(session.task("b", "cpu=1"), nodes);
        assertThat(scores.isLeftOut()).isTrue();
        assertThat(scores.byNode()).isEmpty();
        assertThat(Scores.nothing().isLeftOut()).isFalse();
    }

    @Test
    void scores_are_asked_for_each_time_as_they_may_depend_on_what_is_placed_elsewhere() {
        extender.on("prioritize", "{\"nodeScore\":{\"n0\":10,\"n1\":20}}");
        List<NodeView> nodes = session.nodes(2);
        BatchNodeOrder order = hook(plugin(Question.PRIORITIZE).open(session), HookKind.BATCH_NODE_ORDER);
        assertThat(order.reach(session.task("x", "cpu=1"))).isEqualTo(Reach.CLUSTER);
        order.score(session.task("a", "cpu=1"), nodes);
        order.score(session.task("b", "cpu=1"), nodes);
        assertThat(extender.asked("prioritize")).hasSize(2);
    }

    @Test
    void a_node_is_encoded_once_until_it_changes() {
        extender.on("predicate", "{}").on("onSessionOpen", "");
        List<NodeView> nodes = session.nodes(5);
        ExtenderPlugin plugin = plugin(Question.PREDICATE, Question.ON_SESSION_OPEN);
        checks(plugin).fits(session.task("a", "cpu=1"), nodes, 5);
        checks(plugin).fits(session.task("b", "cpu=2"), nodes, 5);
        assertThat(plugin.encodings()).isEqualTo(5);
        session.task("c", "cpu=1").on(session.nodes().get(3), TaskStatus.RUNNING);
        checks(plugin).fits(session.task("d", "cpu=3"), nodes, 5);
        assertThat(plugin.encodings()).isEqualTo(6);
        assertThat(extender.asked("predicate").stream()
                        .filter(asked -> asked.body().contains("c-worker-0")))
                .hasSize(1);
    }

    @Test
    void kept_nodes_and_answers_have_a_bound() {
        List<NodeView> nodes = session.nodes(20);
        DocumentedDialect dialect = new DocumentedDialect(false);
        NodeBytes bytes = new NodeBytes(dialect, 2000);
        nodes.forEach(bytes::of);
        assertThat(bytes.held()).isPositive().isLessThanOrEqualTo(2000);
        KeptAnswers<String> answers = new KeptAnswers<>(30);
        for (int i = 0; i < 5; i++) {
            var about = answers.about(TaskClass.of(EqualTasks.JOB, session.task("t" + i, "cpu=" + (i + 1))));
            nodes.forEach(node -> about.keep(node, "yes"));
            assertThat(about.on(nodes.getFirst())).contains("yes");
        }
        assertThat(answers.size()).isLessThanOrEqualTo(30);
    }

    @Test
    void all_calls_of_a_session_together_take_no_longer_than_its_budget() {
        extender.hangingOn("predicate");
        List<NodeView> nodes = session.nodes(40);
        ExtenderPlugin plugin = plugin(
                Map.of(
                        "extender.httpTimeout",
                        "80ms",
                        "extender.sessionBudget",
                        "100ms",
                        "extender.breaker",
                        false,
                        "extender.concurrency",
                        2),
                Question.PREDICATE);
        List<Verdict> verdicts = checks(plugin).fits(session.task("a", "cpu=1"), nodes, 40);
        assertThat(verdicts).hasSize(40).noneMatch(Verdict::isFit);
        // Without the budget it would be forty; those behind its end were not even sent.
        assertThat(extender.asked("predicate").size()).isLessThan(10);
    }
}
