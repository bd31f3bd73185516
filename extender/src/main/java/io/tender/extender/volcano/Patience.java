package io.tender.extender.volcano;

import io.tender.extender.client.Ticker;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How long all extenders together may let one session wait in vain: for calls that end without an answer. Each has a budget
 * of its own, and budgets of several that hang would add up. Calls made at the same time count once. Used from many threads.
 */
final class Patience {
    private final Duration total;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private long left;
    private long countedUntil;

    Patience(Duration total, Ticker ticker) {
        this.total = total;
        this.ticker = ticker;
        this.left = total.toNanos();
        this.countedUntil = ticker.nanos();
    }

    Duration total() {
        return total;
    }

    /**
     * Such a call has just ended.
     *
     * @return how many nanoseconds of it count, since they were counted for no other call
     */
    long waitedInVain(Duration latency) {
        lock.lock();
        try {
            long now = ticker.nanos();
            long counted = Math.clamp(now - countedUntil, 0, latency.toNanos());
            countedUntil = now;
            left -= counted;
            return counted;
        } finally {
            lock.unlock();
        }
    }

    boolean isSpent() {
        lock.lock();
        try {
            return left <= 0;
        } finally {
            lock.unlock();
        }
    }
}
