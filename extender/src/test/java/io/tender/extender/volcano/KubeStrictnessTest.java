package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.tender.model.batch.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is no answer by default, and what kube-scheduler makes of it, which {@code compat: kube} does too. */
class KubeStrictnessTest extends KubeTestBase {

    private static void add(List<Arguments> cases, String what, Question question, String reply, String tolerant) {
        cases.add(Arguments.of(what, question, reply, tolerant));
    }

    /** Names of nodes are asked about, node-1 and node-2; the last column is what kube-scheduler does. */
    static Stream<Arguments> odd() {
        List<Arguments> cases = new ArrayList<>();
        Question filter = Question.BATCH_PREDICATE;
        add(
                cases,
                "an unknown whole node",
                filter,
                "{\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"x\"}}]}}",
                "[refused: F, refused: F]");
        add(cases, "a node twice", filter, "{\"NodeNames\":[\"node-1\",\"node-1\"]}", "[fits, refused: F]");
        add(
                cases,
                "fitting and failed",
                filter,
                "{\"NodeNames\":[\"node-1\"],\"FailedNodes\":{\"node-1\":\"no\"}}",
                "[fits, refused: F]");
        add(
                cases,
                "an unknown node that failed",
                filter,
                "{\"NodeNames\":[\"node-1\"],\"FailedNodes\":{\"x\":\"no\"}}",
                "[fits, refused: F]");
        add(cases, "bytes behind the answer", filter, "{\"NodeNames\":[\"node-1\"]} and more", "[fits, refused: F]");
        add(
                cases,
                "a key twice",
                filter,
                "{\"NodeNames\":[\"node-2\"],\"NodeNames\":[\"node-1\"]}",
                "[fits, refused: F]");
        Question scores = Question.PRIORITIZE;
        add(
                cases,
                "an unknown host",
                scores,
                "[{\"Host\":\"x\",\"Score\":3},{\"Host\":\"node-1\",\"Score\":1}]",
                "scores {node-1=10.0, node-2=0.0}");
        add(
                cases,
                "a host twice",
                scores,
                "[{\"Host\":\"node-1\",\"Score\":3},{\"Host\":\"node-1\",\"Score\":4}]",
                "scores {node-1=70.0, node-2=0.0}");
        Question preempt = Question.PREEMPTABLE;
        add(
                cases,
                "a victim twice",
                preempt,
                "{\"NodeNameToMetaVictims\":{\"node-2\":{\"Pods\":[{\"UID\":\"V\"},{\"UID\":\"V\"}]}}}",
                "victims [job-b-worker-0]");
        add(
                cases,
                "a pod of the node that was not offered",
                preempt,
                "{\"NodeNameToMetaVictims\":{\"node-2\":{\"Pods\":[{\"UID\":\"V\"},{\"UID\":\"O\"}]}}}",
                "victims [job-b-worker-0]");
        return cases.stream();
    }

    /** What no one can make sense of. */
    static Stream<Arguments> wrong() {
        List<Arguments> cases = new ArrayList<>();
        Question filter = Question.BATCH_PREDICATE;
        add(cases, "an unknown name", filter, "{\"NodeNames\":[\"node-1\",\"x\"]}", "");
        add(cases, "an error", filter, golden("filter-reply-error"), "");
        add(cases, "a number as a name", filter, "{\"NodeNames\":[1]}", "");
        add(cases, "reasons that are a list", filter, "{\"NodeNames\":[],\"FailedNodes\":[\"x\"]}", "");
        add(cases, "a list", filter, "[]", "");
        Question scores = Question.PRIORITIZE;
        add(cases, "a fraction", scores, "[{\"Host\":\"node-1\",\"Score\":9.5}]", "");
        add(cases, "an object", scores, "{\"Host\":\"node-1\",\"Score\":9}", "");
        add(cases, "more than 64 bits", scores, "[{\"Host\":\"node-1\",\"Score\":99999999999999999999}]", "");
        Question preempt = Question.PREEMPTABLE;
        add(cases, "an unknown node", preempt, "{\"NodeNameToMetaVictims\":{\"x\":{\"Pods\":[]}}}", "");
        add(
                cases,
                "a pod of another node",
                preempt,
                "{\"NodeNameToMetaVictims\":{\"node-2\":{\"Pods\":[{\"UID\":\"x\"}]}}}",
                "");
        add(
                cases,
                "a node left without victims",
                preempt,
                "{\"NodeNameToMetaVictims\":{\"node-2\":{\"Pods\":[]}}}",
                "");
        add(
                cases,
                "half a violation",
                preempt,
                "{\"NodeNameToMetaVictims\":{\"node-2\":{\"Pods\":[{\"UID\":\"V\"}],\"NumPDBViolations\":0.5}}}",
                "");
        add(cases, "a number as the error", Question.BIND, "{\"Error\":1}", "");
        return cases.stream();
    }

    private String decided(Question question, String reply, String compat) {
        FakeTask other = session.task("other", "cpu=1").on(example.second, TaskStatus.RUNNING);
        extender.on(
                verb(question),
                reply.replace("\"V\"", "\"" + example.running.id().value() + "\"")
                        .replace("\"O\"", "\"" + other.id().value() + "\""));
        ExtenderPlugin plugin = kube(
                Map.of("extender.nodeCacheCapable", true, "extender.compat", compat, "extender.httpTimeout", "10s"));
        return ask(plugin, question).replace("filtered out by the extender, without a reason", "F");
    }

    private void assertFailed(Question question, String decided) {
        String failed = switch (question) {
            case BATCH_PREDICATE -> "[refused: Extender 'gpu'";
            case PRIORITIZE -> "left out";
            case PREEMPTABLE -> "no victims: Extender 'gpu'";
            default -> "no: Extender 'gpu'";
        };
        assertThat(decided).startsWith(failed);
        assertThat(registry.find("tender.extender.failures")
                        .tag("verb", verb(question))
                        .counters())
                .extracting(Counter::count)
                .containsExactly(1.0);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("odd")
    void an_odd_answer_is_none(String what, Question question, String reply, String tolerant) {
        assertFailed(question, decided(question, reply, "strict"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("odd")
    void and_is_taken_as_kube_scheduler_takes_it_if_that_is_wanted(
            String what, Question question, String reply, String tolerant) {
        assertThat(decided(question, reply, "kube")).isEqualTo(tolerant);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    void what_makes_no_sense_is_no_answer_either_way(String what, Question question, String reply, String unused) {
        assertFailed(question, decided(question, reply, "kube"));
    }

    @Test
    void scores_out_of_range_count_as_the_nearest_and_are_counted() {
        String reply = "[{\"Host\":\"node-1\",\"Score\":1000000},{\"Host\":\"node-2\",\"Score\":-4}]";
        assertThat(decided(Question.PRIORITIZE, reply, "strict")).isEqualTo("scores {node-1=100.0, node-2=0.0}");
        assertThat(registry.get("tender.extender.clamped.scores").counter().count())
                .isEqualTo(2);
    }

    @Test
    void kube_scheduler_takes_scores_as_they_are() {
        String reply = "[{\"Host\":\"node-1\",\"Score\":1000000},{\"Host\":\"node-2\",\"Score\":-4}]";
        assertThat(decided(Question.PRIORITIZE, reply, "kube")).isEqualTo("scores {node-1=1.0E7, node-2=-40.0}");
    }

    @Test
    void names_for_an_extender_that_was_shown_whole_nodes_are_a_mistake_and_kube_scheduler_drops_them_all() {
        extender.on("filter", golden("filter-reply-all-names"));
        assertFailed(Question.BATCH_PREDICATE, ask(kube(Map.of()), Question.BATCH_PREDICATE));
        assertThat(ask(kube(Map.of("extender.compat", "kube")), Question.BATCH_PREDICATE))
                .matches("\\[refused: filtered out.*, refused: filtered out.*]");
    }
}
