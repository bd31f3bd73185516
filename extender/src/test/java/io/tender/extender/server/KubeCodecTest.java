package io.tender.extender.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.batch.ResourceList;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubeCodecTest {
    private static final String REASON = "no free GPU of the wanted kind";

    private final Codec codec = Codecs.of(Dialect.KUBE);

    private Codec.Asked read(String name) throws Unreadable {
        return codec.read(name.replaceAll("(captured-)?([a-z]+)-request.*", "$2"), Golden.bytes("kube/" + name));
    }

    private static String said(Codec.Asked asked, Answer answer) {
        Reply reply = asked.reply(answer);
        assertThat(reply.status()).isEqualTo(200);
        return new String(reply.body(), StandardCharsets.UTF_8);
    }

    private static Answer checked(Verdict... verdicts) {
        return new Answer.Checked(List.of(verdicts).stream().map(Outlook::of).toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "filter-request-full",
                "filter-request-names",
                "filter-request-lower-case-full",
                "filter-request-lower-case-names",
                "prioritize-request-full",
                "prioritize-request-names",
                "prioritize-request-lower-case-full",
                "prioritize-request-lower-case-names"
            })
    void the_pod_and_its_nodes_are_read_in_either_mode_and_case(String name) throws Unreadable {
        Question question = read(name).question();
        Task task = question instanceof Question.Fit fit ? fit.task() : ((Question.Rank) question).task();
        List<Agent> agents = question instanceof Question.Fit fit ? fit.agents() : ((Question.Rank) question).agents();
        assertThat(task.key()).isEqualTo("11111111-1111-1111-1111-111111111111");
        assertThat(task.job()).contains("default/job-a");
        assertThat(task.priority()).hasValue(1);
        assertThat(task.resources()).isEqualTo(ResourceList.parse("cpu=2 memory=4Gi nvidia.com/gpu=1"));
        assertThat(agents).extracting(Agent::name).containsExactly("node-1", "node-2");
        boolean full = name.endsWith("full");
        assertThat(agents).allSatisfy(agent -> {
            assertThat(agent.known()).isEqualTo(full);
            assertThat(agent.has("kubernetes.io/hostname")).isEqualTo(full);
            assertThat(agent.allocatable())
                    .isEqualTo(full ? Optional.of(ResourceList.parse("cpu=8 memory=16Gi pods=110")) : Optional.empty());
            assertThat(agent.free()).isEmpty();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"names", "full"})
    void a_filter_is_answered_in_the_mode_in_which_it_was_asked(String mode) throws Unreadable {
        Codec.Asked asked = read("filter-request-" + mode);
        assertThat(said(asked, checked(Verdict.fits(), Verdict.notNow(REASON))))
                .isEqualTo(Golden.text("kube/filter-reply-" + mode));
        assertThat(said(asked, checked(Verdict.fits(), Verdict.never(REASON))))
                .isEqualTo(Golden.text("kube/filter-reply-unresolvable-" + mode));
        assertThat(said(asked, checked(Verdict.notNow(REASON), Verdict.notNow(REASON))))
                .isEqualTo(Golden.text("kube/filter-reply-none-" + mode));
        assertThat(said(asked, new Answer.Failed("the device table is not loaded")))
                .isEqualTo(Golden.text("kube/filter-reply-error"));
    }

    @Test
    void what_was_captured_of_the_real_program_is_understood() throws Unreadable {
        Codec.Asked names = read("captured-filter-request-names");
        assertThat(said(names, checked(Verdict.fits(), Verdict.fits(), Verdict.notNow("ext says no"))))
                .isEqualTo("{\"Nodes\":null,\"NodeNames\":[\"n1\",\"n2\"],\"FailedNodes\":{\"n3\":\"ext says no\"},"
                        + "\"FailedAndUnresolvableNodes\":null,\"Error\":\"\"}");
        Question.Fit full = (Question.Fit) read("captured-filter-request-full").question();
        assertThat(full.agents().getFirst().label("zone")).contains("z1");
        assertThat(full.task().raw().at("/spec/schedulerName")).contains("default-scheduler");
        Question.Preempt preempt =
                (Question.Preempt) read("captured-preempt-request-names").question();
        assertThat(preempt.candidates()).extracting(Candidate::agent).containsExactly("n1", "n2");
        Codec.Asked bind = read("captured-bind-request");
        assertThat(said(bind, Answer.Done.well())).isEqualTo(Golden.text("kube/captured-bind-reply"));
        assertThat(((Question.Bind) bind.question()).task().key()).isEqualTo("0a682dee-c78b-4781-a57c-a787803f40aa");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"filter-request-no-node-full", "filter-request-no-node-names", "filter-request-null-items-full"})
    void no_node_at_all_is_answered_too(String name) throws Unreadable {
        Codec.Asked asked = read(name);
        assertThat(((Question.Fit) asked.question()).agents()).isEmpty();
        assertThat(said(asked, checked()))
                .isEqualTo(
                        name.endsWith("names")
                                ? "{\"Nodes\":null,\"NodeNames\":[],\"FailedNodes\":null,"
                                        + "\"FailedAndUnresolvableNodes\":null,\"Error\":\"\"}"
                                : "{\"Nodes\":{\"metadata\":{},\"items\":[]},\"NodeNames\":null,\"FailedNodes\":null,"
                                        + "\"FailedAndUnresolvableNodes\":null,\"Error\":\"\"}");
    }

    @ParameterizedTest
    @CsvSource({"-5, 0", "0, 0", "4, 0", "5, 1", "33, 3", "80.5, 8", "100, 10", "1000, 10"})
    void scores_are_brought_to_whole_numbers_from_0_to_10(double score, long brought) {
        assertThat(KubeAsked.brought(score)).isEqualTo(brought);
    }

    @Test
    void scores_are_said_as_a_list_of_hosts() throws Unreadable {
        Codec.Asked asked = read("prioritize-request-names");
        Scores scores = Scores.scoreEach(
                ((Question.Rank) asked.question()).agents(),
                agent -> agent.name().equals("node-1") ? 80.5 : 33);
        assertThat(said(asked, new Answer.Ranked(scores))).isEqualTo(Golden.text("kube/prioritize-reply"));
        assertThat(asked.reply(new Answer.Failed("no")).status()).isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(strings = {"preempt-request-full", "preempt-request-names", "preempt-request-1.16-full"})
    void victims_are_read_in_every_form_and_answered_by_uid(String name) throws Unreadable {
        Codec.Asked asked = read(name);
        Question.Preempt preempt = (Question.Preempt) asked.question();
        assertThat(preempt.candidates()).singleElement().satisfies(candidate -> {
            assertThat(candidate.agent()).isEqualTo("node-2");
            assertThat(candidate.victims()).singleElement().satisfies(victim -> {
                assertThat(victim.uid()).isEqualTo("uid-of-job-b-worker-0");
                assertThat(victim.name()).isEqualTo(name.endsWith("full") ? "job-b-worker-0" : "");
            });
        });
        assertThat(said(asked, new Answer.Narrowed(preempt.candidates()))).isEqualTo(Golden.text("kube/preempt-reply"));
        assertThat(said(asked, new Answer.Narrowed(List.of()))).isEqualTo(Golden.text("kube/preempt-reply-dropped"));
        assertThat(asked.reply(new Answer.Failed("no")).status()).isEqualTo(500);
    }

    @Test
    void a_candidate_can_have_no_victims() throws Unreadable {
        Question.Preempt preempt =
                (Question.Preempt) read("preempt-request-no-victims-names").question();
        assertThat(preempt.candidates())
                .extracting(candidate -> candidate.victims().size())
                .containsExactly(0, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bind-request", "bind-request-lower-case"})
    void a_binding_is_answered_by_an_error_or_an_empty_one(String name) throws Unreadable {
        Codec.Asked asked = read(name);
        Question.Bind bind = (Question.Bind) asked.question();
        assertThat(bind.task().agent()).contains(bind.agent().name());
        assertThat(said(asked, Answer.Done.well())).isEqualTo(Golden.text("kube/bind-reply"));
        assertThat(said(asked, new Answer.Done(Optional.of("pod is bound to node-2"))))
                .isEqualTo(Golden.text("kube/bind-reply-error"));
        assertThat(said(asked, new Answer.Failed("pod is bound to node-2")))
                .isEqualTo(Golden.text("kube/bind-reply-error"));
    }

    @Test
    void names_are_looked_up_where_somebody_knows_them() throws Unreadable {
        Agent known = Agent.named("node-1").labelled(Map.of("ssd", ""));
        Codec looking = Codecs.of(Dialect.KUBE, name -> name.equals("node-1") ? known : Agent.named(name));
        Codec.Asked asked = looking.read("filter", Golden.bytes("kube/filter-request-names"));
        assertThat(said(asked, checked(Verdict.fits(), Verdict.notNow(REASON))))
                .isEqualTo(Golden.text("kube/filter-reply-names"));
        Question.Fit fit = (Question.Fit) asked.question();
        assertThat(fit.agents()).extracting(agent -> agent.has("ssd")).containsExactly(true, false);
        assertThat(fit.agents()).extracting(Agent::known).containsExactly(true, false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "{\"Pod\":null}", "{\"Pod\":{}", "{\"Pod\":{},\"Nodes\":[]}", "{\"Pod\":{}} {}"})
    void what_is_no_sound_request_is_refused(String body) {
        assertThatThrownBy(() -> codec.read("filter", body.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(Unreadable.class);
    }

    /** A container that asks for a number of cores; one that stays is marked by a plus. */
    private static String containers(String cores) {
        return Arrays.stream(cores.split(" ", -1))
                .filter(text -> !text.isEmpty())
                .map(text -> "{\"restartPolicy\":" + (text.startsWith("+") ? "\"Always\"" : "null")
                        + ",\"resources\":{\"requests\":{\"cpu\":\"" + text.replace("+", "") + "\"}}}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    @ParameterizedTest
    @CsvSource({
        // those that run first, the others, the overhead, all together
        "'', '1 2', 0, 3",
        "'5 4', '1 2', 0, 5",
        "'+1', '1 2', 0, 4",
        "'4 +1', '1 2', 0, 4",
        "'+1 4', '1 2', 0, 5",
        "'+1 4 +2', '1 2', 0, 6",
        "'+1 +2 4', '1 2', 0, 7",
        "'+1 4', '1 2', 250m, 5250m",
        "'', '', 250m, 250m"
    })
    void a_pod_asks_for_what_kubernetes_counts(String first, String others, String overhead, String all)
            throws Unreadable {
        String request = """
                {"Pod": {"metadata": {"name": "p1"}, "spec":
                  {"overhead": {"cpu": "%s"}, "initContainers": %s, "containers": %s}}, "NodeNames": []}
                """.formatted(overhead, containers(first), containers(others));
        Question.Fit asked = (Question.Fit)
                codec.read("filter", request.getBytes(StandardCharsets.UTF_8)).question();
        assertThat(asked.task().resources().millis(ResourceList.CPU))
                .isEqualTo(ResourceList.parse("cpu=" + all).millis(ResourceList.CPU));
    }
}
