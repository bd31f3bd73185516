package io.tender.toolkit.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.Call;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.client.RecordedBody;
import io.tender.extender.client.RecordingSettings;
import io.tender.extender.client.RequestBody;
import io.tender.extender.client.TlsSettings;
import io.tender.extender.client.Verb;
import io.tender.extender.compare.QuestionKind;
import io.tender.extender.compare.Recognition;
import io.tender.testkit.hostile.HostileServer;
import io.tender.testkit.hostile.Misbehaviour;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ReplayTest {
    private static final String TASK = "{\"namespace\":\"default\",\"name\":\"train-0\",\"uid\":\"u1\"}";
    private static final String PREDICATE = "{\"sessionId\":\"s1\",\"task\":" + TASK + ",\"node\":{\"name\":\"n1\"}}";
    private static final String PRIORITIZE =
            "{\"sessionId\":\"s1\",\"task\":" + TASK + ",\"nodes\":[{\"name\":\"n1\"},{\"name\":\"n2\"}]}";
    private static final String COMMIT = "{\"sessionId\":\"s1\",\"tasks\":[" + TASK + "]}";
    private static final String EVICT = "{\"sessionId\":\"s1\",\"evictor\":" + TASK
            + ",\"evictees\":[{\"namespace\":\"default\",\"name\":\"a\",\"uid\":\"ua\"},{\"namespace\":\"default\",\"name\":\"b\",\"uid\":\"ub\"}]}";
    private static final String READY = "{\"sessionId\":\"s1\",\"job\":{\"namespace\":\"default\",\"name\":\"train\"}}";
    private static final String HOSTS =
            "{\"jobKey\":\"www-prod-hello\",\"hosts\":[{\"name\":\"ha\"},{\"name\":\"hb\"},{\"name\":\"hc\"}]}";
    private static final String POD =
            "{\"Pod\":{\"metadata\":{\"name\":\"p\",\"namespace\":\"d\"}},\"Nodes\":null,\"NodeNames\":[\"n1\",\"n2\"]}";

    @TempDir
    private Path folder;

    private Service service;
    private Lines lines;

    @BeforeEach
    void begin() throws IOException {
        service = new Service();
        lines = new Lines(folder.resolve("recording.jsonl"));
    }

    @AfterEach
    void end() {
        service.close();
    }

    @Test
    void a_recording_of_the_daemons_own_client_is_replayed() throws IOException {
        service.answering("/v1/predicate", "{\"code\":0}").answering("/v1/commit", "{}");
        ExtenderSettings settings = ExtenderSettings.of("gpu", service.url() + "/v1")
                .recording(RecordingSettings.into(lines.file()))
                .build();
        try (ExtenderClient client =
                new ExtenderClient(settings, ClientSurroundings.system(new SimpleMeterRegistry()))) {
            for (String verb : List.of("predicate", "commit")) {
                client.call(Call.post(
                                new Verb(verb),
                                RequestBody.of(verb.equals("commit") ? COMMIT : PREDICATE),
                                AnswerReader.ignoringBody(true))
                        .at(verb));
            }
        }
        assertThat(replay(Selection.usual(), service.url(), 1).changed()).isZero();

        service.answering("/v1/predicate", "{\"code\":2,\"errorMessage\":\"no longer\"}");
        Report report = replay(Selection.usual(), service.url(), 1);

        assertThat(report.compared()).isEqualTo(1);
        assertThat(report.skipped()).containsEntry("changes things (commit)", 1L);
        assertThat(report.changes()).singleElement().satisfies(change -> {
            assertThat(change.verb()).isEqualTo("predicate");
            assertThat(change.task()).isEqualTo("default/train-0");
            assertThat(change.line()).isEqualTo(1);
            assertThat(change.differences())
                    .containsExactly(new Report.Differing("fit", "n1", "fits", "unschedulable (no longer)", true));
        });
        assertThat(report.tasks()).containsExactly(new Report.Concerned("default/train-0", 1));
        assertThat(report.nodes()).containsExactly(new Report.Concerned("n1", 1));
        assertThat(report.verbs().getFirst().after().p50()).isPositive();
    }

    @Test
    void differences_of_every_kind_are_found_and_the_rest_is_the_same() throws IOException {
        lines.asked("/predicate", PREDICATE, "{\"code\":0}")
                .asked("/prioritize", PRIORITIZE, "{\"nodeScore\":{\"n1\":80,\"n2\":70}}")
                .asked("/preemptable", EVICT, "{\"status\":1,\"victims\":[\"a\"]}")
                .asked("/jobReady", READY, "{\"status\":true}")
                .asked("/v1/offerset", HOSTS, "{\"error\":\"\",\"hosts\":[\"ha\",\"hb\",\"hc\"]}")
                .asked("/filter", POD, "{\"NodeNames\":[\"n1\"],\"FailedNodes\":{\"n2\":\"full\"}}")
                .asked("/kube/prioritize", POD, "[{\"Host\":\"n1\",\"Score\":3}]");
        service.answering("/predicate", "{\"code\":0,\"status\":\"\"}")
                .answering("/prioritize", "{\"nodeScore\":{\"n1\":60,\"n2\":70}}")
                .answering("/preemptable", "{\"status\":1,\"victims\":[{\"uid\":\"ub\"}]}")
                .answering("/jobReady", "{\"status\":false,\"reason\":\"too few\"}")
                .answering("/v1/offerset", "{\"hosts\":[\"hc\",\"ha\"]}")
                .answering("/filter", "{\"nodenames\":[\"n1\"],\"FailedAndUnresolvableNodes\":{\"n2\":\"full\"}}")
                .answering("/kube/prioritize", "[{\"Host\":\"n1\",\"Score\":3},{\"Host\":\"n2\",\"Score\":0}]");

        Report report = replay(Selection.usual(), service.url(), 1);

        assertThat(report.compared()).isEqualTo(7);
        assertThat(report.same()).isEqualTo(2);
        assertThat(report.changes())
                .flatExtracting(Report.Change::differences)
                .extracting(one -> one.kind() + " " + one.about() + ": " + one.before() + " → " + one.after())
                .containsExactly(
                        "score n1: 80 → 60",
                        "winner : n1 → n2",
                        "victims : default/a → default/b",
                        "answer : ready → not ready (too few)",
                        "member hb: place 2 → left out",
                        "place ha: place 1 → place 2",
                        "code n2: unschedulable (full) → unresolvable (full)");
    }

    @Test
    void a_tolerance_makes_scores_equal() throws IOException {
        lines.asked("/prioritize", PRIORITIZE, "{\"nodeScore\":{\"n1\":80,\"n2\":70}}");
        service.answering("/prioritize", "{\"nodeScore\":{\"n1\":80.4,\"n2\":69.7}}");
        Selection usual = Selection.usual();

        assertThat(replay(usual, service.url(), 1).changed()).isEqualTo(1);
        assertThat(replay(new Selection(usual.recognition(), Set.of(), false, 0.5, 10), service.url(), 1)
                        .changed())
                .isZero();
    }

    @Test
    void another_wording_is_a_note_and_no_change() throws IOException {
        lines.asked("/predicate", PREDICATE, "{\"code\":2,\"errorMessage\":\"no\"}");
        service.answering("/predicate", "{\"code\":2,\"errorMessage\":\"not now\"}");

        Report report = replay(Selection.usual(), service.url(), 1);

        assertThat(report.changed()).isZero();
        assertThat(report.noted()).isEqualTo(1);
    }

    @Test
    void what_changes_something_is_asked_only_if_allowed() throws IOException {
        lines.asked("/commit", COMMIT, "{}").asked("/bind", PREDICATE, "{\"errorMessage\":\"\"}");
        service.answering("/commit", "{}").answering("/bind", "{\"errorMessage\":\"taken\"}");

        assertThat(replay(Selection.usual(), service.url(), 1).compared()).isZero();
        assertThat(service.asked()).isEmpty();
        Report report = replay(new Selection(Recognition.byItself(), Set.of(), true, 0, 10), service.url(), 1);

        assertThat(report.compared()).isEqualTo(2);
        assertThat(report.changes())
                .flatExtracting(Report.Change::differences)
                .containsExactly(new Report.Differing("answer", "", "done", "refused (taken)", true));
    }

    @Test
    void what_cannot_be_read_is_told_with_its_line_and_the_rest_goes_on() throws IOException {
        lines.line("{\"v\":1,\"torn\n")
                .line("{\"v\":2,\"time\":\"2026-01-01T00:00:00Z\"}\n")
                .line("[]\n\n{\"v\":1,\"time\":\"yesterday\"}\n")
                .line("{\"v\":1,\"time\":\"2026-01-01T00:00:00Z\",\"note\":\"the reader fell behind\"}\n")
                .asked("/predicate", RecordedBody.of(Lines.bytes("{\"task\":"), 5_000, ""), 200, "{\"code\":0}")
                .asked("/predicate", PREDICATE, "{\"code\":0}")
                .line("{\"v\":1,\"time\":\"2026-01");
        service.answering("/predicate", "{\"code\":0}");

        Report report = replay(Selection.usual(), service.url(), 1);

        assertThat(report.compared()).isEqualTo(1);
        assertThat(report.unreadable()).isEqualTo(5);
        assertThat(report.problems()).extracting(Report.Problem::line).containsExactly(1L, 2L, 3L, 5L, 6L, 7L, 9L);
        assertThat(report.problems().get(1).text()).contains("version 2", "expected 1");
        assertThat(report.problems().get(4).text()).contains("fell behind");
        assertThat(report.problems().get(5).text()).contains("5000 bytes");
        assertThat(report.problems().getLast().text()).contains("ends within the line");
    }

    @Test
    void a_question_without_an_answer_or_that_is_not_whole_is_told_with_its_line() throws IOException {
        lines.unanswered("/predicate", PREDICATE, "reset", "the connection ended before an answer began")
                .asked("/predicate", RecordedBody.of(Lines.bytes("packed"), 6, "br"), 200, "{\"code\":0}")
                .asked("/predicate", RecordedBody.of(Lines.bytes(PREDICATE), 1_000, ""), 200, "{\"code\":0}");

        Report report = replay(Selection.usual(), service.url(), 1);

        assertThat(report.skipped())
                .containsEntry("no answer was recorded (reset)", 1L)
                .containsEntry("the request is not whole", 2L);
        assertThat(report.problems())
                .extracting(Report.Problem::text)
                .containsExactly(
                        "no answer was recorded (reset): the connection ended before an answer began",
                        "the request is not whole: it was recorded as it was sent, packed with 'br', and cannot be"
                                + " unpacked",
                        "the request is not whole: " + PREDICATE.length() + " of at least 1000 bytes were recorded: the"
                                + " scheduler stopped within it, or the recording keeps less of bodies (--body-bytes,"
                                + " or bodyBytes of the daemon's recording)");
    }

    @Test
    void questions_at_once_give_the_same_report_in_the_order_of_the_recording() throws IOException {
        for (int i = 0; i < 30; i++) {
            lines.asked("/predicate", PREDICATE.replace("train-0", "train-" + i), "{\"code\":" + i % 2 * 3 + "}");
        }
        service.answering("/predicate", "{\"code\":0}");

        Report one = replay(Selection.usual(), service.url(), 1);
        Report many = replay(Selection.usual(), service.url(), 16);

        assertThat(one.changed()).isEqualTo(15);
        assertThat(many.changes()).isEqualTo(one.changes());
        assertThat(service.asked().subList(0, 3))
                .as("one at a time, in their order")
                .allSatisfy(asked -> assertThat(asked).contains("train-"))
                .element(2)
                .asString()
                .contains("train-2");
    }

    @Test
    void a_limit_and_verbs_say_what_is_asked() throws IOException {
        for (int i = 0; i < 5; i++) {
            lines.asked("/predicate", PREDICATE, "{\"code\":0}").asked("/jobReady", READY, "{\"status\":true}");
        }
        service.answering("/predicate", "{\"code\":0}").answering("/jobReady", "{\"status\":true}");

        Report limited = replay(
                new Selection(Recognition.byItself(), Set.of(QuestionKind.JOB_READY), false, 0, 3), service.url(), 1);

        assertThat(limited.compared()).isEqualTo(3);
        assertThat(limited.stopped()).isTrue();
        assertThat(service.asked()).hasSize(3).allMatch(asked -> asked.startsWith("/jobReady"));
    }

    @Test
    void a_path_takes_the_place_of_the_folder_that_all_questions_have_in_common() throws IOException {
        lines.asked("/v1/a/predicate", PREDICATE, "{\"code\":0}").asked("/v1/b/jobReady", READY, "{\"status\":true}");
        service.answering("/v2/a/predicate", "{\"code\":0}").answering("/v2/b/jobReady", "{\"status\":true}");

        assertThat(replay(Selection.usual(), service.url() + "/v2/", 1).changed())
                .isZero();
    }

    @Test
    void a_query_in_the_address_is_sent_with_each_question() throws IOException {
        lines.asked("/predicate", PREDICATE, "{\"code\":0}").asked("/jobReady", READY, "{\"status\":true}");
        service.answering("/v2/predicate", "{\"code\":0}").answering("/v2/jobReady", "{\"status\":true}");

        replay(Selection.usual(), service.url() + "/v2?tenant=a&x=%20", 1);

        assertThat(service.targets()).containsExactly("/v2/predicate?tenant=a&x=%20", "/v2/jobReady?tenant=a&x=%20");
    }

    @Test
    void an_offer_set_is_asked_at_the_address_that_is_given() throws IOException {
        lines.asked("/v1/offerset", HOSTS, "{\"hosts\":[\"ha\",\"hb\",\"hc\"]}");
        service.answering("/order", "{\"hosts\":[\"ha\",\"hb\",\"hc\"]}");

        assertThat(replay(Selection.usual(), service.url() + "/order", 1).changed())
                .isZero();
    }

    @Test
    void a_service_that_answers_otherwise_than_with_200_is_a_change_and_one_that_always_did_is_not()
            throws IOException {
        lines.asked("/predicate", PREDICATE, "{\"code\":0}")
                .asked("/jobReady", RecordedBody.of(Lines.bytes(READY), READY.length(), ""), 404, "");

        Report report = replay(Selection.usual(), service.url(), 1);

        assertThat(report.same()).isEqualTo(1);
        assertThat(report.changes().getFirst().differences().getFirst().after()).isEqualTo("failed: status 404");
    }

    @Test
    void nobody_there_is_a_change_too() throws IOException {
        lines.asked("/predicate", PREDICATE, "{\"code\":0}");
        try (HostileServer nobody = HostileServer.start(Misbehaviour.REFUSE)) {
            Report report = replay(Selection.usual(), nobody.addressUrl(), 1);

            assertThat(report.changes().getFirst().differences().getFirst().after())
                    .isEqualTo("failed: refused");
        }
    }

    private Report replay(Selection selection, String against, int concurrency) throws IOException {
        Replay.Service asked =
                new Replay.Service(against, Duration.ofSeconds(20), concurrency, TlsSettings.USUAL, Optional.empty());
        return new Replay(List.of(lines.file()), selection, asked).run((bytes, compared) -> {});
    }
}
