package io.tender.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What ends by itself after a while unless it is dropped before, such as refused offers: for allocators, which also run at
 * every tick.
 *
 * <p>A host's timer cannot be called off, so a refusal of a year that is overruled after a second must not have asked for
 * one. A tick comes anyway; only for what is due before the tick after the next is a timer asked for, one for all. What
 * was dropped leaves nothing behind.
 *
 * <p>Of a tick and something due at the same instant the older one acts first, as if each had a timer of its own and took
 * two hops through the host's queue, as a tick does that calls for a run. For this, {@link #tickScheduled} is called
 * whenever the next tick is scheduled, {@link #beforeTick} when it has come, and {@link #afterTick} once it has queued
 * its run.
 *
 * @param <T> what ends
 */
public final class Expiries<T> {

    private final AllocatorHost host;
    private final Predicate<T> isDropped;
    private final Consumer<T> atEnd;
    private final TreeMap<Batch, Batch> batches = new TreeMap<>();

    /** When the next tick is due, and how many have been scheduled with it. */
    private Instant tick = Instant.MAX;

    private long ticks;

    /** Nothing that is due later needs a timer yet. */
    private Instant horizon = Instant.MAX;

    /** The earliest timer on its way. */
    private @Nullable Instant armed;

    /**
     * @param isDropped whether it was dropped, of which {@link Batch#noteDropped} was told
     * @param atEnd what is done with those that end by themselves
     */
    public Expiries(AllocatorHost host, Predicate<T> isDropped, Consumer<T> atEnd) {
        this.host = host;
        this.isDropped = isDropped;
        this.atEnd = atEnd;
    }

    /** Those that end after so long, which is more than no time; something is to be added to them at once. */
    public Batch in(Duration length) {
        Batch fresh = new Batch(host.now().plus(length), ticks);
        Batch known = batches.putIfAbsent(fresh, fresh);
        if (known != null) {
            return known;
        }
        if (fresh.due.isBefore(tick)) {
            arm();
        }
        return fresh;
    }

    /** How many different ends lie ahead. */
    public int size() {
        return batches.size();
    }

    /** From here on what begins acts after the tick that was just scheduled, even if both are due at one instant. */
    public void tickScheduled(Duration delay) {
        ticks++;
        tick = host.now().plus(delay);
        horizon = tick.plus(delay);
        arm();
    }

    /** The tick has come: what was due before it acts before it, whether or not its timer has come. */
    public void beforeTick() {
        endAll(batches.headMap(new Batch(tick, ticks)));
    }

    /** The tick has queued what it wanted: what is due with it but is younger acts now. */
    public void afterTick() {
        endAll(batches.headMap(new Batch(tick, Long.MAX_VALUE)));
    }

    private void arm() {
        if (batches.isEmpty()) {
            return;
        }
        Batch first = batches.firstKey();
        boolean comesWithTick = first.due.equals(tick) && first.ticks == ticks;
        if (comesWithTick || first.due.isAfter(horizon) || (armed != null && !first.due.isBefore(armed))) {
            return;
        }
        Instant due = first.due;
        armed = due;
        Duration delay = Duration.between(host.now(), due);
        host.after(delay.isNegative() ? Duration.ZERO : delay, () -> fire(due));
    }

    private void fire(Instant due) {
        if (due.equals(armed)) {
            armed = null;
        }
        // Not what is overdue as well if the host is late: a tick may be due between the two.
        endAll(batches.headMap(new Batch(due, due.equals(tick) ? ticks : Long.MAX_VALUE)));
        arm();
    }

    private void endAll(SortedMap<Batch, Batch> due) {
        for (Batch batch : due.values()) {
            host.enqueue(batch::end);
        }
        due.clear();
    }

    /** What ends together. */
    public final class Batch implements Comparable<Batch> {

        private static final int WORTH_CLEARING = 64;

        private final Instant due;
        private final long ticks;
        private List<T> members = new ArrayList<>(1);
        private int dropped;
        private boolean ended;

        private Batch(Instant due, long ticks) {
            this.due = due;
            this.ticks = ticks;
        }

        public void add(T member) {
            members.add(member);
        }

        /** One of them was dropped, and is forgotten: at once if it was the last, else when most of them were. */
        public void noteDropped() {
            if (ended) {
                return;
            }
            dropped++;
            if (dropped == members.size()) {
                batches.remove(this, this);
                members = new ArrayList<>(1);
                dropped = 0;
            } else if (dropped > WORTH_CLEARING && dropped * 2 > members.size()) {
                members.removeIf(isDropped);
                dropped = 0;
            }
        }

        private void end() {
            ended = true;
            List<T> all = members;
            members = List.of();
            for (T member : all) {
                if (!isDropped.test(member)) {
                    atEnd.accept(member);
                }
            }
        }

        /** By when they end; of those that end together, by how many ticks had been scheduled when they began. */
        @Override
        public int compareTo(Batch other) {
            int byDue = due.compareTo(other.due);
            return byDue != 0 ? byDue : Long.compare(ticks, other.ticks);
        }
    }
}
