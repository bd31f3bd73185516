package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.HookKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is sent when sessions open. */
class SnapshotsTest extends PluginTestBase {
    private static final Map<String, String> DELTA = Map.of("extender.snapshot", "delta");

    private String opened(ExtenderPlugin plugin, String id) {
        plugin.open(session.named(id));
        return extender.asked("onSessionOpen").getLast().body();
    }

    @Test
    void a_delta_holds_only_what_changed_since_the_session_that_was_taken() {
        extender.on("onSessionOpen", "");
        session.nodes(3);
        FakeTask pending = session.task("a", "cpu=1");
        ExtenderPlugin plugin = plugin(DELTA, Question.ON_SESSION_OPEN);
        assertThat(opened(plugin, "s1")).contains("\"snapshot\":\"full\"", "\"n0\"", "\"n1\"", "\"n2\"");

        assertThat(opened(plugin, "s2"))
                .isEqualTo("{\"sessionId\":\"s2\",\"snapshot\":\"delta\",\"since\":\"s1\",\"nodes\":[],"
                        + "\"removedNodes\":[],\"jobs\":[],\"removedJobs\":[],\"queues\":[],\"removedQueues\":[]}");

        pending.on(session.nodes().get(1), TaskStatus.RUNNING);
        session.remove(session.nodes().get(2));
        assertThat(opened(plugin, "s3"))
                .startsWith("{\"sessionId\":\"s3\",\"snapshot\":\"delta\",\"since\":\"s2\",\"nodes\":[{\"name\":\"n1\"")
                .contains("\"removedNodes\":[\"n2\"]", "\"jobs\":[{\"namespace\":\"default\",\"name\":\"a\"")
                .contains("\"queues\":[]")
                .doesNotContain("\"name\":\"n0\"");
    }

    @Test
    void a_job_that_keeps_count_of_its_changes_is_encoded_only_when_it_has_changed() {
        extender.on("onSessionOpen", "");
        session.nodes(1);
        FakeTask task = session.task("a", "cpu=1");
        FakeJob job = (FakeJob) task.job();
        job.version(7);
        ExtenderPlugin plugin = plugin(DELTA, Question.ON_SESSION_OPEN);
        assertThat(opened(plugin, "s1")).contains("\"name\":\"a\"");

        // Not as real ones do it: had it been encoded, the difference would show.
        task.on(session.nodes().getFirst(), TaskStatus.RUNNING);
        assertThat(opened(plugin, "s2")).contains("\"jobs\":[]");
        job.version(8);
        assertThat(opened(plugin, "s3")).contains("\"jobs\":[{\"namespace\":\"default\",\"name\":\"a\"");
    }

    @Test
    void after_a_failure_everything_is_sent_again() {
        extender.on("onSessionOpen", "");
        session.nodes(1);
        ExtenderPlugin plugin = plugin(DELTA, Question.ON_SESSION_OPEN);
        opened(plugin, "s1");
        extender.on("onSessionOpen", 500, "");
        assertThat(opened(plugin, "s2")).contains("\"delta\"");
        extender.on("onSessionOpen", "");
        assertThat(opened(plugin, "s3")).contains("\"full\"");
        assertThat(opened(plugin, "s4")).contains("\"delta\"", "\"since\":\"s3\"");
    }

    @Test
    void an_extender_that_has_forgotten_says_409_and_is_sent_everything_at_once() {
        extender.on("onSessionOpen", "");
        session.nodes(1);
        ExtenderPlugin plugin = plugin(DELTA, Question.ON_SESSION_OPEN);
        opened(plugin, "s1");
        extender.on(
                "onSessionOpen",
                (exchange, asked) ->
                        ScriptedExtender.send(exchange, asked.body().contains("\"delta\"") ? 409 : 200, ""));
        var hooks = plugin.open(session.named("s2"));
        assertThat(hooks.of(HookKind.PRE_PREDICATE)).isEmpty();
        List<ScriptedExtender.Asked> asked = extender.asked("onSessionOpen");
        assertThat(asked).hasSize(3);
        assertThat(asked.get(1).body()).contains("\"delta\"");
        assertThat(asked.get(2).body()).contains("\"full\"", "\"s2\"");
        assertThat(failures(Question.ON_SESSION_OPEN, "failed_closed")).isZero();
    }

    @Test
    void where_nothing_is_wanted_only_the_opening_is_told() {
        extender.on("onSessionOpen", "");
        session.nodes(1);
        assertThat(opened(plugin(Map.of("extender.snapshot", "none"), Question.ON_SESSION_OPEN), "s1"))
                .isEqualTo("{\"sessionId\":\"s1\",\"snapshot\":\"none\"}");
        assertThat(opened(
                        plugin(
                                Map.of("extender.snapshot", "none", "extender.dialect", "volcano"),
                                Question.ON_SESSION_OPEN),
                        "s1"))
                .isEqualTo("{\"Jobs\":{},\"Nodes\":{},\"Queues\":{},\"NamespaceInfo\":{},\"RevocableNodes\":{},"
                        + "\"NodeList\":null}");
    }
}
