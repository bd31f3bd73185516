package io.tender.extender.client;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Bounds the calls under way and those that wait for their turn. */
final class Bulkhead {
    /** How an attempt to enter ended. */
    enum Entry {
        ENTERED,
        FULL,
        TOO_LATE
    }

    private final BulkheadSettings settings;
    private final Semaphore places;
    private final AtomicInteger waiting = new AtomicInteger();

    Bulkhead(BulkheadSettings settings) {
        this.settings = settings;
        this.places = new Semaphore(settings.inFlight(), true);
    }

    /** Waits for a place, first come first served, at most until the flight's time is up. */
    Entry enter(Flight flight) throws InterruptedException {
        // Takes a free place past nobody: without waiters there is no order to keep.
        if (waiting.get() == 0 && places.tryAcquire()) {
            return Entry.ENTERED;
        }
        if (waiting.incrementAndGet() > settings.queued()) {
            waiting.decrementAndGet();
            return places.tryAcquire() ? Entry.ENTERED : Entry.FULL;
        }
        try {
            return places.tryAcquire(Math.max(0, flight.remaining()), TimeUnit.NANOSECONDS)
                    ? Entry.ENTERED
                    : Entry.TOO_LATE;
        } finally {
            waiting.decrementAndGet();
        }
    }

    void leave() {
        places.release();
    }

    int inFlight() {
        return settings.inFlight() - places.availablePermits();
    }

    int waiting() {
        return waiting.get();
    }
}
