package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.HookKind;
import java.util.List;
import java.util.Map;
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
}
