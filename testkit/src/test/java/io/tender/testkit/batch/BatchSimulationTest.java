package io.tender.testkit.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Batch jobs, services, allocator and a hostile extender together; a failure prints its seed. */
class BatchSimulationTest {
    /** Seeds from here on have an extender that is told of placements and binds, since replaying one must bring it back. */
    private static final long TOLD = 500_000;

    /** Those from here on have hostile ones as well. */
    private static final long HOSTILE = 1_000_000;

    private static Stream<DynamicTest> seeds(long from, long to, int steps) {
        Long only = Long.getLong("tender.seed");
        int length = Integer.getInteger("tender.steps", steps);
        return (only == null ? LongStream.rangeClosed(from, to) : LongStream.of(only))
                .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> play(seed, length)));
    }

    private static void play(long seed, int steps) {
        try (Unreliable extender = seed >= HOSTILE ? Unreliable.hostile() : Unreliable.none();
                Bookkeeper bookkeeper = new Bookkeeper(seed);
                BatchSimulation simulation = new BatchSimulation(
                        seed, extender, seed >= TOLD ? Optional.of(bookkeeper) : Optional.empty())) {
            simulation.play(steps);
            if (Boolean.getBoolean("tender.figures")) {
                System.out.println("seed " + seed + " " + simulation.figures() + " " + bookkeeper.figures());
            }
        }
    }

    private static List<String> decisions(long seed, Supplier<Unreliable> extenders) {
        try (Unreliable extender = extenders.get();
                BatchSimulation simulation = new BatchSimulation(seed, extender)) {
            simulation.play(60);
            return simulation.decisions();
        }
    }

    @TestFactory
    Stream<DynamicTest> gangs_stay_whole_queues_within_limits_and_all_that_fits_gets_its_turn() {
        return seeds(1, 6, 100);
    }

    @TestFactory
    Stream<DynamicTest> the_same_whatever_an_extender_does() {
        return seeds(HOSTILE, HOSTILE + 1, 60);
    }

    @TestFactory
    Stream<DynamicTest> of_all_that_was_placed_one_outcome_is_told_and_nothing_runs_that_was_not_bound() {
        return seeds(TOLD, TOLD + 1, 60);
    }

    /** In the first a gang's evictions were in vain and came again and again; in the second the evicted took their room back. */
    @TestFactory
    Stream<DynamicTest> evictions_in_vain_do_not_go_on() {
        return Stream.concat(seeds(1_064, 1_064, 250), seeds(1_291, 1_291, 250));
    }

    @TestFactory
    @Tag("long")
    Stream<DynamicTest> the_same_over_many_histories_with_outcomes() {
        return seeds(TOLD + 1_000, TOLD + 1_100, 200);
    }

    @TestFactory
    @Tag("long")
    Stream<DynamicTest> the_same_over_many_long_histories() {
        return seeds(1_000, 1_600, 250);
    }

    @TestFactory
    @Tag("long")
    Stream<DynamicTest> the_same_over_many_histories_with_hostile_extenders() {
        return seeds(HOSTILE + 1_000, HOSTILE + 1_040, 200);
    }

    @Test
    void a_seed_gives_the_same_decisions_on_every_run() {
        assertThat(decisions(77, Unreliable::none)).isEqualTo(decisions(77, Unreliable::none));
    }

    @Test
    void a_seed_gives_the_same_decisions_on_every_run_with_an_extender_that_behaves() {
        assertThat(decisions(78, Unreliable::wellBehaved)).isEqualTo(decisions(78, Unreliable::wellBehaved));
    }

    @Test
    void a_seed_gives_the_same_decisions_on_every_run_with_an_extender_that_binds_and_refuses() {
        List<String> first = bookkept(80);

        assertThat(bookkept(80)).isEqualTo(first);
    }

    private static List<String> bookkept(long seed) {
        try (Bookkeeper bookkeeper = new Bookkeeper(seed);
                BatchSimulation simulation = new BatchSimulation(seed, Unreliable.none(), Optional.of(bookkeeper))) {
            simulation.play(60);
            assertThat(bookkeeper.figures().outcomes()).as("outcomes").isGreaterThan(20);
            assertThat(bookkeeper.figures().refusals()).as("refusals").isPositive();
            assertThat(bookkeeper.figures().lost()).as("lost messages").isPositive();
            return simulation.decisions();
        }
    }

    @Test
    void histories_are_eventful_enough_to_prove_something() {
        try (BatchSimulation simulation = new BatchSimulation(7, Unreliable.none())) {
            simulation.play(150);

            assertThat(simulation.figures().launches()).isGreaterThan(20);
            assertThat(simulation.figures().evictions()).isPositive();
        }
    }
}
