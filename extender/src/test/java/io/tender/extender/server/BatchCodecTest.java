package io.tender.extender.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.batch.ResourceList;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BatchCodecTest {
    private static final String REASON = "no free GPU of the wanted kind";

    enum Form {
        documented,
        volcano
    }

    private static Codec.Asked read(Form form, String verb) throws Unreadable {
        return Codecs.of(Dialect.VOLCANO).read(verb, Golden.bytes("volcano/" + form + "/" + verb + "-request"));
    }

    private static String said(Codec.Asked asked, Answer answer) {
        return new String(asked.reply(answer).body(), StandardCharsets.UTF_8);
    }

    private static String golden(Form form, String verb) {
        return Golden.text("volcano/" + form + "/" + verb + "-reply");
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void a_task_and_an_agent_are_the_same_in_both_forms(Form form) throws Unreadable {
        Question.Fit fit = (Question.Fit) read(form, "predicate").question();

        Task task = fit.task();
        assertThat(task.namespace()).isEqualTo("default");
        assertThat(task.name()).isEqualTo("job-a-worker-0");
        assertThat(task.uid()).isEqualTo("11111111-1111-1111-1111-111111111111");
        assertThat(task.job()).contains("default/job-a");
        assertThat(task.role()).contains("worker");
        assertThat(task.phase()).contains("Pending");
        assertThat(task.priority()).hasValue(1);
        assertThat(task.resources()).isEqualTo(ResourceList.parse("cpu=2 memory=4Gi nvidia.com/gpu=1"));
        Agent agent = fit.agents().getFirst();
        assertThat(agent.name()).isEqualTo("node-2");
        assertThat(agent.labels()).containsEntry("kubernetes.io/hostname", "node-2");
        assertThat(agent.allocatable()).contains(ResourceList.parse("cpu=8 memory=16Gi pods=110"));
        assertThat(agent.free()).contains(ResourceList.parse("cpu=7500m memory=15872Mi pods=109"));
        assertThat(agent.load()).isEqualTo(6.25);
        assertThat(agent.tasks()).singleElement().satisfies(running -> {
            assertThat(running.uid()).isEqualTo("uid-of-job-b-worker-0");
            assertThat(running.phase()).contains("Running");
            assertThat(running.agent()).contains("node-2");
            assertThat(running.raw().text()).startsWith("{").endsWith("}").contains("job-b-worker-0");
        });
        assertThat(agent.raw().text()).startsWith("{").endsWith("}").contains("\"node-2\"");
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void a_verdict_is_said_in_the_form_in_which_it_was_asked_for(Form form) throws Unreadable {
        assertThat(said(read(form, "predicate"), new Answer.Checked(List.of(Outlook.of(Verdict.notNow(REASON))))))
                .isEqualTo(golden(form, "predicate"));
        assertThat(said(
                        read(form, "batchPredicate"),
                        new Answer.Checked(List.of(Outlook.of(Verdict.fits()), Outlook.of(Verdict.notNow(REASON))))))
                .isEqualTo(golden(form, "batchPredicate"));
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void scores_and_what_lies_ahead_come_with_the_verdicts(Form form) throws Unreadable {
        Codec.Asked asked = Codecs.of(Dialect.VOLCANO)
                .read("batchPredicate", Golden.bytes("volcano/" + form + "/batchPredicate-ahead-request"));
        Question.Fit fit = (Question.Fit) asked.question();
        assertThat(fit.ahead()).isEqualTo(2);
        assertThat(fit.enough()).isEqualTo(2);

        Outlook rich = new Outlook(
                Verdict.fits(),
                OptionalDouble.of(80.5),
                List.of(Outlook.of(79), Outlook.of(Verdict.notNow("two of a kind are enough"))));
        assertThat(asked.reply(new Answer.Checked(List.of(rich, Outlook.of(Verdict.notNow(REASON)))))
                        .body())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(Golden.text("volcano/documented/batchPredicate-ahead-reply"));
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void scores_are_said_by_name(Form form) throws Unreadable {
        Codec.Asked asked = read(form, "prioritize");
        Question.Rank rank = (Question.Rank) asked.question();
        Scores scores = Scores.scoreEach(rank.agents(), agent -> agent.name().equals("node-1") ? 80.5 : -3);
        assertThat(said(asked, new Answer.Ranked(scores))).isEqualTo(golden(form, "prioritize"));
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void victims_are_named_so_that_their_scheduler_can_use_them(Form form) throws Unreadable {
        Codec.Asked asked = read(form, "preemptable");
        Question.Evict evict = (Question.Evict) asked.question();
        assertThat(evict.between()).isFalse();
        assertThat(said(asked, new Answer.Chosen(Victims.these(evict.evictees()))))
                .isEqualTo(golden(form, "preemptable"));
        assertThat(said(asked, new Answer.Chosen(Victims.abstain()))).isEqualTo("{\"status\":0,\"victims\":[]}");
        assertThat(said(asked, new Answer.Chosen(Victims.nobody()))).isEqualTo("{\"status\":1,\"victims\":[]}");
        assertThat(((Question.Evict) read(form, "reclaimable").question()).between())
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void a_job_is_the_same_in_both_forms(Form form) throws Unreadable {
        Codec.Asked asked = read(form, "jobEnqueueable");
        Job job = ((Question.Admit) asked.question()).job();
        assertThat(job.id()).isEqualTo("default/job-a");
        assertThat(job.uid()).isEqualTo("33333333-3333-3333-3333-333333333333");
        assertThat(job.queue()).contains("default");
        assertThat(job.phase()).contains("Pending");
        assertThat(job.minAvailable()).isEqualTo(2);
        assertThat(job.roleMinimums()).containsEntry("worker", 2);
        assertThat(job.minResources()).contains(ResourceList.parse("cpu=4"));
        assertThat(job.requested().orElseThrow().millis("nvidia.com/gpu")).isEqualTo(1000);
        assertThat(job.tasks())
                .singleElement()
                .satisfies(task -> assertThat(task.name()).isEqualTo("job-a-worker-0"));
        assertThat(job.created()).isPresent();
        assertThat(said(asked, new Answer.Voted(Vote.permit()))).isEqualTo(golden(form, "jobEnqueueable"));
        assertThat(said(asked, new Answer.Voted(Vote.reject("too \"big\""))))
                .isEqualTo("{\"status\":-1,\"reason\":\"too \\\"big\\\"\"}");
        assertThat(said(read(form, "jobReady"), new Answer.Truth(true))).isEqualTo(golden(form, "jobReady"));
        assertThat(said(read(form, "jobEnqueued"), Answer.Done.well())).isEqualTo(golden(form, "jobEnqueued"));
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void a_queue_is_the_same_in_both_forms(Form form) throws Unreadable {
        Codec.Asked asked = read(form, "queueOverused");
        Queue queue = ((Question.Overused) asked.question()).queue();
        assertThat(queue.name()).isEqualTo("default");
        assertThat(queue.weight()).isEqualTo(1);
        assertThat(queue.capability()).isEqualTo(ResourceList.parse("cpu=100"));
        assertThat(queue.allocated()).contains(ResourceList.parse("cpu=2"));
        assertThat(queue.reclaimable()).isTrue();
        assertThat(queue.state()).contains("Open");
        assertThat(said(asked, new Answer.Truth(true))).isEqualTo(golden(form, "queueOverused"));
    }

    @ParameterizedTest
    @CsvSource({
        "allocateFunc, the device is taken",
        "deallocateFunc, ''",
        "bind, ''",
    })
    void what_was_done_is_said_with_a_message(String verb, String refusal) throws Unreadable {
        for (Form form : Form.values()) {
            Codec.Asked asked = read(form, verb);
            assertThat(said(asked, new Answer.Done(Optional.of(refusal).filter(text -> !text.isEmpty()))))
                    .isEqualTo(golden(form, verb));
        }
        Question.Bind bind = (Question.Bind) read(Form.volcano, "bind").question();
        assertThat(bind.task().agent()).contains(bind.agent().name());
    }

    @ParameterizedTest
    @ValueSource(strings = {"commit", "abort", "onSessionClose", "onSessionOpen", "jobEnqueued"})
    void what_was_only_told_is_answered_by_nothing(String verb) throws Unreadable {
        for (Form form : Form.values()) {
            assertThat(said(read(form, verb), Answer.Done.well())).isEqualTo(golden(form, verb));
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void a_snapshot_is_the_same_in_both_forms(Form form) throws Unreadable {
        Snapshot snapshot =
                ((Question.SessionOpened) read(form, "onSessionOpen").question()).snapshot();
        assertThat(snapshot.extent()).isEqualTo(Snapshot.Extent.FULL);
        assertThat(snapshot.agents()).extracting(Agent::name).contains("node-1", "node-2");
        assertThat(snapshot.jobs()).extracting(Job::id).contains("default/job-a");
        assertThat(snapshot.queues()).extracting(Queue::name).contains("default");
        assertThat(snapshot.session()).isEqualTo(form == Form.documented ? Optional.of("session-1") : Optional.empty());
    }

    @Test
    void changes_to_a_snapshot_that_is_not_known_ask_for_all_of_it() throws Unreadable {
        Codec.Asked asked = Codecs.of(Dialect.TENDER).read("onSessionOpen", """
                        {"sessionId":"s7","snapshot":"delta","since":"s6","nodes":[],"removedNodes":["n9"],
                         "jobs":[],"removedJobs":["default/train"],"queues":[],"removedQueues":[]}""".getBytes(StandardCharsets.UTF_8));
        Snapshot snapshot = ((Question.SessionOpened) asked.question()).snapshot();
        assertThat(snapshot.extent()).isEqualTo(Snapshot.Extent.DELTA);
        assertThat(snapshot.since()).contains("s6");
        assertThat(snapshot.removedAgents()).containsExactly("n9");
        assertThat(asked.reply(new Answer.Unknown()).status()).isEqualTo(409);
        assertThat(new KnownAgents(10).take(snapshot)).isFalse();
    }

    @Test
    void tender_is_answered_in_its_own_form_whatever_it_sent() throws Unreadable {
        Codec.Asked asked =
                Codecs.of(Dialect.TENDER).read("predicate", Golden.bytes("volcano/volcano/predicate-request"));
        assertThat(said(asked, new Answer.Checked(List.of(Outlook.of(Verdict.notNow(REASON))))))
                .isEqualTo(golden(Form.documented, "predicate"));
    }

    @Test
    void where_both_forms_are_in_one_request_the_later_counts() throws Unreadable {
        String both = "{\"task\":{\"namespace\":\"d\",\"name\":\"t\",\"resources\":{\"cpu\":2,\"memory\":4096},"
                + "\"Namespace\":\"d\",\"Name\":\"t\",\"Resreq\":{\"MilliCPU\":2500,\"Memory\":1073741824,"
                + "\"ScalarResources\":null,\"MaxTaskNum\":0}},\"node\":{\"name\":\"n\"}}";
        Question.Fit fit = (Question.Fit) Codecs.of(Dialect.VOLCANO)
                .read("predicate", both.getBytes(StandardCharsets.UTF_8))
                .question();
        assertThat(fit.task().resources()).isEqualTo(ResourceList.parse("cpu=2500m memory=1Gi"));
    }

    @Test
    void members_that_nobody_knows_are_passed_over_whatever_they_are_called() throws Unreadable {
        String odd = "{\"\":[{}],\"x\":-1.5e3,\"task\":{\"\":{},\"name\":\"t\",\"y\":[1,{\"name\":7}]},"
                + "\"z\":true,\"node\":{\"\":null,\"name\":\"n\",\"labels\":{\"\":\"e\"}},\"w\":null}";
        Question.Fit fit = (Question.Fit) Codecs.of(Dialect.TENDER)
                .read("predicate", odd.getBytes(StandardCharsets.UTF_8))
                .question();
        assertThat(fit.task().name()).isEqualTo("t");
        assertThat(fit.agents().getFirst().name()).isEqualTo("n");
        assertThat(fit.agents().getFirst().labels()).containsEntry("", "e");
    }

    @Test
    void a_failure_is_a_status_other_than_200() throws Unreadable {
        assertThat(read(Form.volcano, "predicate").reply(new Answer.Failed("no table")))
                .isEqualTo(new Reply(500, "no table".getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "7",
                "{",
                "{\"task\":{}",
                "{\"task\":{\"name\":\"t\"},\"node\":{\"name\":\"n\"}}x",
                "{\"task\":{\"name\":\"t\"}}",
                "{\"node\":{\"name\":\"n\"}}",
                "{\"task\":{\"name\":\"t\"},\"node\":{}}",
                "{\"task\":{\"name\":7},\"node\":{\"name\":\"n\"}}",
                "{\"task\":{\"name\":\"t\"}\"node\":{\"name\":\"n\"}}",
                "{\"task\":{\"name\":\"t\"},,\"node\":{\"name\":\"n\"}}",
                "{\"task\":{\"name\":\"t\"},\"node\":{\"name\":\"n\"},}",
                "{\"task\":{\"name\":\"t\"},\"node\":{\"name\":\"n\",\"idle\":{\"cpu\":\"x\"}}}",
                "{\"task\":{\"name\":\"t\"},\"node\":{\"name\":\"n\",\"idle\":{\"cpu\":1e300}}}"
            })
    void what_is_no_sound_request_is_refused(String body) {
        assertThatThrownBy(() -> Codecs.of(Dialect.VOLCANO).read("predicate", body.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(Unreadable.class)
                .hasMessageContaining("Got");
    }

    @Test
    void agents_that_were_seen_before_are_recognised_in_any_order_and_with_changes() throws Unreadable {
        Codec codec = Codecs.of(Dialect.TENDER);
        String a = "{\"name\":\"a\",\"labels\":{\"zone\":\"1\"}}";
        String b = "{\"name\":\"b\",\"labels\":{\"zone\":\"2\"}}";
        String changed = "{\"name\":\"b\",\"labels\":{\"zone\":\"3\"}}";
        assertThat(zones(codec, a, b)).containsExactly("1", "2");
        List<Agent> again = agents(codec, a, b);
        assertThat(agents(codec, a, b))
                .usingElementComparator((x, y) -> x == y ? 0 : 1)
                .isEqualTo(again);
        assertThat(zones(codec, b, a)).containsExactly("2", "1");
        assertThat(zones(codec, a, changed)).containsExactly("1", "3");
        assertThat(zones(codec, changed)).containsExactly("3");
        assertThat(zones(codec, " " + a + " ", b + "\n")).containsExactly("1", "2");
        assertThat(zones(codec)).isEmpty();
    }

    private static List<Agent> agents(Codec codec, String... agents) throws Unreadable {
        String body = "{\"task\":{\"name\":\"t\"},\"nodes\":[" + String.join(",", agents) + "]}";
        return ((Question.Rank) codec.read("prioritize", body.getBytes(StandardCharsets.UTF_8))
                        .question())
                .agents();
    }

    private static List<String> zones(Codec codec, String... agents) throws Unreadable {
        return agents(codec, agents).stream()
                .map(agent -> agent.label("zone").orElseThrow())
                .toList();
    }

    @Test
    void every_verb_of_the_documents_is_known() {
        assertThat(Codecs.of(Dialect.VOLCANO).verbs().keySet())
                .isEqualTo(Set.of(
                        "onSessionOpen",
                        "onSessionClose",
                        "predicate",
                        "batchPredicate",
                        "prioritize",
                        "preemptable",
                        "reclaimable",
                        "jobEnqueueable",
                        "jobEnqueued",
                        "queueOverused",
                        "jobReady",
                        "allocateFunc",
                        "deallocateFunc",
                        "bind",
                        "commit",
                        "abort"));
    }
}
