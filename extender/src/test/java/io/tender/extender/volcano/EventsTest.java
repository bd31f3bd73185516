package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an extender is told, and how often. */
class EventsTest extends PluginTestBase {

    private static String key(ScriptedExtender.Asked asked) {
        return asked.header("Idempotency-key");
    }

    @Test
    void every_event_has_a_key_of_its_own() {
        extender.on("allocateFunc", "{}").on("deallocateFunc", "{}");
        FakeTask task = session.task("a", "cpu=1").on(session.node("n", "cpu=2"), TaskStatus.ALLOCATED);
        Hooks hooks = plugin(Question.ALLOCATE, Question.DEALLOCATE).open(session);
        for (int i = 0; i < 2; i++) {
            hook(hooks, HookKind.ALLOCATE_HANDLER).allocated(task);
            hook(hooks, HookKind.DEALLOCATE_HANDLER).deallocated(task);
        }
        assertThat(extender.asked()).hasSize(4);
        assertThat(extender.asked().stream().map(EventsTest::key).collect(Collectors.toSet()))
                .hasSize(4)
                .allMatch(key -> key.startsWith("session-1:"));
    }

    @Test
    void two_extenders_that_are_one_service_tell_it_nothing_under_the_same_key() {
        extender.on("allocateFunc", "{}");
        FakeNode node = session.node("n", "cpu=4");
        ExtenderPluginFactory factory = new ExtenderPluginFactory();
        for (String name : List.of("gpu", "fpga")) {
            Hooks hooks = plugin(name, factory, Map.of(), Question.ALLOCATE).open(session);
            hook(hooks, HookKind.ALLOCATE_HANDLER)
                    .allocated(session.task(name, "cpu=1").on(node, TaskStatus.ALLOCATED));
        }
        assertThat(extender.asked("allocateFunc")).hasSize(2);
        assertThat(extender.asked("allocateFunc").stream().map(EventsTest::key)).doesNotHaveDuplicates();
    }

    @Test
    void a_canary_is_told_nothing_under_the_same_key_of_what_it_decides_and_of_what_it_does_not()
            throws InterruptedException {
        extender.on("allocateFunc", "{}");
        FakeNode node = session.node("n", "cpu=100");
        ExtenderPlugin plugin = plugin(
                Map.of("extender.mode", "canary", "extender.canaryShare", "50%", "extender.canaryStop.latency", "1h"),
                Question.ALLOCATE);
        Hooks hooks = plugin.open(session);
        assertThat(hooks.of(HookKind.ALLOCATE_HANDLER)).hasSize(2);
        for (int i = 0; i < 20; i++) {
            FakeTask task = session.task("job-" + i, "cpu=1").on(node, TaskStatus.ALLOCATED);
            hooks.of(HookKind.ALLOCATE_HANDLER).forEach(handler -> handler.allocated(task));
        }
        // It works off what waits in order, so what comes last says that all is done.
        CountDownLatch done = new CountDownLatch(1);
        plugin.trial().orElseThrow().later(0, done::countDown);
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(extender.asked("allocateFunc")).hasSize(20);
        assertThat(extender.asked("allocateFunc").stream().map(EventsTest::key)).doesNotHaveDuplicates();
    }

    /** Breaks the connection instead of answering, as often as told. */
    private void losing(String verb, int answers) {
        AtomicInteger left = new AtomicInteger(answers);
        extender.on(verb, (exchange, asked) -> {
            if (left.getAndDecrement() > 0) {
                throw new IOException("the answer is lost");
            }
            ScriptedExtender.send(exchange, 200, "{\"errorMessage\":\"\"}");
        });
    }

    @Test
    void a_bind_whose_answer_is_lost_is_asked_for_again_with_the_same_key() {
        losing("bind", 1);
        FakeNode node = session.node("n", "cpu=2");
        FakeTask task = session.task("a", "cpu=1").on(node, TaskStatus.BINDING);
        Hooks hooks = plugin(Question.BIND).open(session);
        assertThat(hook(hooks, HookKind.BINDER).bind(task, node).map(Decision::word))
                .contains("yes");
        List<ScriptedExtender.Asked> asked = extender.asked("bind");
        assertThat(asked).hasSizeGreaterThanOrEqualTo(2);
        assertThat(asked.stream().map(EventsTest::key).distinct()).hasSize(1);
    }

    @Test
    void a_bind_whose_answer_stays_lost_counts_as_not_bound() {
        losing("bind", Integer.MAX_VALUE);
        FakeNode node = session.node("n", "cpu=2");
        FakeTask task = session.task("a", "cpu=1").on(node, TaskStatus.BINDING);
        Hooks hooks = plugin(Question.BIND).open(session);
        assertThat(hook(hooks, HookKind.BINDER)
                        .bind(task, node)
                        .map(Decision::word)
                        .orElse(""))
                .startsWith("no: Extender 'gpu'");
    }

    @Test
    void a_refused_bind_is_never_softened() {
        extender.on("bind", "{\"errorMessage\":\"the device has gone\"}");
        FakeNode node = session.node("n", "cpu=2");
        FakeTask task = session.task("a", "cpu=1").on(node, TaskStatus.BINDING);
        Hooks hooks = plugin(Map.of("extender.ignorable", true), Question.BIND).open(session);
        assertThat(hook(hooks, HookKind.BINDER).bind(task, node).map(Decision::word))
                .contains("no: the device has gone");
    }

    @Test
    void services_that_know_no_keys_are_not_told_twice_what_they_may_have_heard() {
        extender.on("allocateFunc", 503, "");
        FakeTask task = session.task("a", "cpu=1").on(session.node("n", "cpu=2"), TaskStatus.ALLOCATED);
        Hooks volcano =
                plugin(Map.of("extender.dialect", "volcano"), Question.ALLOCATE).open(session);
        hook(volcano, HookKind.ALLOCATE_HANDLER).allocated(task);
        assertThat(extender.asked()).hasSize(1);
        Hooks documented = plugin(Question.ALLOCATE).open(session);
        hook(documented, HookKind.ALLOCATE_HANDLER).allocated(task);
        assertThat(extender.asked()).hasSize(4);
    }

    @Test
    void an_outcome_that_could_not_be_told_is_told_again_in_order_and_with_its_key() {
        extender.on("commit", 500, "").on("abort", "");
        FakeTask task = session.task("a", "cpu=1").on(session.node("n", "cpu=2"), TaskStatus.BINDING);
        ExtenderPlugin plugin = plugin(Question.COMMIT, Question.ABORT);
        hook(plugin.open(session), HookKind.OUTCOME_LISTENER).outcome(List.of(task), List.of(task));
        assertThat(plugin.untold()).isEqualTo(2);
        assertThat(extender.asked("abort")).isEmpty();
        String lost = key(extender.only("commit"));
        extender.on("commit", "");
        plugin.open(session.named("session-2"));
        assertThat(plugin.untold()).isZero();
        assertThat(extender.asked())
                .extracting(ScriptedExtender.Asked::path)
                .containsExactly("/base/commit", "/base/commit", "/base/abort");
        assertThat(key(extender.asked("commit").getLast())).isEqualTo(lost);
        assertThat(extender.asked("commit").getLast().body()).startsWith("{\"sessionId\":\"session-1\"");
    }

    @Test
    void nothing_is_told_of_nobody() {
        hook(plugin(Question.COMMIT, Question.ABORT).open(session), HookKind.OUTCOME_LISTENER)
                .outcome(List.of(), List.of());
        assertThat(extender.asked()).isEmpty();
    }

    @Test
    void a_session_is_closed_even_if_opening_it_failed() {
        extender.on("onSessionOpen", 500, "").on("onSessionClose", "");
        ExtenderPlugin plugin = plugin(Question.ON_SESSION_OPEN, Question.ON_SESSION_CLOSE);
        plugin.open(session);
        plugin.sessionClosed(session);
        assertThat(extender.only("onSessionClose").body()).isEqualTo("{\"sessionId\":\"session-1\"}");
    }

    @Test
    void a_verb_without_a_path_has_no_hook() {
        Hooks hooks = plugin().open(session);
        assertThat(hooks.of(HookKind.BATCH_PREDICATE)).isEmpty();
        assertThat(hooks.of(HookKind.BATCH_NODE_ORDER)).isEmpty();
        assertThat(hooks.of(HookKind.BINDER)).isEmpty();
        assertThat(hooks.of(HookKind.OUTCOME_LISTENER)).isEmpty();
        assertThat(extender.asked()).isEmpty();
    }

    @Test
    void tokens_and_headers_are_sent_and_in_no_refusal_even_if_the_extender_echoes_them(@TempDir Path folder) {
        Path token = folder.resolve("token");
        try {
            Files.writeString(token, "token-of-the-scheduler");
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        extender.on(
                "predicate",
                (exchange, asked) -> ScriptedExtender.send(
                        exchange, 500, asked.header("Authorization") + " " + asked.header("X-api-key")));
        session.nodes(1);
        Hooks hooks = plugin(
                        Map.of(
                                "extender.tokenFile",
                                token.toString(),
                                "extender.headers.X-Api-Key",
                                "key-of-the-house"),
                        Question.PREDICATE)
                .open(session);
        String refusal = Decision.word(hook(hooks, HookKind.BATCH_PREDICATE)
                .fits(session.task("a", "cpu=1"), List.copyOf(session.nodes()), 1)
                .getFirst());
        assertThat(extender.asked("predicate").getFirst().header("Authorization"))
                .isEqualTo("Bearer token-of-the-scheduler");
        assertThat(refusal).startsWith("refused: ").doesNotContain("of-the-scheduler", "of-the-house");
    }

    @Test
    void an_odd_session_id_can_be_sent_still() {
        extender.on("onSessionClose", "");
        plugin(Question.ON_SESSION_CLOSE).sessionClosed(session.named("größe \n 1"));
        assertThat(extender.only("onSessionClose").header("Tender-session")).isEqualTo("gr__e___1");
        assertThat(extender.only("onSessionClose").body()).isEqualTo("{\"sessionId\":\"größe \\n 1\"}");
    }
}
