package io.tender.extender.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.spi.batch.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DecisionReaderTest {
    private static final String KUBE_FILTER = """
            {"Pod":{"metadata":{"name":"p1","namespace":"default","uid":"u1"}},"Nodes":null,"NodeNames":["n1","n2","n3"]}""";
    private static final String KUBE_NODES = """
            {"Pod":{"metadata":{"name":"p1","namespace":"default","uid":"u1"}},"Nodes":{"metadata":{},"items":[
            {"metadata":{"name":"n1"}},{"metadata":{"name":"n2"}}]},"NodeNames":null}""";
    private static final String KUBE_PREEMPT = """
            {"Pod":{"metadata":{"name":"p1","namespace":"default","uid":"u1"}},"NodeNameToVictims":{"n1":{"Pods":[
            {"metadata":{"name":"v1","namespace":"default","uid":"e2"}}],"NumPDBViolations":0}},"NodeNameToMetaVictims":null}""";
    private static final String AURORA = """
            {"jobKey":"www-prod-hello","request":{"cpu":1,"memory":1,"disk":1},"hosts":[{"name":"ha","offer":{"cpu":4}},
            {"name":"hb","offer":{"cpu":8}}]}""";

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"FILTER", "PREEMPT", "OFFER_SET", "SORT"})
    void the_golden_pairs_are_recognised_and_understood_in_both_dialects(QuestionKind kind) throws IOException {
        for (String dialect : List.of("documented", "volcano")) {
            byte[] request = golden(dialect + "/" + kind.label() + "-request.json");
            byte[] reply = golden(dialect + "/" + kind.label() + "-reply.json");

            AskedQuestion question = known("", "/v1/" + kind.label(), request, reply);

            assertThat(question.kind()).isEqualTo(kind);
            // The two are alike where nothing but a session is told of.
            if (kind != QuestionKind.ON_SESSION_CLOSE) {
                assertThat(question.dialect().label()).isEqualTo(dialect.equals("volcano") ? "volcano" : "tender");
            }
            assertThat(DecisionReader.read(question, reply)).isNotInstanceOf(Decision.Failed.class);
        }
    }

    @Test
    void a_refusal_says_which_task_and_node_it_is_about() throws IOException {
        byte[] request = golden("documented/predicate-request.json");
        AskedQuestion question = known("predicate", "/anything", request, new byte[0]);

        assertThat(question.subject().task()).isEqualTo("default/job-a-worker-0");
        assertThat(DecisionReader.read(question, golden("documented/predicate-reply.json")))
                .isEqualTo(verdicts(Map.of(
                        question.subject().nodes().getFirst(),
                        Verdict.unschedulable("no free GPU of the wanted kind"))));
    }

    @Test
    void victims_are_known_by_their_names_however_they_are_named() throws IOException {
        byte[] request = golden("documented/preemptable-request.json");
        AskedQuestion question = known("preemptable", "/", request, new byte[0]);

        Decision byUid = DecisionReader.read(question, golden("documented/preemptable-reply.json"));
        Decision byName = DecisionReader.read(question, bytes("{\"victims\":[\"job-b-worker-0\"]}"));
        Decision whole = DecisionReader.read(
                question, bytes("{\"victims\":[{\"namespace\":\"default\",\"name\":\"job-b-worker-0\"}]}"));

        assertThat(byUid).isInstanceOf(Decision.Victims.class).isEqualTo(byName).isEqualTo(whole);
    }

    /** As the scheduler finds them: where the name is one task's alone, and where a task has no uid. */
    @Test
    void victims_may_be_named_without_their_namespace() {
        byte[] request = bytes(
                "{\"evictor\":{\"namespace\":\"b\",\"name\":\"x\",\"uid\":\"u0\"},\"evictees\":["
                        + "{\"namespace\":\"a\",\"name\":\"x\",\"uid\":\"u1\"},{\"namespace\":\"a\",\"name\":\"y\"},"
                        + "{\"namespace\":\"a\",\"name\":\"z\",\"uid\":\"u2\"},{\"namespace\":\"b\",\"name\":\"z\",\"uid\":\"u3\"}]}");
        AskedQuestion question = known("preemptable", "/", request, new byte[0]);

        Decision named = DecisionReader.read(question, bytes("{\"victims\":[{\"name\":\"x\"},\"y\",\"u2\"]}"));
        Decision whole = DecisionReader.read(
                question, bytes("{\"victims\":[\"a/x\",{\"namespace\":\"a\",\"name\":\"y\"},\"a/z\"]}"));
        assertThat(named).isInstanceOf(Decision.Victims.class).isEqualTo(whole);

        // Of two that have the name nobody knows which is meant.
        assertThat(DecisionReader.read(question, bytes("{\"victims\":[\"z\"]}")))
                .isNotEqualTo(DecisionReader.read(question, bytes("{\"victims\":[\"a/z\"]}")));
    }

    @Test
    void a_code_without_a_message_means_no_to_one_and_nothing_to_the_other() throws IOException {
        byte[] bare = bytes("{\"code\":2}");
        AskedQuestion documented = known("predicate", "/", golden("documented/predicate-request.json"), new byte[0]);
        AskedQuestion volcano = known("predicate", "/", golden("volcano/predicate-request.json"), new byte[0]);

        assertThat(DecisionReader.read(documented, bare).words()).isEqualTo("0 of 1 nodes fit");
        assertThat(DecisionReader.read(volcano, bare).words()).isEqualTo("1 of 1 nodes fit");
    }

    @Test
    void what_a_filter_leaves_fits_and_the_maps_say_whether_there_is_hope() {
        AskedQuestion question = known("", "/cached/filter", bytes(KUBE_FILTER), new byte[0]);
        assertThat(question.dialect()).isEqualTo(Dialect.KUBE);
        assertThat(question.subject().task()).isEqualTo("default/p1");

        assertThat(
                        DecisionReader.read(
                                question,
                                bytes(
                                        "{\"nodenames\":[\"n1\"],\"failednodes\":{\"n2\":\"busy\"},\"FailedAndUnresolvableNodes\":{\"n3\":\"gone\"}}")))
                .isEqualTo(verdicts(Map.of(
                        "n1", Verdict.fits(), "n2", Verdict.unschedulable("busy"), "n3", Verdict.never("gone"))));
        assertThat(DecisionReader.read(question, bytes("{}")).words()).isEqualTo("0 of 3 nodes fit");
        assertThat(DecisionReader.read(question, bytes("{\"Error\":\"no idea\"}"))
                        .words())
                .isEqualTo("failed: error_answer");
        assertThat(DecisionReader.read(question, bytes("{\"NodeNames\":[\"n9\"]}"))
                        .words())
                .isEqualTo("failed: malformed");
    }

    @Test
    void whole_nodes_are_read_like_names() {
        AskedQuestion question = known("", "/x", bytes(KUBE_NODES), bytes("{\"Nodes\":null}"));

        assertThat(question.kind()).isEqualTo(QuestionKind.FILTER);
        assertThat(DecisionReader.read(question, bytes("{\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"n2\"}}]}}")))
                .isEqualTo(verdicts(Map.of("n1", Verdict.unschedulable(""), "n2", Verdict.fits())));
    }

    @Test
    void scores_of_kube_add_up_and_strangers_count_nothing() {
        byte[] answer =
                bytes("[{\"Host\":\"n1\",\"Score\":3},{\"host\":\"n1\",\"score\":4},{\"Host\":\"n9\",\"Score\":10}]");
        AskedQuestion question = known("", "/x", bytes(KUBE_FILTER), answer);

        assertThat(question.kind()).isEqualTo(QuestionKind.PRIORITIZE);
        assertThat(DecisionReader.read(question, answer))
                .isEqualTo(new Decision.Scores(new TreeMap<>(Map.of("n1", 7.0, "n2", 0.0, "n3", 0.0))));
        assertThat(DecisionReader.read(question, bytes("[{\"Host\":\"n1\",\"Score\":9.5}]"))
                        .words())
                .isEqualTo("failed: malformed");
    }

    @Test
    void victims_of_kube_are_told_by_name_where_the_request_had_whole_pods() {
        AskedQuestion question = known("", "/x", bytes(KUBE_PREEMPT), new byte[0]);

        Decision decision = DecisionReader.read(
                question,
                bytes("{\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{\"UID\":\"e2\"}],\"NumPDBViolations\":0}}}"));

        assertThat(question.kind()).isEqualTo(QuestionKind.PREEMPT);
        assertThat(((Decision.Victims) decision).nodes().get("n1")).containsExactly("default/v1");
    }

    @Test
    void violations_of_disruption_budgets_decide_too() {
        AskedQuestion question = known("", "/x", bytes(KUBE_PREEMPT), new byte[0]);
        String said = "{\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{\"UID\":\"e2\"}],\"NumPDBViolations\":%s}}}";
        Decision none = DecisionReader.read(question, bytes(String.format(said, "0")));
        Decision one = DecisionReader.read(question, bytes(String.format(said, "1")));
        Decision unsaid = DecisionReader.read(
                question, bytes("{\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{\"UID\":\"e2\"}]}}}"));

        assertThat(Comparison.of(none, one, 0))
                .singleElement()
                .satisfies(difference -> assertThat(difference.decisive()).isTrue())
                .hasToString("victims n1: default/v1 (0 violations of disruption budgets)"
                        + " → default/v1 (1 violation of disruption budgets)");
        assertThat(Comparison.of(none, unsaid, 0)).isEmpty();
        assertThat(DecisionReader.read(question, bytes(String.format(said, "0.5")))
                        .words())
                .isEqualTo("failed: malformed");
    }

    @Test
    void an_order_of_hosts_leaves_out_strangers_and_repetitions() {
        AskedQuestion question = known("order", "/v1/offerset", bytes(AURORA), new byte[0]);

        assertThat(question.dialect()).isEqualTo(Dialect.AURORA);
        assertThat(DecisionReader.read(question, bytes("{\"error\":\"\",\"hosts\":[\"hb\",\"hx\",\"hb\",\"ha\",]}")))
                .isEqualTo(new Decision.Order(List.of("hb", "ha")));
        assertThat(DecisionReader.read(question, bytes("{\"error\":\"down\"}")).words())
                .isEqualTo("failed: error_answer");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"task\":{\"name\":\"a\"},\"node\":{\"name\":\"n\"}}",
                "{\"task\":{\"name\":\"a\"}}",
                "{\"tasks\":[{\"name\":\"a\"}]}",
                "{\"job\":{\"name\":\"a\"}}",
                "{}",
                "[]"
            })
    void what_could_change_something_is_not_taken_for_a_question(String request) {
        assertThat(Recognition.byItself().of("x", "/x", bytes(request), new byte[0]))
                .isInstanceOf(Recognition.Result.Unknown.class);
    }

    @Test
    void a_path_can_be_given_its_meaning() {
        byte[] request = bytes("{\"task\":{\"name\":\"a\"},\"node\":{\"name\":\"n\"}}");
        Recognition recognition =
                Recognition.byItself().at("/a1", QuestionKind.PREDICATE).in(Dialect.VOLCANO);

        assertThat(recognition.of("a1", "/a1", request, new byte[0]))
                .isInstanceOfSatisfying(Recognition.Result.Known.class, known -> {
                    assertThat(known.question().kind()).isEqualTo(QuestionKind.PREDICATE);
                    assertThat(known.question().dialect()).isEqualTo(Dialect.VOLCANO);
                });
    }

    @Test
    void what_is_no_json_stays_unknown() {
        assertThat(Recognition.byItself().of("predicate", "/", bytes("{\"task\":"), new byte[0]))
                .isInstanceOfSatisfying(
                        Recognition.Result.Unknown.class,
                        unknown -> assertThat(unknown.why()).contains("no JSON"));
    }

    private static AskedQuestion known(String verb, String path, byte[] request, byte[] answer) {
        Recognition.Result result = Recognition.byItself().of(verb, path, request, answer);
        assertThat(result).isInstanceOf(Recognition.Result.Known.class);
        return ((Recognition.Result.Known) result).question();
    }

    private static Decision verdicts(Map<String, Verdict> nodes) {
        TreeMap<String, Decision.Finding> findings = new TreeMap<>();
        nodes.forEach((node, verdict) -> findings.put(node, Decision.Finding.of(verdict)));
        return new Decision.Verdicts(findings);
    }

    private static byte[] golden(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(
                DecisionReaderTest.class.getResourceAsStream("/io/tender/extender/volcano/" + name), name)) {
            return in.readAllBytes();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
