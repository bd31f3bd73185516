package io.tender.benchmarks.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.benchmarks.workload.WrongOutcome;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private final Ledger ledger = new Ledger(2);

    @Test
    void it_knows_what_is_left_of_an_agent() {
        ledger.start("a", "agent-000001");
        ledger.start("b", "agent-000001");
        assertThat(ledger.freeCpus("agent-000001")).isEqualTo(30);
        assertThat(ledger.freeMemoryMb("agent-000001")).isEqualTo(124 * 1024);
        assertThat(ledger.freeCpus("agent-000000")).isEqualTo(32);
        assertThat(ledger.placed()).isEqualTo(2);
        assertThat(ledger.agentsUsed()).isEqualTo(1);
    }

    @Test
    void a_task_that_is_placed_twice_is_found() {
        ledger.start("a", "agent-000000");
        assertThatThrownBy(() -> ledger.start("a", "agent-000001"))
                .isInstanceOf(WrongOutcome.class)
                .hasMessageContaining("placements of task a");
    }

    @Test
    void an_agent_that_is_given_too_much_is_found() {
        for (int i = 0; i < PlacementSize.TASKS_PER_AGENT; i++) {
            ledger.start("task-" + i, "agent-000000");
        }
        assertThatThrownBy(() -> ledger.start("one-more", "agent-000000"))
                .isInstanceOf(WrongOutcome.class)
                .hasMessage("tasks on agent-000000: expected at most 32, got 33");
    }

    @Test
    void an_agent_that_was_never_offered_is_found() {
        assertThatThrownBy(() -> ledger.start("a", "agent-000002"))
                .isInstanceOf(WrongOutcome.class)
                .hasMessageContaining("agent-000002");
    }
}
