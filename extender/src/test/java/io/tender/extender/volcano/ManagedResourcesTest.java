package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Reach;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Who looks after some resources is asked about tasks with these. */
class ManagedResourcesTest extends PluginTestBase {
    private static final Map<String, String> GPUS = Map.of("extender.managedResources", "nvidia.com/gpu,rdma/hca");

    @ParameterizedTest
    @EnumSource
    void every_verb_is_asked_about_a_managed_task(Question question) {
        extender.on(question.label(), Decision.good(question));
        new Decision(session, "cpu=1 nvidia.com/gpu=1").of(question, plugin(GPUS, question));
        assertThat(extender.asked(question.label())).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "ON_SESSION_OPEN, open, 1",
        "ON_SESSION_CLOSE, told, 1",
        "PREDICATE, fits, 0",
        "BATCH_PREDICATE, fits, 0",
        "PRIORITIZE, scores {}, 0",
        "PREEMPTABLE, abstains, 0",
        "RECLAIMABLE, abstains, 0",
        "JOB_ENQUEUEABLE, abstains, 0",
        "JOB_ENQUEUED, told, 0",
        "QUEUE_OVERUSED, yes, 1",
        "JOB_READY, yes, 0",
        "ALLOCATE, yes, 0",
        "DEALLOCATE, told, 0",
        "BIND, not delegated, 0",
        "COMMIT, told, 0",
        "ABORT, told, 0",
    })
    void an_unmanaged_task_is_none_of_its_business(Question question, String decided, int calls) {
        extender.on(question.label(), Decision.good(question));
        assertThat(new Decision(session, "cpu=1").of(question, plugin(GPUS, question)))
                .isEqualTo(decided);
        assertThat(extender.asked(question.label())).hasSize(calls);
    }

    @ParameterizedTest
    @EnumSource(names = {"JOB_ENQUEUEABLE", "JOB_ENQUEUED", "JOB_READY"})
    void as_volcano_does_it_jobs_are_asked_about_whatever_they_want(Question question) {
        extender.on(question.label(), Decision.good(question));
        new Decision(session, "cpu=1")
                .of(
                        question,
                        plugin(
                                Map.of(
                                        "extender.managedResources",
                                        List.of("nvidia.com/gpu"),
                                        "extender.dialect",
                                        "volcano"),
                                question));
        assertThat(extender.asked(question.label())).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ON_SESSION_OPEN", "ON_SESSION_CLOSE", "QUEUE_OVERUSED"})
    void who_names_a_managed_resource_is_its_business_though_nothing_of_it_is_taken(Question question) {
        extender.on(question.label(), Decision.good(question));
        new Decision(session, "cpu=1 nvidia.com/gpu=0").of(question, plugin(GPUS, question));
        assertThat(extender.asked(question.label())).hasSize(1);
    }

    @Test
    void what_is_named_and_not_taken_is_shown_as_it_is_written() {
        FakeTask task = session.task("a", "cpu=1 memory=0 nvidia.com/gpu=0");
        assertThat(text(new DocumentedDialect(false).task(task)))
                .contains("\"resources\":{\"cpu\":1,\"memory\":0,\"nvidia.com/gpu\":0}");
        String pod = "\"requests\":{\"cpu\":\"1\",\"memory\":\"0\",\"nvidia.com/gpu\":\"0\"}";
        assertThat(text(new VolcanoDialect(false).task(task))).contains(pod);
        assertThat(text(new KubeDialect().task(task))).contains(pod);
        assertThat(text(new KubeDialect().task(session.task("b", "nvidia.com/gpu=0"))))
                .contains("\"requests\":{\"nvidia.com/gpu\":\"0\"}")
                .contains("\"qosClass\":\"BestEffort\"");
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }

    @Test
    void there_is_nothing_to_find_out_about_an_unmanaged_task() {
        var hooks = plugin(GPUS, Question.PREDICATE, Question.PRIORITIZE).open(session);
        var plain = session.task("a", "cpu=1");
        var managed = session.task("b", "rdma/hca=1");
        assertThat(hook(hooks, HookKind.BATCH_PREDICATE).reach(plain)).isEqualTo(Reach.NONE);
        assertThat(hook(hooks, HookKind.BATCH_NODE_ORDER).reach(plain)).isEqualTo(Reach.NONE);
        assertThat(hook(hooks, HookKind.BATCH_PREDICATE).reach(managed)).isEqualTo(Reach.NODE);
    }

    @Test
    void a_session_that_could_not_be_opened_is_skipped_for_managed_tasks_alone() {
        extender.on("onSessionOpen", 500, "the database is gone");
        var hooks = plugin(GPUS, Question.values()).open(session);
        var refuse = hook(hooks, HookKind.PRE_PREDICATE);
        assertThat(Decision.word(refuse.check(session.task("a", "cpu=1")))).isEqualTo("fits");
        assertThat(Decision.word(refuse.check(session.task("b", "nvidia.com/gpu=1"))))
                .startsWith("refused: Extender 'gpu'")
                .contains("the database is gone");
        assertThat(hook(hooks, HookKind.JOB_ENQUEUEABLE)
                        .vote(session.job("c", 1, "cpu=1"))
                        .kind())
                .hasToString("ABSTAIN");
        assertThat(hook(hooks, HookKind.JOB_ENQUEUEABLE)
                        .vote(session.job("d", 1, "nvidia.com/gpu=1"))
                        .kind())
                .hasToString("REJECT");
        assertThat(hooks.of(HookKind.BATCH_PREDICATE)).isEmpty();
        assertThat(hooks.of(HookKind.OVERUSED)).isEmpty();
        assertThat(hooks.of(HookKind.DEALLOCATE_HANDLER)).hasSize(1);
    }
}
