package io.tender.testkit.services;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Services, allocator and a failing ordering service together; a failure prints its seed. */
class ServiceSimulationTest {

    private static Stream<DynamicTest> seeds(long from, long to, int steps) {
        Long only = Long.getLong("tender.seed");
        return (only == null ? LongStream.rangeClosed(from, to) : LongStream.of(only))
                .mapToObj(
                        seed -> DynamicTest.dynamicTest("seed " + seed, () -> new ServiceSimulation(seed).play(steps)));
    }

    @TestFactory
    Stream<DynamicTest> no_instance_runs_twice_limits_hold_and_all_that_fits_is_placed() {
        return seeds(1, 12, 150);
    }

    @TestFactory
    @Tag("long")
    Stream<DynamicTest> the_same_over_many_long_histories() {
        return seeds(1_000, 2_000, 1_000);
    }

    @Test
    void histories_are_eventful_enough_to_prove_something() {
        ServiceSimulation simulation = new ServiceSimulation(7);
        simulation.play(150);

        assertThat(simulation.launches()).isGreaterThan(20);
    }
}
