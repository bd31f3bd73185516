package io.tender.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that stands still until it is told to move, so that a simulation owns time while real threads do the work.
 *
 * <p>An actor on this clock does not notice by itself that time has passed: after {@link #advance}, ask it for {@link
 * AllocatorActor#idle()}, which also waits for everything that has fallen due. To have everything happen in the same
 * order every time, move the clock inside {@link AllocatorActor#together}, before the calls that belong to that moment.
 */
public final class SteppedClock implements ActorClock {

    private final Instant start;
    private final AtomicLong passed = new AtomicLong();

    public SteppedClock(Instant start) {
        this.start = start;
    }

    /** Moves on; a step back is refused. */
    public void advance(Duration step) {
        if (step.isNegative()) {
            throw new IllegalArgumentException(
                    "got a step of " + step + ", expected zero or more: time never goes back");
        }
        passed.addAndGet(step.toNanos());
    }

    @Override
    public Instant now() {
        return start.plusNanos(passed.get());
    }

    @Override
    public long nanos() {
        return passed.get();
    }

    @Override
    public long realNanos(long nanos) {
        return Long.MAX_VALUE;
    }
}
