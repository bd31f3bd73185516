package io.tender.runtime;

import java.time.Instant;
import java.time.InstantSource;

/**
 * Moves on evenly from what the machine's clock said once, whatever that is set to later: two of its instants lie as far apart
 * as they really were.
 */
public final class SteadyClock implements InstantSource {
    private final ActorClock clock;
    private final Instant begun;
    private final long begunNanos;

    private SteadyClock(ActorClock clock) {
        this.clock = clock;
        this.begun = clock.now();
        this.begunNanos = clock.nanos();
    }

    /** Begins now. */
    public static SteadyClock of(ActorClock clock) {
        return new SteadyClock(clock);
    }

    @Override
    public Instant instant() {
        return begun.plusNanos(clock.nanos() - begunNanos);
    }
}
