package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One question that answers for many placements, as long as nothing else happens on the node. */
class AskAheadTest extends PluginTestBase {
    private static final Map<String, Object> AHEAD = Map.of("extender.askAhead", 3, "extender.equalTasks", "template");
    private static final Map<String, Object> BY_NODE = Map.of("extender.prioritizeScope", "node");

    private final List<NodeView> nodes = session.nodes(1);
    private final FakeNode node = session.nodes().getFirst();
    private int jobs;

    private FakeTask task(String amounts) {
        return session.task("t" + jobs++, amounts);
    }

    private Hooks asked(Map<String, Object> arguments, String answer) {
        extender.on("batchPredicate", "{\"nodes\":{\"n0\":" + answer + "}}");
        extender.on("prioritize", "{\"nodeScore\":{\"n0\":7}}");
        return plugin(arguments, Question.BATCH_PREDICATE, Question.PRIORITIZE).open(session);
    }

    private String said(Hooks hooks, TaskView task) {
        Verdict verdict =
                hook(hooks, HookKind.BATCH_PREDICATE).fits(task, nodes, 1).getFirst();
        return verdict.isFit()
                ? Decision.word(hook(hooks, HookKind.BATCH_NODE_ORDER).score(task, nodes))
                : Decision.word(verdict);
    }

    @Test
    void tasks_of_the_same_class_find_their_answers_ready() {
        Hooks hooks = asked(AHEAD, "{\"code\":0,\"score\":9,\"ahead\":[8,{\"code\":2,\"errorMessage\":\"full\"}]}");
        assertThat(said(hooks, task("cpu=1"))).isEqualTo("scores {n0=9.0}");
        task("cpu=1").on(node, TaskStatus.ALLOCATED);
        assertThat(said(hooks, task("cpu=1"))).isEqualTo("scores {n0=8.0}");
        task("cpu=1").on(node, TaskStatus.ALLOCATED);
        assertThat(said(hooks, task("cpu=1"))).isEqualTo("refused: full");
        assertThat(extender.asked()).hasSize(1);
        assertThat(reused(Question.BATCH_PREDICATE)).isEqualTo(2);
        assertThat(reused(Question.PRIORITIZE)).isEqualTo(2);
    }

    @Test
    void what_lies_beyond_the_answer_is_asked_for() {
        Hooks hooks = asked(AHEAD, "{\"code\":0,\"score\":9,\"ahead\":[8]}");
        said(hooks, task("cpu=1"));
        task("cpu=1").on(node, TaskStatus.ALLOCATED);
        task("cpu=1").on(node, TaskStatus.ALLOCATED);
        said(hooks, task("cpu=1"));
        assertThat(extender.asked("batchPredicate")).hasSize(2);
    }

    @Test
    void another_kind_of_task_or_another_state_of_one_is_a_node_nobody_has_answered_for() {
        String answer = "{\"code\":0,\"score\":9,\"ahead\":[8,7,6]}";
        for (FakeTask stranger : List.of(task("cpu=2"), task("cpu=1"))) {
            extender.asked().clear();
            Hooks hooks = asked(AHEAD, answer);
            said(hooks, task("cpu=1"));
            stranger.on(
                    node,
                    stranger.request().equals(task("cpu=1").request()) ? TaskStatus.PIPELINED : TaskStatus.ALLOCATED);
            said(hooks, task("cpu=1"));
            assertThat(extender.asked("batchPredicate")).hasSize(2);
        }
    }

    @Test
    void a_task_that_was_there_and_is_leaving_makes_another_node() {
        FakeTask there = task("cpu=1").on(node, TaskStatus.RUNNING);
        Hooks hooks = asked(AHEAD, "{\"code\":0,\"score\":9,\"ahead\":[8,7,6]}");
        said(hooks, task("cpu=1"));
        there.becomes(TaskStatus.RELEASING);
        task("cpu=1").on(node, TaskStatus.ALLOCATED);
        said(hooks, task("cpu=1"));
        assertThat(extender.asked("batchPredicate")).hasSize(2);
    }

    @Test
    void a_task_that_was_placed_and_taken_back_returns_the_node_to_the_answer_for_it() {
        Hooks hooks = asked(AHEAD, "{\"code\":0,\"score\":9,\"ahead\":[8,7,6]}");
        said(hooks, task("cpu=1"));
        task("cpu=1").on(node, TaskStatus.ALLOCATED);
        FakeTask second = task("cpu=1").on(node, TaskStatus.ALLOCATED);
        assertThat(said(hooks, task("cpu=1"))).isEqualTo("scores {n0=7.0}");
        node.remove(second);
        assertThat(said(hooks, task("cpu=1"))).isEqualTo("scores {n0=8.0}");
        task("cpu=1").on(node, TaskStatus.ALLOCATED);
        assertThat(said(hooks, task("cpu=1"))).isEqualTo("scores {n0=7.0}");
        assertThat(extender.asked()).hasSize(1);
    }

    @Test
    void scores_come_with_the_verdicts_or_are_asked_for() {
        assertThat(said(asked(BY_NODE, "{\"code\":0,\"score\":9}"), task("cpu=1")))
                .isEqualTo("scores {n0=9.0}");
        assertThat(extender.asked("prioritize")).isEmpty();
        assertThat(said(asked(BY_NODE, "{\"code\":0}"), task("cpu=1"))).isEqualTo("scores {n0=7.0}");
        assertThat(extender.asked("prioritize")).hasSize(1);
    }

    @Test
    void scores_that_depend_on_the_list_do_not_come_with_verdicts() {
        assertThat(said(asked(Map.of("extender.prioritizeScope", "list"), "{\"code\":0,\"score\":9}"), task("cpu=1")))
                .isEqualTo("scores {n0=7.0}");
    }

    @Test
    void nodes_are_asked_about_in_chunks_until_enough_fit() {
        List<NodeView> many = session.nodes(10).subList(1, 10);
        extender.on("batchPredicate", asked -> {
            StringBuilder answer = new StringBuilder("{\"nodes\":{");
            for (NodeView one : many) {
                if (asked.body().contains("\"name\":\"" + one.name() + "\"")) {
                    answer.append(answer.charAt(answer.length() - 1) == '{' ? "" : ",")
                            .append("\"" + one.name() + "\":{\"code\":" + (one.index() < 5 ? 2 : 0) + "}");
                }
            }
            return answer.append("}}").toString();
        });
        Hooks hooks = plugin(Question.BATCH_PREDICATE).open(session);
        assertThat(hook(hooks, HookKind.BATCH_PREDICATE).fits(task("cpu=1"), many, 2))
                .extracting(Verdict::isFit)
                .containsExactly(false, false, false, true, true);
        assertThat(extender.asked("batchPredicate")).hasSize(2);
    }

    @Test
    void forecasts_have_a_bound() {
        Forecasts forecasts = new Forecasts(10);
        NodeAnswer.Builder answer = new NodeAnswer.Builder(4);
        for (int i = 0; i < 3; i++) {
            answer.later(Verdict.fits(), 1);
        }
        for (int i = 0; i < 5; i++) {
            forecasts
                    .about(TaskClass.of(EqualTasks.TEMPLATE, task("cpu=" + (i + 1))))
                    .keep(node, answer.build());
            assertThat(forecasts.states()).isPositive().isLessThanOrEqualTo(10);
        }
    }
}
