package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.NodeView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is left of a session when its budget is spent. */
class SpentBudgetTest extends PluginTestBase {
    private static final Map<String, Object> ARGUMENTS =
            Map.of("extender.retries", 0, "extender.breaker", false, "extender.sessionBudget", "20s");

    private final LogLines log = new LogLines(FailureWatch.class);
    private final AtomicLong time = new AtomicLong();
    private final List<NodeView> nodes = session.nodes(3);
    private final FakeTask running =
            session.task("running", "cpu=1").on(session.nodes().getFirst(), TaskStatus.RUNNING);

    @AfterEach
    void stopListening() {
        log.close();
    }

    private ExtenderPlugin plugin() {
        ticker = time::get;
        return plugin(
                ARGUMENTS,
                Question.QUEUE_OVERUSED,
                Question.PREDICATE,
                Question.PRIORITIZE,
                Question.PREEMPTABLE,
                Question.JOB_ENQUEUEABLE,
                Question.JOB_READY);
    }

    private void spending(ExtenderPlugin plugin, Hooks hooks, int rounds) {
        FakeTask asking = session.task("asking", "cpu=1");
        for (int i = 0; i < rounds; i++) {
            hook(hooks, HookKind.BATCH_PREDICATE).fits(asking, nodes, 3);
            hook(hooks, HookKind.BATCH_NODE_ORDER).score(asking, nodes);
            assertThat(Decision.word(hook(hooks, HookKind.PREEMPTABLE).victims(asking, List.of(running))))
                    .startsWith("no victims: ")
                    .contains("budget");
            assertThat(Decision.word(hook(hooks, HookKind.JOB_ENQUEUEABLE).vote(asking.job())))
                    .startsWith("rejects: ");
            assertThat(Decision.word(hook(hooks, HookKind.JOB_READY).isReady(asking.job())))
                    .startsWith("no: ");
        }
        plugin.sessionClosed(session);
    }

    private void slow() {
        extender.on("queueOverused", (exchange, asked) -> {
            time.addAndGet(Duration.ofSeconds(15).toNanos());
            ScriptedExtender.send(exchange, 200, "{\"overused\":false}");
        });
    }

    private static void overdraw(Hooks hooks, FakeSession session) {
        for (int i = 0; i < 2; i++) {
            hook(hooks, HookKind.OVERUSED).mayGoOn(session.defaultQueue());
        }
    }

    @Test
    void nothing_is_encoded_or_sent_and_the_log_has_one_line() {
        slow();
        ExtenderPlugin plugin = plugin();
        Hooks hooks = plugin.open(session);
        overdraw(hooks, session);
        int asked = extender.asked().size();
        // Who tries to connect now, finds nobody and says so.
        extender.close();
        spending(plugin, hooks, 20);
        assertThat(extender.asked()).hasSize(asked);
        assertThat(plugin.encodings()).isZero();
        assertThat(log.all()).hasSize(1);
        assertThat(log.all().getFirst()).startsWith("Extender 'gpu' has had all the time that a session waits for it");
        assertThat(failures(Question.PREEMPTABLE, "failed_closed")).isEqualTo(20);
    }

    @Test
    void the_log_says_nothing_more_until_a_session_keeps_within_its_budget() {
        slow();
        ExtenderPlugin plugin = plugin();
        for (int i = 0; i < 3; i++) {
            Hooks hooks = plugin.open(session.named("session-" + i));
            overdraw(hooks, session);
            spending(plugin, hooks, 2);
        }
        assertThat(log.all()).hasSize(1);
        extender.on("queueOverused", "{\"overused\":false}");
        overdraw(plugin.open(session.named("session-4")), session);
        plugin.sessionClosed(session);
        assertThat(log.all()).hasSize(2);
        assertThat(log.all().getLast()).startsWith("Extender 'gpu' has answered a whole session in its time again");
    }
}
