package io.tender.benchmarks.measure;

import java.time.Duration;

/**
 * How much is run for one case.
 *
 * @param measuredRuns runs that are measured
 * @param leastWarmUp warm-up goes on at least this long, since the JIT compiler works in the background
 * @param mostWarmUp warm-up stops here, steady or not
 * @param mostWarmUpRuns and after this many runs
 */
public record Effort(int measuredRuns, Duration leastWarmUp, Duration mostWarmUp, int mostWarmUpRuns) {

    public static Effort usual(int measuredRuns) {
        return new Effort(measuredRuns, Duration.ofMillis(700), Duration.ofSeconds(10), 200);
    }

    /** Enough to see that everything works. */
    public static Effort quick(int measuredRuns) {
        return new Effort(measuredRuns, Duration.ZERO, Duration.ZERO, 1);
    }
}
