package io.tender.extender.offers;

import io.tender.extender.client.Ticker;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tells when something begins to fail and when it is back, each time that changes and only then. What fails again soon after it
 * came back is unsteady, and then nothing is told until it has been well for a while: of what fails now and then there would
 * else be no end.
 */
public final class Spell {

    /** What there is to tell. */
    public enum Turn {
        NONE,
        FAILS,
        /** It had come back a little before; until {@link #STEADY} no more is told. */
        FAILS_AGAIN,
        BACK,
        /** It was unsteady and has not failed for a while. */
        STEADY
    }

    private enum State {
        WELL,
        FAILING,
        /** It answers again, and has not done so for long. */
        BACK,
        UNSTEADY
    }

    private final Ticker ticker;
    private final long calmNanos;
    private final ReentrantLock lock = new ReentrantLock();
    /** Changed under the lock; while all is well it is looked at without. */
    private volatile State state = State.WELL;

    private volatile long failures;
    private long lastFailure;

    /** @param calm how long nothing may fail before it counts as steady */
    public Spell(Ticker ticker, Duration calm) {
        this.ticker = ticker;
        this.calmNanos = calm.toNanos();
    }

    /** Something has failed. */
    public Turn failed() {
        lock.lock();
        try {
            long now = ticker.nanos();
            State before = state;
            boolean again = before == State.BACK && now - lastFailure < calmNanos;
            boolean known = before == State.FAILING || before == State.UNSTEADY;
            failures = again || known ? failures + 1 : 1;
            lastFailure = now;
            if (known) {
                return Turn.NONE;
            }
            state = again ? State.UNSTEADY : State.FAILING;
            return again ? Turn.FAILS_AGAIN : Turn.FAILS;
        } finally {
            lock.unlock();
        }
    }

    /** It has answered. */
    public Turn answered() {
        if (isWell()) {
            return Turn.NONE;
        }
        lock.lock();
        try {
            boolean calm = ticker.nanos() - lastFailure >= calmNanos;
            return switch (state) {
                case FAILING -> {
                    state = State.BACK;
                    yield Turn.BACK;
                }
                case BACK -> {
                    state = calm ? State.WELL : State.BACK;
                    yield Turn.NONE;
                }
                case UNSTEADY -> {
                    state = calm ? State.WELL : State.UNSTEADY;
                    yield calm ? Turn.STEADY : Turn.NONE;
                }
                case WELL -> Turn.NONE;
            };
        } finally {
            lock.unlock();
        }
    }

    /** Whether it has not failed for long, as far as is known. */
    public boolean isWell() {
        return state == State.WELL;
    }

    /** How often it failed in all, since it began to. */
    public long failures() {
        return failures;
    }
}
