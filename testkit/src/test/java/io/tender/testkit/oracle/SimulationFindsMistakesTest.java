package io.tender.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A simulation that cannot fail proves nothing; this one finds an allocator with any one rule broken. */
class SimulationFindsMistakesTest {
    private static final int STEPS = 250;
    private static final int SEEDS = 60;

    @ParameterizedTest
    @EnumSource(Mistake.class)
    void a_mistake_in_one_rule_is_found_and_shrunk(Mistake mistake) {
        AllocatorSimulation.Failure failure = find(mistake::make, ReferenceAllocator::new);

        assertThat(failure.shrunk())
                .hasSizeLessThan(40)
                .hasSizeLessThan(failure.history().size() + 1);
        assertThat(replay(failure, mistake::make, ReferenceAllocator::new)).contains(failure.difference());
        assertThat(replay(failure, ReferenceAllocator::new, ReferenceAllocator::new))
                .isEmpty();
        assertThat(failure.toString())
                .contains("-Dtender.simulation.seed=" + failure.world().seed)
                .contains("expected:", "got:", "Initialize[");
    }

    /** Both sides make the same mistake, so only the promises can tell. */
    @ParameterizedTest
    @EnumSource(
            value = Mistake.class,
            names = {
                "IGNORES_FILTERS",
                "HEADROOM_WITHOUT_MEM",
                "NO_HEADROOM",
                "IGNORES_LIMITS",
                "SHARES_WITH_ALL",
                "GPUS_FOR_ALL",
                "IGNORES_CONSTRAINTS",
                "LOSES_RESOURCES",
                "PROMISES_TWICE"
            })
    void a_broken_promise_is_found_without_the_reference(Mistake mistake) {
        AllocatorSimulation.Failure failure = find(mistake::make, mistake::make);

        assertThat(failure.difference().expected()).isEqualTo("that it is kept");
    }

    @Test
    void the_same_seed_gives_the_same_history() {
        AllocatorSimulation.Failure first = find(Mistake.NO_HEADROOM::make, ReferenceAllocator::new);
        AllocatorSimulation.Failure second = find(Mistake.NO_HEADROOM::make, ReferenceAllocator::new);

        assertThat(second.history()).isEqualTo(first.history());
        assertThat(second.original()).isEqualTo(first.original());
    }

    private static AllocatorSimulation.Failure find(Subject.Maker tested, Subject.Maker oracle) {
        return LongStream.rangeClosed(1, SEEDS)
                .mapToObj(seed -> new AllocatorSimulation(seed, tested, oracle).run(STEPS))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> new AssertionError("not found in " + SEEDS + " histories of " + STEPS + " steps"));
    }

    private static Optional<AllocatorSimulation.Difference> replay(
            AllocatorSimulation.Failure failure, Subject.Maker tested, Subject.Maker oracle) {
        return new AllocatorSimulation(failure.world().seed, tested, oracle).replay(failure.shrunk());
    }
}
