package io.tender.testkit.oracle;

import java.util.List;
import java.util.stream.LongStream;

/**
 * Which histories are played, from the system properties {@code tender.simulation.seed} (the first, or only, one),
 * {@code tender.simulation.seeds} (how many) and {@code tender.simulation.steps} (how long each is).
 */
record SimulationSettings(List<Long> seeds, int steps) {

    /** The number of steps of all histories together. */
    long allSteps() {
        return (long) seeds.size() * steps;
    }

    static SimulationSettings orElse(int seeds, int steps) {
        Long first = Long.getLong("tender.simulation.seed");
        int count = Integer.getInteger("tender.simulation.seeds", first == null ? seeds : 1);
        long from = first == null ? 1 : first;
        return new SimulationSettings(
                LongStream.range(from, from + count).boxed().toList(),
                Integer.getInteger("tender.simulation.steps", steps));
    }
}
