package io.tender.extender.client;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Time that all calls of one scheduling cycle share. It runs while at least one of them is under way: calls made at the
 * same time spend it once, and the cycle's own work between calls spends none.
 */
public final class Budget {
    private final long total;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private long spent;
    private long since;
    private int underWay;

    private Budget(long total, Ticker ticker) {
        this.total = total;
        this.ticker = ticker;
    }

    public static Budget of(Duration total) {
        return of(total, Ticker.SYSTEM);
    }

    /** @param ticker the one of the clients that will spend it */
    public static Budget of(Duration total, Ticker ticker) {
        if (total.isNegative() || total.isZero()) {
            throw new IllegalArgumentException("A budget must have something in it: got " + total);
        }
        return new Budget(Times.nanos(total), ticker);
    }

    /** One with nothing left: calls fail at once, as those do that come after all of it was spent. */
    public static Budget spent(Duration total, Ticker ticker) {
        Budget budget = of(total, ticker);
        budget.spent = budget.total;
        return budget;
    }

    public Duration total() {
        return Duration.ofNanos(total);
    }

    public Duration remaining() {
        lock.lock();
        try {
            return Duration.ofNanos(remainingAt(ticker.nanos()));
        } finally {
            lock.unlock();
        }
    }

    /** Begins to run, and says how many nanoseconds are left. */
    long enter(long now) {
        lock.lock();
        try {
            if (underWay++ == 0) {
                since = now;
            }
            return remainingAt(now);
        } finally {
            lock.unlock();
        }
    }

    void leave(long now) {
        lock.lock();
        try {
            if (--underWay == 0) {
                spent = Math.min(total, spent + Math.max(0, now - since));
            }
        } finally {
            lock.unlock();
        }
    }

    private long remainingAt(long now) {
        long running = underWay > 0 ? Math.max(0, now - since) : 0;
        return Math.max(0, total - spent - running);
    }
}
