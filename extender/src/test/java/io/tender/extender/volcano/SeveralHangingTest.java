package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What several extenders that hang take from a session together. */
class SeveralHangingTest extends PluginTestBase {
    /** As many calls in vain as each of them could have by itself. */
    private static final int CALLS_OF_ONE = 10;

    private static final Map<String, Object> HASTY = Map.of(
            "extender.httpTimeout",
            "60ms",
            "extender.sessionBudget",
            CALLS_OF_ONE * 60 + "ms",
            "extender.retries",
            0,
            "extender.breaker",
            false,
            "extender.ignorable",
            true);

    private final TreeMap<String, BatchPlugin> plugins = new TreeMap<>();

    private void plugin(String name, Map<String, ?> arguments, Question question) {
        plugins.put(name, plugin(name, new ExtenderPluginFactory(), arguments, question));
    }

    private List<Hooks> open() {
        plugins.values().forEach(plugin -> assertThat(plugin.meet(plugins)).isEmpty());
        return plugins.values().stream().map(plugin -> plugin.open(session)).toList();
    }

    private void ask(Hooks hooks) {
        hook(hooks, HookKind.JOB_READY).isReady(session.task("asking", "cpu=1").job());
    }

    @Test
    void together_they_take_no_more_than_one_of_them_may() {
        extender.hangingOn("jobReady");
        IntStream.range(0, 5).forEach(i -> plugin("hangs-" + i, HASTY, Question.JOB_READY));
        List<Hooks> hooks = open();
        for (int round = 0; round < 3 * CALLS_OF_ONE; round++) {
            hooks.forEach(this::ask);
        }
        // One more may be under way when the time is spent; a clock that is late makes fewer of them.
        assertThat(extender.asked().size()).isBetween(5, CALLS_OF_ONE + 1);
    }

    @Test
    void who_is_asked_when_it_is_spent_may_hang_once() {
        extender.hangingOn("jobReady");
        IntStream.range(0, 5).forEach(i -> plugin("hangs-" + i, HASTY, Question.JOB_READY));
        List<Hooks> hooks = new ArrayList<>(open());
        for (Hooks one : hooks) {
            for (int round = 0; round < 3 * CALLS_OF_ONE; round++) {
                ask(one);
            }
        }
        assertThat(extender.asked().size()).isBetween(5, CALLS_OF_ONE + 1 + 4);
    }

    @Test
    void one_that_answers_is_asked_as_ever() {
        extender.hangingOn("jobReady").on("queueOverused", "{\"overused\":false}");
        plugin("hangs", HASTY, Question.JOB_READY);
        Map<String, Object> steady = new TreeMap<>(HASTY);
        steady.put("extender.httpTimeout", "20s");
        plugin("well", steady, Question.QUEUE_OVERUSED);
        List<Hooks> hooks = open();
        for (int round = 0; round < 3 * CALLS_OF_ONE; round++) {
            ask(hooks.getFirst());
        }
        extender.asked().clear();
        for (int round = 0; round < 3; round++) {
            assertThat(Decision.word(hook(hooks.getLast(), HookKind.OVERUSED).mayGoOn(session.defaultQueue())))
                    .isEqualTo("yes");
        }
        assertThat(extender.asked("queueOverused")).hasSize(3);
    }

    @Test
    void the_time_of_those_that_answer_is_not_theirs() {
        extender.hangingOn("jobReady")
                .on("queueOverused", "{\"overused\":false}")
                .on("jobEnqueued", 500, "");
        Map<String, Object> patient = new TreeMap<>(HASTY);
        patient.put("extender.httpTimeout", "20s");
        patient.put("extender.sessionBudget", "200s");
        plugin("answers", patient, Question.QUEUE_OVERUSED);
        plugin("fails-at-once", patient, Question.JOB_ENQUEUED);
        IntStream.range(0, 5).forEach(i -> plugin("hangs-" + i, HASTY, Question.JOB_READY));
        List<Hooks> hooks = open();
        hook(hooks.get(0), HookKind.OVERUSED).mayGoOn(session.defaultQueue());
        hook(hooks.get(1), HookKind.JOB_ENQUEUED)
                .enqueued(session.task("let-in", "cpu=1").job());
        for (int round = 0; round < 3 * CALLS_OF_ONE; round++) {
            hooks.subList(2, 7).forEach(this::ask);
        }
        assertThat(extender.asked("jobReady").size()).isBetween(5, CALLS_OF_ONE + 1);
    }

    @Test
    void the_next_session_waits_anew() {
        extender.hangingOn("jobReady");
        plugin("hangs", HASTY, Question.JOB_READY);
        for (int number = 1; number <= 2; number++) {
            session.named("session-" + number);
            Hooks hooks = open().getFirst();
            extender.asked().clear();
            for (int round = 0; round < 3 * CALLS_OF_ONE; round++) {
                ask(hooks);
            }
            assertThat(extender.asked()).isNotEmpty();
        }
    }

    @Test
    void the_last_words_to_one_that_was_given_up_have_one_time_out() {
        extender.hangingOn("jobReady").hangingOn("commit").hangingOn("onSessionClose");
        Map<String, Object> arguments = new TreeMap<>(HASTY);
        arguments.put("extender.sessionBudget", "60ms");
        arguments.put("extender.jobReadyVerb", "jobReady");
        arguments.put("extender.onSessionCloseVerb", "onSessionClose");
        plugin("hangs", arguments, Question.COMMIT);
        Hooks hooks = open().getFirst();
        ask(hooks);
        FakeTask task = session.task("placed", "cpu=1");
        hook(hooks, HookKind.OUTCOME_LISTENER).outcome(List.of(task), List.of());
        plugins.get("hangs").sessionClosed(session);
        assertThat(extender.asked("commit")).hasSize(1);
        assertThat(extender.asked("onSessionClose")).isEmpty();
    }
}
