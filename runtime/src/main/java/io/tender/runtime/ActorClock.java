package io.tender.runtime;

import java.time.Instant;
import java.time.InstantSource;

/** Where an actor's time comes from: an instant to state times by, and a running count to measure delays by. */
public interface ActorClock {

    /** The time to state; it may jump when somebody sets the machine's clock. */
    Instant now();

    /** A running count of nanoseconds that never goes back. */
    long nanos();

    /** How long to wait, in real nanoseconds, before it is worth asking whether the count has grown by that much. */
    long realNanos(long nanos);

    /** The machine's own running count beside the given source of instants. */
    static ActorClock of(InstantSource instants) {
        return new ActorClock() {
            @Override
            public Instant now() {
                return instants.instant();
            }

            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public long realNanos(long nanos) {
                return nanos;
            }
        };
    }
}
