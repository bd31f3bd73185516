package io.tender.extender.volcano;

import io.tender.extender.client.Ticker;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How long all extenders together may let one session wait in vain: for calls that end without an answer. Each has a budget
 * of its own, and budgets of several that hang would add up. Calls made at the same time count once. Used from many threads.
 */
final class Patience {
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    /** The largest budget of those that hang: how long those that answer may take is nothing to those that do not. */
    private Duration total = Duration.ZERO;

    private long waited;
    private long countedUntil;

    Patience(Ticker ticker) {
        this.ticker = ticker;
        this.countedUntil = ticker.nanos();
    }

    /** One extender's part in it. */
    final class Part {
        private final Duration timeout;
        private final Duration budget;
        private long waitedForIt;
        private boolean givenUp;

        private Part(Duration timeout, Duration budget) {
            this.timeout = timeout;
            this.budget = budget;
        }

        /** A call has just ended that brought no answer. */
        void waitedInVain(Duration latency) {
            lock.lock();
            try {
                long now = ticker.nanos();
                long counted = Math.clamp(now - countedUntil, 0, latency.toNanos());
                countedUntil = now;
                waited += counted;
                waitedForIt += counted;
                if (hangs() && budget.compareTo(total) > 0) {
                    total = budget;
                }
            } finally {
                lock.unlock();
            }
        }

        /** What failed at once, as of one that answers otherwise, is no hanging. */
        private boolean hangs() {
            return 2 * waitedForIt >= timeout.toNanos();
        }

        /**
         * Whether it had a part in it that the session has waited in vain for as long as it will. That stays so, though others that
         * hang may have more time: it would hear how a session ends of which it has missed the middle.
         */
        boolean isGivenUp() {
            lock.lock();
            try {
                givenUp |= hangs() && waited >= total.toNanos();
                return givenUp;
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * @param timeout how long one of its calls may take
     * @param budget and all of them together
     */
    Part part(Duration timeout, Duration budget) {
        return new Part(timeout, budget);
    }

    /** How long a session waits in vain for those that hang so far. */
    Duration total() {
        lock.lock();
        try {
            return total;
        } finally {
            lock.unlock();
        }
    }
}
