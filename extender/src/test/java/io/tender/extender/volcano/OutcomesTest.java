package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderClient;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.OutcomeListener;
import io.tender.spi.batch.TaskView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Outcomes that wait to be told again. */
class OutcomesTest extends PluginTestBase {
    private static final Map<String, Object> ONE_TRY = Map.of("extender.retries", 0, "extender.breaker", false);

    private final LogLines log = new LogLines(Outcomes.class);
    private final FakeTask task = session.task("a", "cpu=1").on(session.node("n", "cpu=2"), TaskStatus.BINDING);

    @AfterEach
    void stopListening() {
        log.close();
    }

    private Outcomes outcomes(int mostMessages, long mostBytes) {
        return new Outcomes("gpu", new FailureWatch("gpu", registry), mostMessages, mostBytes);
    }

    private double dropped() {
        return registry.get("tender.extender.dropped.outcomes")
                .tag("verb", "commit")
                .counter()
                .count();
    }

    /** Each of these is told by itself, to somebody who does not take it. */
    private void telling(Outcomes outcomes, List<List<TaskView>> messages) {
        extender.on("commit", 500, "");
        Arguments arguments = new Arguments(
                Map.of("extender.urlPrefix", extender.url(), "extender.commitVerb", "commit", "extender.retries", 0));
        PluginSettings settings = new ArgumentReader(arguments).read("gpu").orElseThrow();
        try (ExtenderClient client = new ExtenderClient(settings.client(), ClientSurroundings.system(registry))) {
            SessionTalk talk = new SessionTalk(
                    client,
                    settings,
                    Dialect.of(settings.dialect(), settings.everyJob()),
                    new FailureWatch("gpu", registry),
                    ticker,
                    "session-1");
            messages.forEach(tasks -> outcomes.tell(talk, Question.COMMIT, tasks));
        }
    }

    private long bytesOfOne() {
        Outcomes outcomes = outcomes(1, Long.MAX_VALUE);
        telling(outcomes, List.of(List.of(task)));
        return outcomes.untoldBytes();
    }

    @Test
    void what_waits_has_a_bound_in_bytes_and_what_is_dropped_is_logged_once() {
        long one = bytesOfOne();
        Outcomes outcomes = outcomes(100, 2 * one + one / 2);
        List<TaskView> message = List.of(task);
        telling(outcomes, List.of(message, message, message, message, message));
        assertThat(outcomes.untold()).isEqualTo(2);
        assertThat(outcomes.untoldBytes()).isEqualTo(2 * one);
        assertThat(log.all()).hasSize(1);
        assertThat(log.all().getFirst()).contains("'gpu'", "session-1:gpu:commit:1 (" + one + " bytes) is forgotten");
        assertThat(dropped()).isEqualTo(3);
    }

    @Test
    void what_waits_has_a_bound_in_messages() {
        Outcomes outcomes = outcomes(2, Long.MAX_VALUE);
        telling(outcomes, List.of(List.of(task), List.of(task), List.of(task)));
        assertThat(outcomes.untold()).isEqualTo(2);
        assertThat(log.all()).hasSize(1);
    }

    @Test
    void a_message_that_is_too_large_to_wait_does_not_push_out_those_that_are_not() {
        Outcomes outcomes = outcomes(100, bytesOfOne() + 1);
        telling(outcomes, List.of(List.of(task), List.of(task, task), List.of(task, task)));
        assertThat(outcomes.untold()).isEqualTo(1);
        assertThat(log.all()).hasSize(1);
        assertThat(log.all().getFirst()).contains("session-1:gpu:commit:2");
    }

    @Test
    void what_is_refused_for_good_is_dropped_and_counted_and_logged_once() {
        extender.on("commit", 404, "");
        ExtenderPlugin plugin = plugin(ONE_TRY, Question.COMMIT);
        OutcomeListener listener = hook(plugin.open(session), HookKind.OUTCOME_LISTENER);
        listener.outcome(List.of(task), List.of());
        listener.outcome(List.of(task), List.of());
        assertThat(plugin.untold()).isZero();
        assertThat(dropped()).isEqualTo(2);
        assertThat(log.all()).hasSize(1);
        assertThat(log.all().getFirst())
                .startsWith("Extender 'gpu' refuses commit for good: session-1:gpu:commit:1 is dropped")
                .contains("404");
    }

    @Test
    void one_that_is_never_taken_is_tried_after_the_others_and_before_what_is_about_its_tasks() {
        FakeTask other = session.task("b", "cpu=1").on(session.node("m", "cpu=2"), TaskStatus.BINDING);
        extender.on("commit", 500, "");
        ExtenderPlugin plugin = plugin(ONE_TRY, Question.COMMIT);
        OutcomeListener listener = hook(plugin.open(session), HookKind.OUTCOME_LISTENER);
        listener.outcome(List.of(task), List.of());
        listener.outcome(List.of(task), List.of());
        listener.outcome(List.of(other), List.of());
        plugin.open(session.named("session-2"));
        String never = "session-1:gpu:commit:1";
        assertThat(plugin.untold()).isEqualTo(3);

        extender.asked().clear();
        extender.on(
                "commit",
                (exchange, asked) ->
                        ScriptedExtender.send(exchange, never.equals(asked.header("Idempotency-key")) ? 500 : 200, ""));
        plugin.open(session.named("session-3"));
        assertThat(extender.asked())
                .extracting(asked -> asked.header("Idempotency-key"))
                .containsExactly("session-1:gpu:commit:3", never);
        assertThat(plugin.untold()).isEqualTo(2);
    }

    @Test
    void telling_again_leaves_the_session_the_time_for_its_own_last_words() {
        AtomicLong time = new AtomicLong();
        ticker = time::get;
        extender.on("commit", 500, "").on("onSessionClose", "");
        ExtenderPlugin plugin = plugin(ONE_TRY, Question.COMMIT, Question.ON_SESSION_CLOSE);
        OutcomeListener listener = hook(plugin.open(session), HookKind.OUTCOME_LISTENER);
        for (int i = 0; i < 10; i++) {
            listener.outcome(List.of(task), List.of());
        }
        plugin.sessionClosed(session);
        assertThat(extender.asked("onSessionClose")).hasSize(1);

        // Each takes nearly all of its 20 s, so that not all of them can be told in the four times that there are.
        extender.on("commit", (exchange, asked) -> {
            time.addAndGet(Duration.ofSeconds(19).toNanos());
            ScriptedExtender.send(exchange, 200, "");
        });
        plugin.open(session.named("session-2"));
        assertThat(plugin.untold()).isBetween(5, 6);
        plugin.sessionClosed(session);
        assertThat(extender.asked("onSessionClose")).hasSize(2);
    }

    @Test
    void the_log_says_how_many_are_lost_when_the_plugin_is_closed() {
        extender.on("commit", 500, "");
        ExtenderPlugin plugin = plugin(ONE_TRY, Question.COMMIT);
        OutcomeListener listener = hook(plugin.open(session), HookKind.OUTCOME_LISTENER);
        listener.outcome(List.of(task), List.of());
        listener.outcome(List.of(task), List.of());
        plugin.close();
        assertThat(log.all())
                .containsExactly("Extender 'gpu' was never told 2 messages about outcomes:"
                        + " 2 waited to be told again and are lost, 0 were forgotten before");
    }

    @Test
    void who_goes_on_under_the_same_name_tells_what_is_left_and_nothing_is_lost() {
        ExtenderPluginFactory factory = new ExtenderPluginFactory(ClientSurroundings.system(registry));
        extender.on("commit", 500, "").on("abort", 500, "");
        ExtenderPlugin before = plugin("gpu", factory, ONE_TRY, Question.COMMIT, Question.ABORT);
        hook(before.open(session), HookKind.OUTCOME_LISTENER).outcome(List.of(task), List.of(task));
        ExtenderPlugin after = plugin("gpu", factory, ONE_TRY, Question.COMMIT, Question.ABORT);
        ExtenderPlugin other = plugin("other", factory, ONE_TRY, Question.COMMIT, Question.ABORT);
        other.succeed(before);
        after.succeed(before);
        before.close();
        extender.asked().clear();
        extender.on("commit", "").on("abort", "");
        other.open(session.named("session-2"));
        assertThat(extender.asked()).isEmpty();
        after.open(session.named("session-2"));
        assertThat(extender.asked()).extracting(asked -> asked.path()).containsExactly("/base/commit", "/base/abort");
        assertThat(after.untold()).isZero();
    }

    @Test
    void who_has_the_same_name_elsewhere_in_the_program_hears_nothing_of_it() {
        ExtenderPluginFactory factory = new ExtenderPluginFactory(ClientSurroundings.system(registry));
        extender.on("commit", 500, "");
        ExtenderPlugin one = plugin("gpu", factory, ONE_TRY, Question.COMMIT);
        hook(one.open(session), HookKind.OUTCOME_LISTENER).outcome(List.of(task), List.of());
        ExtenderPlugin another = plugin("gpu", factory, ONE_TRY, Question.COMMIT);
        one.close();
        extender.asked().clear();
        another.open(session.named("session-2"));
        assertThat(extender.asked()).isEmpty();
    }

    @Test
    void nothing_is_said_of_nothing_when_the_plugin_is_closed() {
        plugin(ONE_TRY, Question.COMMIT).close();
        assertThat(log.all()).isEmpty();
    }
}
