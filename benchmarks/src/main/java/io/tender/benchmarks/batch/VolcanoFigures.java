package io.tender.benchmarks.batch;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * What Volcano's own allocate action did on a machine of this kind, pods per second: its default plugins on a mock cache,
 * single runs, two shared CPUs. Another run and another hour than ours, so these are orders of magnitude.
 */
final class VolcanoFigures {
    private static final Map<GangWorkload, Double> ALONE = Map.of(
            new GangWorkload(100, 1_000), 740.0,
            new GangWorkload(1_000, 1_000), 221.0,
            new GangWorkload(1_000, 4_000), 147.0,
            new GangWorkload(5_000, 1_000), 57.0);

    /** With a predicate extender over the loopback interface: nodes and pods per second. */
    private static final Map<Integer, Double> EXTENDED = Map.of(100, 27.0, 1_000, 7.0);

    private VolcanoFigures() {}

    static OptionalDouble alone(GangWorkload workload) {
        Double rate = ALONE.get(workload);
        return rate == null ? OptionalDouble.empty() : OptionalDouble.of(rate);
    }

    static OptionalDouble extended(int nodes) {
        Double rate = EXTENDED.get(nodes);
        return rate == null ? OptionalDouble.empty() : OptionalDouble.of(rate);
    }
}
