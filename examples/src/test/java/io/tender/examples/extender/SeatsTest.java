package io.tender.examples.extender;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.server.ExtenderServer;
import io.tender.extender.server.Ledger;
import io.tender.testkit.scenario.BatchLanguage;
import io.tender.testkit.scenario.step.BatchCommand;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeatsTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

    /** Volcano has no verb that tells what became of a placement: the first list is all it can be set to say. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "onSessionOpen predicate allocateFunc deallocateFunc",
                "onSessionOpen predicate allocateFunc deallocateFunc commit abort"
            })
    void a_seat_is_kept_while_the_task_runs_and_free_when_it_is_over(String verbs) {
        Ledger ledger = Ledger.inMemory(now::get, Duration.ofMinutes(2), 100);
        try (ExtenderServer extender = Seats.extender(ledger, 1).listen(0);
                BatchLanguage scenario = Asking.scenario(extender, verbs, "nodes: {n1..n2: cpu=8}\n")) {
            scenario.job("a", "1 x cpu=1").session().steps("- placed: {a: 1}").session();
            now.set(Instant.EPOCH.plus(Duration.ofHours(1)));
            scenario.job("b", "1 x cpu=1").session().expectWhy("b", "no seat is free");
            assertThat(ledger.held().get("seats").millis("seat")).isEqualTo(1000);

            scenario.report("a-0", BatchCommand.Fate.FINISHES).session().steps("- placed: {b: 1}");
            assertThat(ledger.held().get("seats").millis("seat")).isEqualTo(1000);
        }
    }
}
