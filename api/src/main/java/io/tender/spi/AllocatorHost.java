package io.tender.spi;

import java.time.Duration;
import java.time.Instant;

/**
 * What surrounds an allocator, or a scheduler of level 2: its only doors to time, chance and other threads.
 *
 * <p>The host calls its guest, and everything it gave to {@link #enqueue} and {@link #after}, one at a
 * time and in order; what one turn wrote the next one sees. A guest is therefore written as plain single-threaded
 * code. In production the host is an actor with a thread and a timer of its own; in tests it is a queue and a clock
 * that moves when told.
 */
public interface AllocatorHost {

    /**
     * The time of the current turn, by a clock that only ever moves on, and evenly: what is due when, and how long something
     * lasts, is reckoned by it. It begins with what the machine's clock says, and does not notice when that is set.
     */
    Instant now();

    /**
     * What the machine's clock says at the current turn: for what people write and read, such as windows of maintenance. It
     * jumps when somebody sets that clock, so nothing lasts by it.
     */
    default Instant date() {
        return now();
    }

    /** Runs a turn behind everything that is queued now. */
    void enqueue(Runnable turn);

    /**
     * Queues a turn once the delay has passed. Two turns due at the same instant are queued in the order in which they
     * were asked for.
     */
    void after(Duration delay, Runnable turn);

    /** Where every random choice comes from. */
    Chance chance();

    /** A running count of nanoseconds for measuring how long something took; never the basis of a decision. */
    long stopwatch();
}
