package io.tender.benchmarks.measure;

import java.time.Duration;

/**
 * How much is run for one case.
 *
 * @param measuredRuns runs that are measured at least
 * @param leastMeasured short runs are repeated until they add up to this, lest all of them fall into one hiccup of the machine
 * @param leastWarmUp warm-up goes on at least this long, since the JIT compiler works in the background
 * @param coldWarmUp the same for the first case of all, when nothing is compiled yet
 * @param mostWarmUp warm-up stops here, steady or not
 * @param mostRuns neither warm-up nor measuring goes on after this many runs
 */
public record Effort(
        int measuredRuns,
        Duration leastMeasured,
        Duration leastWarmUp,
        Duration coldWarmUp,
        Duration mostWarmUp,
        int mostRuns) {

    public static Effort usual(int measuredRuns) {
        return new Effort(
                measuredRuns,
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                Duration.ofSeconds(6),
                Duration.ofSeconds(10),
                20_000);
    }

    /** Enough to see that everything works. */
    public static Effort quick(int measuredRuns) {
        return new Effort(measuredRuns, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1);
    }
}
