package io.tender.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The allocator against the reference, over histories that nobody thought of. */
class AllocatorSimulationTest {

    /** The allocator that has to prove itself. */
    static Allocator tested(AllocatorHost host, ReferenceSorter.Kind roleSorter, ReferenceSorter.Kind frameworkSorter) {
        return new HierarchicalAllocator(host, kind(roleSorter), kind(frameworkSorter));
    }

    private static SorterKind kind(ReferenceSorter.Kind kind) {
        return switch (kind) {
            case DRF -> SorterKind.DRF;
            case RANDOM -> SorterKind.RANDOM;
        };
    }

    @Test
    void it_says_what_the_reference_says_and_keeps_every_promise() {
        SimulationSettings settings = SimulationSettings.orElse(80, 300);

        Statistics statistics = play(settings);

        assertThat(statistics.steps()).isEqualTo(settings.allSteps());
    }

    /** Takes some minutes; {@code mvn -pl testkit -am test -Plong -Dtest=AllocatorSimulationTest}. */
    @Test
    @Tag("long")
    void it_says_what_the_reference_says_over_a_million_steps() {
        SimulationSettings settings = SimulationSettings.orElse(1_100, 1_000);

        Statistics statistics = play(settings);

        System.out.println(statistics);
        assertThat(statistics.steps()).isEqualTo(settings.allSteps());
    }

    private static Statistics play(SimulationSettings settings) {
        Statistics sum = new Statistics();
        AtomicReference<AllocatorSimulation.Failure> worst = new AtomicReference<>();
        AtomicInteger played = new AtomicInteger();
        long start = System.nanoTime();
        settings.seeds().parallelStream().forEach(seed -> {
            if (worst.get() != null) {
                return;
            }
            AllocatorSimulation simulation =
                    new AllocatorSimulation(seed, AllocatorSimulationTest::tested, ReferenceAllocator::new);
            Optional<AllocatorSimulation.Failure> failure = simulation.run(settings.steps());
            failure.ifPresent(found -> worst.compareAndSet(null, found));
            sum.add(simulation.statistics());
            int done = played.incrementAndGet();
            if (done % 50 == 0) {
                System.out.printf(
                        "simulation: %,d of %,d histories, %,d steps, %,d offers, %d s%n",
                        done,
                        settings.seeds().size(),
                        sum.steps(),
                        sum.offers(),
                        Duration.ofNanos(System.nanoTime() - start).toSeconds());
            }
        });
        if (worst.get() != null) {
            fail(worst.get().toString());
        }
        return sum;
    }
}
