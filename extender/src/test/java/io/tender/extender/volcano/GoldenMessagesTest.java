package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.NamespaceQuota;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.NodeView;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** One request and its reply for each verb in each dialect, byte for byte. */
class GoldenMessagesTest extends PluginTestBase {

    /** The cluster all of them talk about: that of the specification, and a second node with a task on it. */
    private final Example example = new Example(session);

    /** What is in the example. */
    static final class Example {
        final FakeQueue queue;
        final FakeJob job;
        final FakeNode first;
        final FakeNode second;
        final FakeTask running;

        Example(FakeSession session) {
            queue = session.exampleQueue();
            job = session.exampleJob();
            first = session.node("node-1", "cpu=8 memory=16Gi");
            second = session.node("node-2", "cpu=8 memory=16Gi");
            running = session.task("job-b", "cpu=500m memory=512Mi").on(second, TaskStatus.RUNNING);
            session.quota(new NamespaceQuota(
                    "default", "team", ResourceList.parse("cpu=20"), ResourceList.parse("cpu=1500m")));
        }

        List<NodeView> nodes() {
            return List.of(first, second);
        }

        FakeTask task() {
            return job.task(0);
        }
    }

    static String golden(String name) {
        try (InputStream in = GoldenMessagesTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static String folder(DialectName dialect) {
        return dialect.name().toLowerCase(Locale.ROOT);
    }

    @ParameterizedTest
    @EnumSource
    void every_request_in_the_documented_dialect_is_as_published(Question question) {
        hold(DialectName.DOCUMENTED, question);
    }

    @ParameterizedTest
    @EnumSource
    void every_request_in_the_dialect_of_volcano_is_as_the_real_program_writes_it(Question question) {
        hold(DialectName.VOLCANO, question);
    }

    private void hold(DialectName dialect, Question question) {
        String file = folder(dialect) + "/" + question.label();
        extender.on(question.label(), golden(file + "-reply.json"));
        ExtenderPlugin plugin = plugin(Map.of("extender.dialect", folder(dialect)), question);
        assertThat(ask(plugin, question)).isEqualTo(expected(question));
        assertThat(extender.only(question.label()).body()).isEqualTo(golden(file + "-request.json"));
        assertThat(extender.only(question.label()).header("Content-type")).isEqualTo("application/json");
        assertThat(extender.only(question.label()).header("Tender-session")).isEqualTo("session-1");
        assertThat(extender.only(question.label()).header("Idempotency-key").isEmpty())
                .isEqualTo(!question.isEvent());
    }

    /** What was written for one version is understood as that version, and unless a version is named. */
    @ParameterizedTest
    @CsvSource({
        "predicate-v1.6-reply, v1.6",
        "predicate-v1.6-reply, v1.7.0",
        "predicate-v1.6-reply, any",
        "predicate-v1.8-reply, v1.8",
        "predicate-v1.8-reply, v1.9.1",
        "predicate-v1.8-reply, any",
        "predicate-reply, v1.10",
        "predicate-reply, v1.16.0-alpha.1",
        "predicate-reply, any",
        "../documented/predicate-reply, v1.6",
        "../documented/predicate-reply, any"
    })
    void a_refusal_in_the_shape_of_its_version_refuses(String reply, String shape) {
        String golden = golden("volcano/" + reply + ".json");
        extender.on("predicate", golden).on("batchPredicate", "{\"nodes\":{\"node-1\":{},\"node-2\":" + golden + "}}");
        Map<String, String> arguments = Map.of("extender.dialect", "volcano", "extender.replyShape", shape);
        assertThat(ask(plugin(arguments, Question.PREDICATE), Question.PREDICATE))
                .isEqualTo(expected(Question.PREDICATE));
        assertThat(ask(plugin(arguments, Question.BATCH_PREDICATE), Question.BATCH_PREDICATE))
                .isEqualTo(expected(Question.BATCH_PREDICATE));
    }

    /** The real program lets these through, or takes them for no answer. */
    @ParameterizedTest
    @CsvSource({
        "predicate-reply, v1.7, fits",
        "predicate-reply, v1.9, failed",
        "predicate-v1.8-reply, v1.6, fits",
        "predicate-v1.8-reply, v1.10, failed",
        "predicate-v1.6-reply, v1.8, fits",
        "../documented/predicate-reply, v1.8, fits",
        "../documented/predicate-reply, v1.10, fits"
    })
    void a_refusal_in_another_shape_is_what_that_version_takes_it_for(String reply, String shape, String outcome) {
        extender.on("predicate", golden("volcano/" + reply + ".json"));
        String said = ask(
                plugin(Map.of("extender.dialect", "volcano", "extender.replyShape", shape), Question.PREDICATE),
                Question.PREDICATE);
        if (outcome.equals("fits")) {
            assertThat(said).isEqualTo("fits");
        } else {
            assertThat(said)
                    .startsWith("refused: Extender 'gpu'")
                    .contains("as status, expected")
                    .contains("extender.replyShape");
        }
    }

    @ParameterizedTest
    @CsvSource({"any, no: the node is locked", "v1.13, yes"})
    void a_placement_is_undone_by_what_the_version_reads(String shape, String outcome) {
        extender.on("allocateFunc", "{\"status\":\"the node is locked\",\"code\":1}");
        Map<String, String> arguments = Map.of("extender.dialect", "volcano", "extender.replyShape", shape);
        assertThat(ask(plugin(arguments, Question.ALLOCATE), Question.ALLOCATE)).isEqualTo(outcome);
        extender.on("allocateFunc", golden("volcano/allocateFunc-reply.json"));
        assertThat(ask(plugin(arguments, Question.ALLOCATE), Question.ALLOCATE)).isEqualTo(expected(Question.ALLOCATE));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "KUBE")
    void asking_ahead_says_how_far_and_the_answer_has_as_many_states(DialectName dialect) {
        String file = folder(dialect) + "/batchPredicate-ahead";
        extender.on("batchPredicate", golden(file + "-reply.json"));
        ExtenderPlugin plugin = plugin(
                Map.of("extender.dialect", folder(dialect), "extender.askAhead", 2),
                Question.BATCH_PREDICATE,
                Question.PRIORITIZE);
        Hooks hooks = plugin.open(session);
        assertThat(hook(hooks, HookKind.BATCH_PREDICATE).fits(example.task(), example.nodes(), 2))
                .extracting(Decision::word)
                .containsExactly("fits", "refused: no free GPU of the wanted kind");
        assertThat(Decision.word(hook(hooks, HookKind.BATCH_NODE_ORDER).score(example.task(), List.of(example.first))))
                .isEqualTo("scores {node-1=80.5}");
        assertThat(extender.only("batchPredicate").body()).isEqualTo(golden(file + "-request.json"));
    }

    private String ask(ExtenderPlugin plugin, Question question) {
        return ask(plugin, question, session, example);
    }

    static String ask(ExtenderPlugin plugin, Question question, FakeSession session, Example example) {
        Hooks hooks = plugin.open(session);
        FakeTask task = example.task();
        return switch (question) {
            case ON_SESSION_OPEN -> hooks.of(HookKind.PRE_PREDICATE).isEmpty() ? "open" : "closed";
            case ON_SESSION_CLOSE -> {
                plugin.sessionClosed(session);
                yield "told";
            }
            case PREDICATE ->
                Decision.word(hook(hooks, HookKind.BATCH_PREDICATE)
                        .fits(task, List.of(example.second), 1)
                        .getFirst());
            case BATCH_PREDICATE ->
                hook(hooks, HookKind.BATCH_PREDICATE).fits(task, example.nodes(), 2).stream()
                        .map(Decision::word)
                        .toList()
                        .toString();
            case PRIORITIZE ->
                Decision.word(hook(hooks, HookKind.BATCH_NODE_ORDER).score(task, example.nodes()));
            case PREEMPTABLE ->
                Decision.word(hook(hooks, HookKind.PREEMPTABLE).victims(task, List.of(example.running)));
            case RECLAIMABLE ->
                Decision.word(hook(hooks, HookKind.RECLAIMABLE).victims(task, List.of(example.running)));
            case JOB_ENQUEUEABLE ->
                Decision.word(hook(hooks, HookKind.JOB_ENQUEUEABLE).vote(example.job));
            case JOB_ENQUEUED -> {
                hook(hooks, HookKind.JOB_ENQUEUED).enqueued(example.job);
                yield "told";
            }
            case QUEUE_OVERUSED -> Decision.word(hook(hooks, HookKind.OVERUSED).mayGoOn(example.queue));
            case JOB_READY -> Decision.word(hook(hooks, HookKind.JOB_READY).isReady(example.job));
            case ALLOCATE ->
                Decision.word(
                        hook(hooks, HookKind.ALLOCATE_HANDLER).allocated(task.on(example.first, TaskStatus.ALLOCATED)));
            case DEALLOCATE -> {
                hook(hooks, HookKind.DEALLOCATE_HANDLER).deallocated(task.on(example.first, TaskStatus.RELEASING));
                yield "told";
            }
            case BIND ->
                hook(hooks, HookKind.BINDER)
                        .bind(task.on(example.first, TaskStatus.BINDING), example.first)
                        .map(Decision::word)
                        .orElse("not delegated");
            case COMMIT -> {
                hook(hooks, HookKind.OUTCOME_LISTENER)
                        .outcome(List.of(task.on(example.first, TaskStatus.BINDING)), List.of());
                yield "told";
            }
            case ABORT -> {
                hook(hooks, HookKind.OUTCOME_LISTENER).outcome(List.of(), List.of(task));
                yield "told";
            }
        };
    }

    private static String expected(Question question) {
        return switch (question) {
            case ON_SESSION_OPEN -> "open";
            case PREDICATE -> "refused: no free GPU of the wanted kind";
            case BATCH_PREDICATE -> "[fits, refused: no free GPU of the wanted kind]";
            case PRIORITIZE -> "scores {node-1=80.5, node-2=-3.0}";
            case PREEMPTABLE, RECLAIMABLE -> "victims [job-b-worker-0]";
            case JOB_ENQUEUEABLE -> "permits";
            case QUEUE_OVERUSED -> "no: the queue is overused";
            case JOB_READY -> "yes";
            case ALLOCATE -> "no: the device is taken";
            case BIND -> "yes";
            case ON_SESSION_CLOSE, JOB_ENQUEUED, DEALLOCATE, COMMIT, ABORT -> "told";
        };
    }

    @Test
    void the_structures_of_volcano_are_those_of_the_specification() {
        VolcanoDialect dialect = new VolcanoDialect(false);
        assertThat(text(dialect.task(example.task()))).isEqualTo(golden("volcano/TaskInfo.json"));
        assertThat(text(dialect.node(example.first, new JobDomains()))).isEqualTo(golden("volcano/NodeInfo.json"));
        assertThat(text(dialect.queue(example.queue))).isEqualTo(golden("volcano/QueueInfo.json"));
        assertThat(text(dialect.job(example.job)))
                .isEqualTo(golden("volcano/JobInfo.json").replace("\"<TaskInfo>\"", golden("volcano/TaskInfo.json")));
    }

    @Test
    void what_a_queue_may_have_nothing_of_is_said_in_both_dialects() {
        FakeQueue queue = session.queue(Queue.builder("plain")
                .capability(ResourceList.parse("cpu=4"), List.of("cpu", "nvidia.com/gpu"))
                .deserved(ResourceList.empty(), List.of("nvidia.com/gpu"))
                .build());

        assertThat(text(new VolcanoDialect(false).queue(queue)))
                .contains("\"capability\":{\"cpu\":\"4\",\"nvidia.com/gpu\":\"0\"}")
                .contains("\"deserved\":{\"nvidia.com/gpu\":\"0\"}");
        assertThat(text(new DocumentedDialect(false).queue(queue)))
                .contains("\"capability\":{\"nvidia.com/gpu\":0,\"cpu\":4}")
                .contains("\"deserved\":{\"nvidia.com/gpu\":0}");
    }

    static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }
}
