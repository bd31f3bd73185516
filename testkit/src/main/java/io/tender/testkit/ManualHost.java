package io.tender.testkit;

import io.tender.spi.AllocatorHost;
import io.tender.spi.Chance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A host whose clock moves only when told and whose queue runs only when drained, so that a test owns time and order. */
public final class ManualHost implements AllocatorHost {

    /** More turns than any test needs in one go; reaching it means that turns breed turns. */
    private static final long MOST_TURNS_PER_DRAIN = 10_000_000;

    private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparing(Timer::due).thenComparingLong(Timer::number));
    private final Chance chance;
    private Instant now;
    private Duration ahead = Duration.ZERO;
    private long timersMade;

    private record Timer(Instant due, long number, Runnable turn) {}

    public ManualHost(long seed) {
        this(Chance.seeded(seed), Instant.EPOCH);
    }

    public ManualHost(Chance chance, Instant start) {
        this.chance = chance;
        this.now = start;
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public Instant date() {
        return now.plus(ahead);
    }

    /** Somebody sets the machine's clock, by so much more or less than it was; time goes on as before. */
    public void setClock(Duration by) {
        ahead = ahead.plus(by);
    }

    @Override
    public void enqueue(Runnable turn) {
        queue.addLast(turn);
    }

    @Override
    public void after(Duration delay, Runnable turn) {
        timers.add(new Timer(now.plus(delay), timersMade++, turn));
    }

    @Override
    public Chance chance() {
        return chance;
    }

    @Override
    public long stopwatch() {
        return System.nanoTime();
    }

    /** How many turns are waiting. */
    public int queued() {
        return queue.size();
    }

    /** How many timers are on their way. */
    public int timers() {
        return timers.size();
    }

    /** Runs what is queued, and what that queues in turn, until nothing is left. The clock stands still. */
    public void settle() {
        long turns = 0;
        for (Runnable turn = queue.poll(); turn != null; turn = queue.poll()) {
            turn.run();
            if (++turns > MOST_TURNS_PER_DRAIN) {
                throw new IllegalStateException("the queue does not drain: " + turns + " turns so far, " + queue.size()
                        + " waiting; a turn probably queues itself again without end");
            }
        }
    }

    /** Moves the clock on, stopping at each timer that falls due and settling there. */
    public void advance(Duration by) {
        settle();
        Instant end = now.plus(by);
        for (Timer next = timers.peek(); next != null && !next.due().isAfter(end); next = timers.peek()) {
            now = next.due();
            // All that is due at one instant is queued before any of it runs, in order of creation.
            for (Timer due = next; due != null && due.due().equals(now); due = timers.peek()) {
                timers.remove();
                enqueue(due.turn());
            }
            settle();
        }
        now = end;
    }
}
