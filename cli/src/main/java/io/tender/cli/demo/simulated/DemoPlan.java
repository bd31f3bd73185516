package io.tender.cli.demo.simulated;

import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorOptions.Extensions;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/**
 * All that decides the course of a demo: the same plan gives the same offers to the same frameworks.
 *
 * @param agents how many machines there are
 * @param length how much time passes in the simulation
 * @param seed where every random choice comes from
 * @param allocateWhenFreed whether freed resources are offered at once, instead of at the next tick
 */
public record DemoPlan(int agents, Duration length, long seed, boolean allocateWhenFreed) {

    /** The largest cluster that is shown. */
    public static final int MOST_AGENTS = 5_000;

    /** How far the simulation moves at a time; frameworks answer an offer within one step. */
    static final Duration STEP = Duration.ofMillis(100);

    /** When one agent is lost, and when it is back, in parts of the whole. */
    private static final double LOSS = 0.4;

    private static final double RETURN = 0.6;

    /**
     * What a master would pass, with the extension asked for. Nobody is short of disk, and offers bring all of a machine's: who
     * holds one for a moment would seem to have more than anybody.
     */
    AllocatorOptions options() {
        return AllocatorOptions.masterDefaults()
                .withFairnessExcludedNames(new TreeSet<>(Set.of("disk")))
                .withExtensions(Extensions.none().withAllocateWhenFreed(allocateWhenFreed));
    }

    long steps() {
        return length.dividedBy(STEP);
    }

    long lossAt() {
        return Math.round(steps() * LOSS);
    }

    long returnAt() {
        return Math.round(steps() * RETURN);
    }
}
