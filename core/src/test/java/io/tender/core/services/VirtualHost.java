package io.tender.core.services;

import io.tender.spi.AllocatorHost;
import io.tender.spi.Chance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A host whose clock moves when told. */
public final class VirtualHost implements AllocatorHost {
    private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparing(Timer::due).thenComparingLong(Timer::number));
    private final Chance chance;
    private Instant now = Instant.EPOCH;
    private Duration ahead = Duration.ZERO;
    private long made;

    private record Timer(Instant due, long number, Runnable turn) {}

    public VirtualHost(Chance chance) {
        this.chance = chance;
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public Instant date() {
        return now.plus(ahead);
    }

    /** Somebody sets the machine's clock, by so much more or less than it was. */
    void setClock(Duration by) {
        ahead = ahead.plus(by);
    }

    @Override
    public void enqueue(Runnable turn) {
        queue.addLast(turn);
    }

    @Override
    public void after(Duration delay, Runnable turn) {
        timers.add(new Timer(now.plus(delay), made++, turn));
    }

    @Override
    public Chance chance() {
        return chance;
    }

    @Override
    public long stopwatch() {
        return 0;
    }

    int timers() {
        return timers.size();
    }

    void settle() {
        for (Runnable turn = queue.poll(); turn != null; turn = queue.poll()) {
            turn.run();
        }
    }

    void advance(Duration by) {
        settle();
        Instant end = now.plus(by);
        for (Timer next = timers.peek(); next != null && !next.due().isAfter(end); next = timers.peek()) {
            now = next.due();
            timers.remove();
            next.turn().run();
            settle();
        }
        now = end;
    }
}
