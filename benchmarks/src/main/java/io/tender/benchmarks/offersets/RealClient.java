package io.tender.benchmarks.offersets;

import java.util.Map;
import java.util.Optional;

/**
 * What the client of Aurora 0.27.0 took, measured on a busy machine of two cores with a stub that answers at once: the
 * lowest and the highest of three medians of 400 calls.
 */
public record RealClient(double leastMs, double mostMs) {
    private static final Map<Integer, RealClient> MEASURED = Map.of(
            100, new RealClient(0.6, 1.0),
            1_000, new RealClient(1.5, 2.2),
            2_000, new RealClient(4.8, 5.8),
            5_000, new RealClient(9, 11),
            10_000, new RealClient(23, 38));

    /** The figure for so many offers, if there is one. */
    public static Optional<RealClient> of(int offers) {
        return Optional.ofNullable(MEASURED.get(offers));
    }
}
