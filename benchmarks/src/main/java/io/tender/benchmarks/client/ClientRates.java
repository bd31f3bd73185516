package io.tender.benchmarks.client;

import java.util.Optional;

/**
 * Calls per second with so many calls at once, each the median of its runs.
 *
 * @param wrk of the load generator, if there is one
 */
public record ClientRates(int concurrency, Optional<Double> wrk, double platformThreads, double virtualThreads) {
    /** How much of what is possible the client reaches with the better kind of threads. */
    public Optional<Double> share() {
        return wrk.map(limit -> Math.max(platformThreads, virtualThreads) / limit);
    }
}
