package io.tender.extender.client;

import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Leaves an extender alone that fails: a state machine that is told the time with every step.
 *
 * <p>Closed, it looks at the last calls and opens when too many of them failed. Open, it refuses everything for a while.
 * Then it lets a few probes through: it closes when all succeed, and opens for twice as long when one fails. The result
 * of a call that began in an earlier state says nothing about the present one and is ignored.
 */
final class Breaker {
    /** Whether a call may go ahead. */
    sealed interface Admission {}

    /** It may; its result is to be reported with this. */
    record Admitted(long epoch) implements Admission {}

    /** It may not, and should not ask again before the tick. */
    record Refused(long retryAt) implements Admission {}

    /** A step from one state to another, worth a line in the log. */
    record Change(BreakerState from, BreakerState to, int failed, int looked, long openNanos) {}

    private final BreakerSettings settings;
    private final ReentrantLock lock = new ReentrantLock();
    /** The last calls, as a ring: a set bit is a failure. */
    private final BitSet failures;

    private int position;
    private int seen;
    private BreakerState state = BreakerState.CLOSED;
    /** Counts changes of state, so that results from before a change can be told apart. */
    private long epoch;

    private long openUntil;
    private long openNanos;
    private int probesOut;
    private int probesGood;

    Breaker(BreakerSettings settings) {
        this.settings = settings;
        this.failures = new BitSet(settings.window());
    }

    BreakerState state() {
        lock.lock();
        try {
            return state;
        } finally {
            lock.unlock();
        }
    }

    /** The change is told when asking made one: an open breaker becomes half-open for whoever comes first. */
    record Asked(Admission admission, Optional<Change> change) {}

    Asked ask(long now) {
        lock.lock();
        try {
            return switch (state) {
                case CLOSED -> new Asked(new Admitted(epoch), Optional.empty());
                case OPEN -> {
                    if (openUntil - now > 0) {
                        yield new Asked(new Refused(openUntil), Optional.empty());
                    }
                    Change change = moveTo(BreakerState.HALF_OPEN);
                    probesGood = 0;
                    probesOut = 1;
                    yield new Asked(new Admitted(epoch), Optional.of(change));
                }
                case HALF_OPEN -> {
                    if (probesOut + probesGood >= settings.probes()) {
                        yield new Asked(new Refused(now), Optional.empty());
                    }
                    probesOut++;
                    yield new Asked(new Admitted(epoch), Optional.empty());
                }
            };
        } finally {
            lock.unlock();
        }
    }

    /** Whether a call that asked now would be refused, without asking. */
    Optional<Refused> refusal(long now) {
        lock.lock();
        try {
            boolean refused = switch (state) {
                case CLOSED -> false;
                case OPEN -> openUntil - now > 0;
                case HALF_OPEN -> probesOut + probesGood >= settings.probes();
            };
            return refused ? Optional.of(new Refused(state == BreakerState.OPEN ? openUntil : now)) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    Optional<Change> succeeded(Admitted call) {
        lock.lock();
        try {
            if (call.epoch() != epoch || state == BreakerState.OPEN) {
                return Optional.empty();
            }
            if (state == BreakerState.CLOSED) {
                note(false);
                return Optional.empty();
            }
            probesOut--;
            probesGood++;
            if (probesGood < settings.probes()) {
                return Optional.empty();
            }
            openNanos = 0;
            failures.clear();
            position = 0;
            seen = 0;
            return Optional.of(moveTo(BreakerState.CLOSED));
        } finally {
            lock.unlock();
        }
    }

    Optional<Change> failed(Admitted call, long now) {
        lock.lock();
        try {
            if (call.epoch() != epoch || state == BreakerState.OPEN || !settings.enabled()) {
                return Optional.empty();
            }
            if (state == BreakerState.CLOSED) {
                note(true);
                boolean enough = seen >= settings.fewestCalls();
                boolean bad = failures.cardinality() * 100L >= (long) settings.failurePercent() * seen;
                return enough && bad ? Optional.of(open(now)) : Optional.empty();
            }
            return Optional.of(open(now));
        } finally {
            lock.unlock();
        }
    }

    /** The call ended in a way that says nothing about the peer; a probe's place is given back. */
    void forgotten(Admitted call) {
        lock.lock();
        try {
            if (call.epoch() == epoch && state == BreakerState.HALF_OPEN) {
                probesOut--;
            }
        } finally {
            lock.unlock();
        }
    }

    private void note(boolean failure) {
        failures.set(position, failure);
        position = (position + 1) % settings.window();
        seen = Math.min(seen + 1, settings.window());
    }

    private Change open(long now) {
        long longest = Times.nanos(settings.longestOpen());
        openNanos = openNanos == 0 ? Times.nanos(settings.firstOpen()) : Math.min(longest, openNanos * 2);
        openUntil = now + openNanos;
        return moveTo(BreakerState.OPEN);
    }

    private Change moveTo(BreakerState next) {
        Change change = new Change(state, next, failures.cardinality(), seen, openNanos);
        state = next;
        epoch++;
        return change;
    }
}
