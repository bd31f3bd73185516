package io.tender.runtime;

import io.tender.spi.AllocatorHost;
import io.tender.spi.Chance;
import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that takes turns in order, and the timer that queues some of them later.
 *
 * <p>What comes from outside is bounded: a caller that is too fast waits at the door until there is room. What a turn
 * queues itself is not, since the thread must never wait for itself.
 *
 * <p>{@link #enqueue} may be called from any thread and never waits; {@link #after} only on a turn.
 */
public final class Mailbox implements AllocatorHost, AutoCloseable {

    /** Calls from outside that may wait; far more than any burst of a large cluster. */
    public static final int MOST_WAITING = 1_000_000;

    /** Timers beyond this never fall due in practice, and sums with them cannot overflow. */
    private static final Duration LONGEST_DELAY = Duration.ofDays(100 * 365);

    private static final Logger LOG = LoggerFactory.getLogger(Mailbox.class);

    private final LinkedBlockingQueue<Turn> turns = new LinkedBlockingQueue<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final ActorClock clock;
    private final Chance chance;
    private final Consumer<Throwable> onFailure;
    private final int mostWaiting;
    private final Semaphore room;
    private final Thread thread;
    private final SteadyClock steady;
    private Instant now;
    private Instant date;
    private long timersMade;
    private Runnable afterTurn = Mailbox::nothing;
    private volatile boolean closed;
    private volatile boolean ended;

    /**
     * Something to do.
     *
     * @param fromOutside whether it took up room at the door
     * @param dropped what to do instead if it is never run
     */
    private record Turn(Runnable call, boolean fromOutside, Runnable dropped) {}

    private record Timer(long due, long number, Runnable call) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            // By difference: the running count may start anywhere, also just below its overflow.
            int byDue = Long.signum(due - other.due);
            return byDue != 0 ? byDue : Long.compare(number, other.number);
        }
    }

    /**
     * @param onFailure told of turns that throw, on this thread
     * @param mostWaiting how many calls from outside may wait
     */
    public Mailbox(String name, ActorClock clock, Chance chance, Consumer<Throwable> onFailure, int mostWaiting) {
        this.clock = clock;
        this.chance = chance;
        this.onFailure = onFailure;
        this.mostWaiting = mostWaiting;
        this.room = new Semaphore(mostWaiting);
        this.steady = SteadyClock.of(clock);
        this.now = steady.instant();
        this.date = clock.now();
        this.thread = Thread.ofPlatform().name(name).daemon(true).unstarted(this::loop);
    }

    /** Has something done after each turn that did not fail, as part of it; to be called before {@link #start}. */
    public void afterEachTurn(Runnable hook) {
        afterTurn = hook;
    }

    public void start() {
        thread.start();
    }

    void post(Runnable call) {
        post(call, Mailbox::nothing);
    }

    /** Queues a call from outside; waits while too many are waiting already. */
    void post(Runnable call, Runnable dropped) {
        if (closed) {
            throw new IllegalStateException("the allocator is closed: create a new one");
        }
        boolean fromOutside = !isOwnThread();
        if (fromOutside) {
            room.acquireUninterruptibly();
        }
        turns.add(new Turn(call, fromOutside, dropped));
        if (ended) {
            // The thread may have looked for what is left just before this call was queued.
            dropWaiting();
        }
    }

    /**
     * Queues a call from outside unless too many are waiting already.
     *
     * @param dropped what to do instead if it was queued and is never run
     * @return whether it was queued
     */
    public boolean tryPost(Runnable call, Runnable dropped) {
        boolean fromOutside = !isOwnThread();
        if (closed || (fromOutside && !room.tryAcquire())) {
            return false;
        }
        turns.add(new Turn(call, fromOutside, dropped));
        if (ended) {
            dropWaiting();
        }
        return true;
    }

    private boolean isOwnThread() {
        return Thread.currentThread().equals(thread);
    }

    private static void nothing() {}

    /** How many turns wait. */
    public int waiting() {
        return turns.size();
    }

    /**
     * Runs something, as a turn, once nothing else is left to do: no turn waits, no timer is due.
     *
     * @param dropped what to do instead if that is never so
     */
    public void whenIdle(Runnable then, Runnable dropped) {
        post(() -> checkIdle(then, dropped), dropped);
    }

    private void checkIdle(Runnable then, Runnable dropped) {
        Timer first = timers.peek();
        if (turns.isEmpty() && (first == null || first.due() - clock.nanos() > 0)) {
            then.run();
        } else {
            turns.add(new Turn(() -> checkIdle(then, dropped), false, dropped));
        }
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public Instant date() {
        return date;
    }

    @Override
    public void enqueue(Runnable turn) {
        turns.add(new Turn(turn, false, Mailbox::nothing));
    }

    @Override
    public void after(Duration delay, Runnable turn) {
        Duration bounded = delay.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : delay;
        timers.add(new Timer(clock.nanos() + bounded.toNanos(), timersMade++, turn));
    }

    @Override
    public Chance chance() {
        return chance;
    }

    @Override
    public long stopwatch() {
        return System.nanoTime();
    }

    private void loop() {
        while (!closed) {
            takeTurn();
        }
        ended = true;
        dropWaiting();
        // Whoever waits at the door goes through now, sees that it has ended and drops its own call.
        room.release(mostWaiting);
    }

    private void takeTurn() {
        try {
            Turn turn = next();
            if (turn != null) {
                if (turn.fromOutside()) {
                    room.release();
                }
                now = steady.instant();
                date = clock.now();
                turn.call().run();
                afterTurn.run();
            }
        } catch (InterruptedException interrupted) {
            // Some callback interrupted this thread. Only close() ends it, so the interrupt ends here.
            LOG.debug("an interrupt of the allocator's thread was ignored", interrupted);
        } catch (RuntimeException | Error failure) {
            tell(failure);
        }
    }

    private void tell(Throwable failure) {
        try {
            onFailure.accept(failure);
        } catch (RuntimeException | Error another) {
            another.addSuppressed(failure);
            LOG.error("the listener failed when it was told of a failure", another);
        }
    }

    private @Nullable Turn next() throws InterruptedException {
        for (Timer first = timers.peek(); first != null; first = timers.peek()) {
            long wait = first.due() - clock.nanos();
            if (wait > 0) {
                return turns.poll(clock.realNanos(wait), TimeUnit.NANOSECONDS);
            }
            timers.remove();
            enqueue(first.call());
        }
        return turns.take();
    }

    /** Ends the thread after the turn it is in; what still waits is dropped. */
    @Override
    public void close() {
        closed = true;
        // Wakes the thread if it waits. It is not interrupted: that would reach into a callback that is under way.
        enqueue(Mailbox::nothing);
        if (!isOwnThread()) {
            awaitEnd();
        }
    }

    private void awaitEnd() {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void dropWaiting() {
        for (Turn turn = turns.poll(); turn != null; turn = turns.poll()) {
            if (turn.fromOutside()) {
                room.release();
            }
            turn.dropped().run();
        }
    }
}
