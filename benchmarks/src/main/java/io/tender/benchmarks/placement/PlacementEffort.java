package io.tender.benchmarks.placement;

import java.time.Duration;

/**
 * How much is run for one scheduler on one size of cluster. Time is looked at between batches, so one that has begun is
 * finished.
 *
 * @param practice small batches are placed this long, in each of Tender's ways, before anything else
 * @param warmUp batches are placed this long before any is measured; at least one
 * @param runs how many times all tasks are placed, each time on a fresh cluster
 * @param most no batch is begun after this, but for the first two
 */
public record PlacementEffort(Duration practice, Duration warmUp, int runs, Duration most) {

    public static PlacementEffort usual(int runs) {
        return new PlacementEffort(Duration.ofSeconds(3), Duration.ofSeconds(3), runs, Duration.ofSeconds(12));
    }

    /** Enough to see that everything works. */
    public static PlacementEffort quick() {
        return new PlacementEffort(Duration.ZERO, Duration.ZERO, 1, Duration.ofSeconds(12));
    }
}
