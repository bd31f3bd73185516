package io.tender.testkit.services;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Services, allocator and a failing ordering service together; a failure prints its seed. */
class ServiceSimulationTest {

    private final List<ServiceSimulation> played = new ArrayList<>();

    private Stream<DynamicTest> seeds(long from, long to, int steps) {
        Long only = Long.getLong("tender.seed");
        return (only == null ? LongStream.rangeClosed(from, to) : LongStream.of(only))
                .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> {
                    ServiceSimulation simulation = new ServiceSimulation(seed);
                    simulation.play(steps);
                    played.add(simulation);
                }));
    }

    @TestFactory
    Stream<DynamicTest> no_instance_runs_twice_limits_hold_and_all_that_fits_is_placed() {
        Stream<DynamicTest> histories = seeds(1, 12, 150);
        return Long.getLong("tender.seed") != null
                ? histories
                : Stream.concat(
                        histories,
                        Stream.of(DynamicTest.dynamicTest("eventful enough to prove something", this::sawMuch)));
    }

    private long together(ToLongFunction<ServiceSimulation> count) {
        return played.stream().mapToLong(count).sum();
    }

    private void sawMuch() {
        assertThat(played).hasSize(12).anyMatch(ServiceSimulation::waits).anyMatch(simulation -> !simulation.waits());
        assertThat(together(ServiceSimulation::updates))
                .as("updates that moved on")
                .isGreaterThan(20);
        assertThat(together(one -> one.metric("offer_set_queries"))).isGreaterThan(100);
        assertThat(together(one -> one.metric("offer_set_failures"))).isPositive();
        assertThat(together(one -> one.metric("offer_set_timeouts"))).isPositive();
        assertThat(together(one -> one.metric("offer_set_unknown"))).isPositive();
        assertThat(together(one -> one.metric("offer_set_binds"))).isGreaterThan(50);
        assertThat(together(one -> one.metric("offer_set_not_bound"))).isPositive();
        assertThat(together(one -> one.metric("preemptor_tasks_preempted_non_prod")
                        + one.metric("preemptor_tasks_preempted_prod")))
                .as("tasks that made room for others")
                .isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void the_same_holds_with_a_moody_service_over_http(long seed) {
        try (MoodyService service = new MoodyService()) {
            ServiceSimulation simulation = new ServiceSimulation(seed, Optional.of(service));
            simulation.play(150);
            assertThat(service.asked()).isGreaterThan(20);
            assertThat(simulation.launches()).isGreaterThan(20);
            simulation.close();
        }
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
