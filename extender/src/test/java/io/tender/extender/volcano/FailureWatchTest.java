package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.HookKind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailureWatchTest extends PluginTestBase {
    private final LogLines log = new LogLines(FailureWatch.class);

    @AfterEach
    void stopListening() {
        log.close();
    }

    @Test
    void the_log_has_a_line_when_a_verb_begins_to_fail_and_one_when_it_answers_again() {
        extender.on("predicate", 500, "");
        session.nodes(3);
        BatchPredicate checks = hook(
                plugin(Map.of("extender.retries", 0, "extender.breaker", false), Question.PREDICATE)
                        .open(session),
                HookKind.BATCH_PREDICATE);
        checks.fits(session.task("a", "cpu=1"), List.copyOf(session.nodes()), 3);
        checks.fits(session.task("b", "cpu=1"), List.copyOf(session.nodes()), 3);
        extender.on("predicate", "{}");
        checks.fits(session.task("c", "cpu=1"), List.copyOf(session.nodes()), 3);
        assertThat(log.all()).hasSize(2);
        assertThat(log.all().getFirst())
                .startsWith("Extender 'gpu' does not answer predicate; until it does: the node does not fit.");
        assertThat(log.all().getLast()).isEqualTo("Extender 'gpu' answers predicate again, after 6 failures");
        assertThat(failures(Question.PREDICATE, "failed_closed")).isEqualTo(6);
    }

    @Test
    void one_that_stumbles_over_a_single_node_does_not_fill_the_log() {
        AtomicLong time = new AtomicLong();
        ticker = time::get;
        extender.on(
                "predicate",
                (exchange, asked) ->
                        ScriptedExtender.send(exchange, asked.body().contains("\"name\":\"n1\"") ? 500 : 200, "{}"));
        session.nodes(3);
        BatchPredicate checks = hook(
                plugin(
                                Map.of(
                                        "extender.retries",
                                        0,
                                        "extender.breaker",
                                        false,
                                        "extender.concurrency",
                                        1,
                                        "extender.sessionBudget",
                                        "24h"),
                                Question.PREDICATE)
                        .open(session),
                HookKind.BATCH_PREDICATE);
        for (int i = 0; i < 20; i++) {
            checks.fits(session.task("task-" + i, "cpu=1"), List.copyOf(session.nodes()), 3);
        }
        assertThat(log.all()).hasSize(3);
        assertThat(log.all().getLast())
                .startsWith(
                        "Extender 'gpu' answers predicate now and then; whenever it does not: the node does not fit."
                                + " Said again once it has not failed for 30 s. Extender 'gpu' answered with status 500.");
        extender.on("predicate", "{}");
        time.addAndGet(FailureWatch.CALM.toNanos());
        checks.fits(session.task("later", "cpu=1"), List.copyOf(session.nodes()), 3);
        assertThat(log.all().getLast())
                .isEqualTo("Extender 'gpu' has answered predicate for 30 s without a failure, after 20 failures");
    }
}
