package io.tender.extender.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends calls whose time is up, on a thread of its own that sleeps until the earliest end it knows of.
 *
 * <p>A timer task per call would wake a thread for each of them. Here a call costs one slot of a table that is as large
 * as the bulkhead allows, and wakes the thread only if it ends before everything the thread waits for: with the same
 * deadline for all, once per deadline, however many calls there are.
 */
final class Watchdog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    private static final long FOREVER = Long.MAX_VALUE;
    private static final long AFTER_TROUBLE = TimeUnit.SECONDS.toNanos(1);

    private final Ticker ticker;
    private final long origin;
    private final AtomicReferenceArray<@Nullable Flight> flights;
    private final LongUnaryOperator chore;
    private final Thread thread;
    /** When the thread wakes, in nanoseconds since the origin. */
    private volatile long wakesAt = FOREVER;

    private volatile boolean closed;

    /**
     * @param most flights at once
     * @param chore done at each waking, given the current tick; says in how many nanoseconds it wants to be done again
     */
    Watchdog(String name, Ticker ticker, int most, LongUnaryOperator chore) {
        this.ticker = ticker;
        this.origin = ticker.nanos();
        // Twice as many slots as flights: a free one is found at the first or second try.
        this.flights = new AtomicReferenceArray<>(Integer.highestOneBit(most) * 4);
        this.chore = chore;
        this.thread = Thread.ofPlatform().name(name).daemon(true).start(this::watch);
    }

    /** Watches the flight until {@link #release}, which wants the slot returned here. */
    int watch(Flight flight) {
        int mask = flights.length() - 1;
        int slot = (int) Thread.currentThread().threadId() & mask;
        while (!flights.compareAndSet(slot, null, flight)) {
            slot = (slot + 1) & mask;
        }
        if (flight.end() - origin < wakesAt) {
            LockSupport.unpark(thread);
        }
        if (closed) {
            flight.shut();
        }
        return slot;
    }

    void release(int slot) {
        flights.set(slot, null);
    }

    private void watch() {
        while (!closed) {
            // Until the new time is set, every new flight wakes this thread: none is missed between looking and
            // sleeping.
            wakesAt = FOREVER;
            long now = ticker.nanos();
            long next = Math.min(endOverdue(now), choreDone(now));
            if (next == FOREVER) {
                LockSupport.park(this);
            } else {
                wakesAt = now - origin + next;
                LockSupport.parkNanos(this, next);
            }
        }
    }

    /** Whatever goes wrong here must not end this thread, on which every deadline depends. */
    private long choreDone(long now) {
        try {
            return chore.applyAsLong(now);
        } catch (RuntimeException | Error broken) {
            told(broken);
            return AFTER_TROUBLE;
        }
    }

    private static void ended(Runnable end) {
        try {
            end.run();
        } catch (RuntimeException | Error broken) {
            told(broken);
        }
    }

    private static void told(Throwable broken) {
        LOG.error("Something broke while calls were ended; the other calls are watched as before", broken);
    }

    /** Nanoseconds until the next flight is overdue. */
    private long endOverdue(long now) {
        long next = FOREVER;
        for (int slot = 0; slot < flights.length(); slot++) {
            Flight flight = flights.get(slot);
            if (flight != null) {
                long left = flight.end() - now;
                if (left > 0) {
                    next = Math.min(next, left);
                } else {
                    ended(flight::expire);
                }
            }
        }
        return next;
    }

    /** Ends the flights that are left, before it returns; one that begins now ends itself. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        for (int slot = 0; slot < flights.length(); slot++) {
            Flight flight = flights.get(slot);
            if (flight != null) {
                ended(flight::shut);
            }
        }
    }
}
