package io.tender.extender.client;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One call under way: how far it is, how long it may last, and what must be torn down when its time is up.
 *
 * <p>The calling thread attaches whatever it is about to wait in. When the time is up, or the client closes, another
 * thread severs that; from then on nothing can be attached any more.
 */
final class Flight {
    /** Stands in for what is attached, once nothing can be. */
    private enum End implements Severable {
        EXPIRED,
        SHUT;

        @Override
        public void sever() {
            // It is over already.
        }
    }

    /** How often a call that waits for what others wait for too looks whether it should stop. */
    private static final long LOOK_UP = TimeUnit.MILLISECONDS.toNanos(20);

    private final Ticker ticker;
    private final long start;
    private final long end;
    private final AtomicReference<@Nullable Severable> attached = new AtomicReference<>();
    private final AtomicLong sent = new AtomicLong();
    private volatile Phase phase = Phase.QUEUED;
    private volatile OptionalLong admittedAt = OptionalLong.empty();

    Flight(Ticker ticker, long start, long end) {
        this.ticker = ticker;
        this.start = start;
        this.end = end;
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    Phase phase() {
        return phase;
    }

    void enter(Phase next) {
        phase = next;
    }

    /** Its turn has come. */
    void admitted() {
        admittedAt = OptionalLong.of(ticker.nanos());
    }

    /** Whether the peer had at least half of the call's own time: waiting for its turn is not its fault. */
    boolean hadFairChance(long own) {
        return admittedAt.isPresent() && end - admittedAt.getAsLong() >= own / 2;
    }

    /** Nanoseconds left; 0 or less when time is up. */
    long remaining() {
        return end - ticker.nanos();
    }

    Duration elapsed() {
        return Duration.ofNanos(Math.max(0, ticker.nanos() - start));
    }

    /** Whether time is up, also when the watchdog has not noticed yet. */
    boolean isOver() {
        return attached.get() == End.EXPIRED || remaining() <= 0;
    }

    boolean isShut() {
        return attached.get() == End.SHUT;
    }

    void checkTime() throws DeadlinePassed {
        if (isOver()) {
            throw new DeadlinePassed();
        }
    }

    /** Waits for what another thread brings, and leaves it alone when time is up: others may wait for it too. */
    <T> T await(CompletableFuture<T> coming) throws IOException, ExecutionException, InterruptedException {
        boolean came = false;
        while (!came) {
            if (isOver() || isShut()) {
                throw new DeadlinePassed();
            }
            try {
                coming.get(Math.min(LOOK_UP, Math.max(0, remaining())), TimeUnit.NANOSECONDS);
                came = true;
            } catch (TimeoutException notYet) {
                // Looks at its own end, then waits on.
                came = false;
            }
        }
        return coming.get();
    }

    /** Bytes of bodies that went out, over all tries. */
    void sent(long bytes) {
        sent.addAndGet(bytes);
    }

    long sent() {
        return sent.get();
    }

    /** From now on this is torn down when time is up; it is torn down at once if it already is. */
    void attach(Severable what) throws DeadlinePassed {
        Severable before = attached.get();
        while (!(before instanceof End)) {
            if (attached.compareAndSet(before, what)) {
                return;
            }
            before = attached.get();
        }
        what.sever();
        throw new DeadlinePassed();
    }

    /** Gives it back unharmed; false when it has been severed, or may be at any moment. */
    boolean detach(Severable what) {
        return attached.compareAndSet(what, null);
    }

    void expire() {
        end(End.EXPIRED);
    }

    void shut() {
        end(End.SHUT);
    }

    private void end(End how) {
        Severable before = attached.get();
        while (!(before instanceof End)) {
            if (attached.compareAndSet(before, how)) {
                if (before != null) {
                    before.sever();
                }
                return;
            }
            before = attached.get();
        }
    }
}
