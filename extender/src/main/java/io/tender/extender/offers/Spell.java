package io.tender.extender.offers;

import io.tender.extender.client.Ticker;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes one spell of the failures of something that fails now and then: it begins with the first of them, and ends with an
 * answer once there has been none for a while. So each can be said once, however often the two take turns in between.
 */
public final class Spell {
    private final Ticker ticker;
    private final long calmNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private long failures;
    private long lastFailure;

    /** @param calm how long nothing may fail before it counts as well again */
    public Spell(Ticker ticker, Duration calm) {
        this.ticker = ticker;
        this.calmNanos = calm.toNanos();
    }

    /** Something has failed; whether a spell begins with that. */
    public boolean failed() {
        lock.lock();
        try {
            lastFailure = ticker.nanos();
            return ++failures == 1;
        } finally {
            lock.unlock();
        }
    }

    /** It has answered; how many failures the spell had which that ends, 0 if it ends none. */
    public long answered() {
        lock.lock();
        try {
            if (failures == 0 || ticker.nanos() - lastFailure < calmNanos) {
                return 0;
            }
            long ended = failures;
            failures = 0;
            return ended;
        } finally {
            lock.unlock();
        }
    }
}
