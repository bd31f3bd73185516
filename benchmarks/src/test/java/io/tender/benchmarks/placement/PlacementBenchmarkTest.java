package io.tender.benchmarks.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.benchmarks.placement.PlacementResult.Kind;
import io.tender.benchmarks.placement.PlacementResult.Line;
import io.tender.benchmarks.workload.WrongOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PlacementBenchmarkTest {

    private static final List<String> TOLD = new ArrayList<>();
    private static final PlacementBenchmark BENCHMARK = new PlacementBenchmark(PlacementEffort.quick(), TOLD::add);

    /** Measured once for all tests. */
    private static PlacementResult result;

    @BeforeAll
    static void measure() {
        result = BENCHMARK.measure(new PlacementSize(20, 130, 50));
    }

    @Test
    void every_scheduler_places_the_same_tasks_on_the_same_agents() {
        assertThat(result.lines())
                .hasSize(8)
                .allSatisfy(
                        line -> assertThat(line.placed()).as(line.scheduler()).isEqualTo(130))
                .allSatisfy(line -> assertThat(line.batches()).isEqualTo(3))
                .allSatisfy(line -> assertThat(line.tasksPerSecond()).isPositive());
        assertThat(TOLD).hasSize(3);
        assertThat(result.exchangeMillis()).isPositive();
    }

    @Test
    void schedulers_that_pack_use_as_few_agents_as_can_be() {
        assertThat(result.lines())
                .filteredOn(line -> List.of(
                                "native, CPU, 32 per offer", "HTTP, CPU, 32 per offer", "Fenzo, cpuMemBinPacker")
                        .contains(line.scheduler()))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line.agentsUsed()).contains(5));
        assertThat(result.lines())
                .filteredOn(line -> line.scheduler().endsWith("CPU, 1 per offer"))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line.agentsUsed()).contains(20));
    }

    @Test
    void an_order_over_http_is_compared_with_the_same_in_native_order() {
        Line http = result.lines().stream()
                .filter(line -> line.kind() == Kind.HTTP)
                .findFirst()
                .orElseThrow();
        assertThat(result.nativeTwin(http).map(Line::scheduler)).contains("native, CPU, 32 per offer");
        assertThat(result.fenzo()).isPresent();
        assertThat(result.slowestNative()).isPresent();
    }

    @Test
    void a_scheduler_that_forgets_tasks_fails() {
        assertThatThrownBy(() -> BENCHMARK.measure(new PlacementSize(5, 10, 10), List.of(new Forgetful())))
                .isInstanceOf(WrongOutcome.class)
                .hasMessage("tasks placed by a forgetful one: expected 10, got 9");
    }

    @Test
    void more_tasks_than_there_is_room_for_are_refused() {
        assertThatThrownBy(() -> new PlacementSize(1, 33, 10)).hasMessageContaining("33 tasks for 1 agents");
    }

    /** Fast, and wrong. */
    private static final class Forgetful implements Contestant {
        @Override
        public String name() {
            return "a forgetful one";
        }

        @Override
        public Kind kind() {
            return Kind.NATIVE;
        }

        @Override
        public Run begin(Ledger ledger) {
            return new Run() {
                @Override
                public long place(int tasks) {
                    for (int i = 1; i < tasks; i++) {
                        ledger.start("task-" + i, ledger.agents().getFirst());
                    }
                    return 1;
                }

                @Override
                public void close() {}
            };
        }
    }
}
