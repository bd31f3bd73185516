package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests of kube-scheduler's protocol byte for byte, and what its replies come to, in every form they have. */
class KubeMessagesTest extends KubeTestBase {
    private static final String REFUSED = "[fits, refused: no free GPU of the wanted kind]";

    @ParameterizedTest
    @CsvSource({"false, full", "true, names"})
    void nodes_are_shown_whole_or_by_name(boolean names, String form) {
        extender.on("filter", golden("filter-reply-" + form)).on("prioritize", golden("prioritize-reply"));
        ExtenderPlugin plugin = kube(Map.of("extender.nodeCacheCapable", names));
        assertThat(ask(plugin, Question.BATCH_PREDICATE)).isEqualTo(REFUSED);
        assertThat(ask(plugin, Question.PRIORITIZE)).isEqualTo("scores {node-1=80.0, node-2=30.0}");
        assertThat(extender.only("filter").body()).isEqualTo(golden("filter-request-" + form));
        assertThat(extender.only("filter").header("Content-type")).isEqualTo("application/json");
        assertThat(extender.only("prioritize").body()).isEqualTo(golden("prioritize-request-" + form));
    }

    @ParameterizedTest
    @CsvSource({"false, full", "true, names"})
    void victims_are_shown_whole_or_by_uid(boolean names, String form) {
        extender.on("preempt", golden("preempt-reply"));
        ExtenderPlugin plugin = kube(Map.of("extender.nodeCacheCapable", names));
        assertThat(ask(plugin, Question.PREEMPTABLE)).isEqualTo("victims [job-b-worker-0]");
        assertThat(ask(plugin, Question.RECLAIMABLE)).isEqualTo("victims [job-b-worker-0]");
        assertThat(extender.asked("preempt"))
                .extracting(ScriptedExtender.Asked::body)
                .containsExactly(golden("preempt-request-" + form), golden("preempt-request-" + form));
    }

    @Test
    void a_pod_is_bound_by_its_names() {
        extender.on("bind", golden("bind-reply"));
        assertThat(ask(kube(Map.of()), Question.BIND)).isEqualTo("yes");
        assertThat(extender.only("bind").body()).isEqualTo(golden("bind-request"));
        assertThat(extender.only("bind").header("Idempotency-key")).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "true, filter-reply-short-names",
        "true, filter-reply-lower-case-names",
        "true, filter-reply-unresolvable-names",
        "true, filter-reply-both-maps-names",
        "true, filter-reply-full",
        "false, filter-reply-lower-case-full",
        "false, filter-reply-unresolvable-full"
    })
    void a_filter_may_answer_in_any_of_the_forms_services_have(boolean names, String reply) {
        extender.on("filter", golden(reply));
        assertThat(ask(kube(Map.of("extender.nodeCacheCapable", names)), Question.BATCH_PREDICATE))
                .isEqualTo(REFUSED);
    }

    @ParameterizedTest
    @CsvSource({
        "filter-reply-names, true",
        "filter-reply-unresolvable-names, false",
        "filter-reply-both-maps-names, false"
    })
    void what_no_eviction_can_help_is_told_from_what_it_might(String reply, boolean hope) {
        extender.on("filter", golden(reply));
        ExtenderPlugin plugin = kube(Map.of("extender.nodeCacheCapable", true));
        Hooks hooks = plugin.open(session);
        assertThat(hook(hooks, HookKind.BATCH_PREDICATE).fits(example.task(), example.nodes(), 2))
                .element(1)
                .matches(verdict -> verdict instanceof Verdict.Refused refused
                        && refused.code().hope() == hope);
    }

    @ParameterizedTest
    @CsvSource({"filter-reply-none-names", "filter-reply-empty"})
    void a_filter_that_leaves_nothing_refuses_every_node(String reply) {
        extender.on("filter", golden(reply));
        assertThat(ask(kube(Map.of("extender.nodeCacheCapable", true)), Question.BATCH_PREDICATE))
                .matches("\\[refused: [^,]+(, [a-z ]+)?, refused: .+]");
    }

    @Test
    void what_was_captured_from_the_real_program_is_understood() {
        FakeSession other = new FakeSession();
        FakeTask task = other.task("asking", "cpu=1");
        List<NodeView> nodes = List.of(other.node("n1", "cpu=4"), other.node("n2", "cpu=4"), other.node("n3", "cpu=4"));
        extender.on("filter", golden("captured-filter-reply")).on("prioritize", golden("captured-prioritize-reply"));
        Hooks hooks = kube(Map.of("extender.nodeCacheCapable", true, "extender.managedResources", List.of()))
                .open(other);
        assertThat(hook(hooks, HookKind.BATCH_PREDICATE).fits(task, nodes, 3))
                .extracting(Decision::word)
                .containsExactly("fits", "fits", "refused: ext says no");
        assertThat(Decision.word(hook(hooks, HookKind.BATCH_NODE_ORDER).score(task, nodes.subList(0, 2))))
                .isEqualTo("scores {n1=0.0, n2=100.0}");
    }

    @ParameterizedTest
    @CsvSource({
        "prioritize-reply-lower-case, 80.0, 30.0",
        "prioritize-reply-empty, 0.0, 0.0",
        "prioritize-reply-null, 0.0, 0.0"
    })
    void scores_come_in_both_spellings_or_not_at_all(String reply, String first, String second) {
        extender.on("prioritize", golden(reply));
        assertThat(ask(kube(Map.of()), Question.PRIORITIZE))
                .isEqualTo("scores {node-1=" + first + ", node-2=" + second + "}");
    }

    @Test
    void a_weight_multiplies_scores() {
        extender.on("prioritize", golden("prioritize-reply"));
        assertThat(ask(kube(Map.of("extender.weight", 3)), Question.PRIORITIZE))
                .isEqualTo("scores {node-1=240.0, node-2=90.0}");
    }

    @Test
    void a_dropped_node_evicts_nobody() {
        extender.on("preempt", golden("preempt-reply-dropped"));
        assertThat(ask(kube(Map.of()), Question.PREEMPTABLE))
                .isEqualTo("no victims: the extender takes node 'node-2' out of the question");
        extender.on("preempt", golden("preempt-reply-null"));
        assertThat(ask(kube(Map.of()), Question.PREEMPTABLE)).startsWith("no victims: ");
        extender.on("preempt", golden("preempt-reply-lower-case"));
        assertThat(ask(kube(Map.of()), Question.PREEMPTABLE)).isEqualTo("victims [job-b-worker-0]");
    }

    @Test
    void a_refused_binding_says_why() {
        extender.on("bind", golden("bind-reply-error"));
        assertThat(ask(kube(Map.of("extender.ignorable", true)), Question.BIND))
                .isEqualTo("no: pod is bound to node-2");
        extender.on("bind", golden("bind-reply-lower-case"));
        assertThat(ask(kube(Map.of()), Question.BIND)).isEqualTo("yes");
    }

    @Test
    void verbs_are_counted_under_their_own_names() {
        extender.on("filter", 500, "").on("preempt", 500, "");
        ExtenderPlugin plugin = kube(Map.of("extender.retries", 0));
        ask(plugin, Question.BATCH_PREDICATE);
        ask(plugin, Question.PREEMPTABLE);
        assertThat(registry.find("tender.extender.failures")
                        .tag("verb", "filter")
                        .counter())
                .isNotNull();
        assertThat(registry.find("tender.extender.failures")
                        .tag("verb", "preempt")
                        .counter())
                .isNotNull();
    }

    @Test
    void a_node_without_room_is_asked_about_when_it_has_some() {
        extender.on("filter", "{\"NodeNames\":[\"node-1\"]}");
        session.task("large", "cpu=7500m").on(example.second, TaskStatus.RUNNING);
        ExtenderPlugin plugin = kube(Map.of("extender.nodeCacheCapable", true));
        assertThat(ask(plugin, Question.BATCH_PREDICATE)).isEqualTo("[fits, fits]");
        assertThat(extender.only("filter").body()).endsWith("\"NodeNames\":[\"node-1\"]}");
    }

    @Test
    void tasks_without_a_managed_resource_are_none_of_its_business() {
        ExtenderPlugin plugin = kube(Map.of("extender.managedResources", List.of("example.com/foo")));
        assertThat(ask(plugin, Question.BATCH_PREDICATE)).isEqualTo("[fits, fits]");
        assertThat(ask(plugin, Question.PRIORITIZE)).isEqualTo("scores {}");
        assertThat(ask(plugin, Question.PREEMPTABLE)).isEqualTo("abstains");
        assertThat(ask(plugin, Question.BIND)).isEqualTo("not delegated");
        assertThat(extender.asked()).isEmpty();
    }

    @Test
    void by_default_the_list_is_asked_about_for_each_task_and_by_node_an_answer_is_kept() {
        extender.on("filter", golden("filter-reply-names"));
        ExtenderPlugin anew = kube(Map.of("extender.nodeCacheCapable", true));
        Hooks hooks = anew.open(session);
        hook(hooks, HookKind.BATCH_PREDICATE).fits(example.task(), example.nodes(), 2);
        hook(hooks, HookKind.BATCH_PREDICATE).fits(example.task(), example.nodes(), 2);
        assertThat(extender.asked("filter")).hasSize(2);
        ExtenderPlugin keeping = kube(Map.of("extender.nodeCacheCapable", true, "extender.filterScope", "node"));
        hooks = keeping.open(session);
        hook(hooks, HookKind.BATCH_PREDICATE).fits(example.task(), example.nodes(), 2);
        hook(hooks, HookKind.BATCH_PREDICATE).fits(example.task(), example.nodes(), 2);
        assertThat(extender.asked("filter")).hasSize(3);
    }
}
