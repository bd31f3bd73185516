package io.tender.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What ends by itself after a while unless it is dropped before, such as refused offers: for allocators, which also run at
 * every tick.
 *
 * <p>A host's timer cannot be called off, so a refusal of a year that is overruled after a second must not have asked for
 * one. A timer is asked for only when the end is no more than {@value #TICKS_AHEAD} intervals away; until then the ticks,
 * which come anyway, see to it. What was dropped leaves nothing behind, or for so long a timer that does nothing.
 *
 * <p>Of a tick and something due at the same instant the older one acts first: the end takes two hops through the host's
 * queue, as a tick does that calls for a run. For this, {@link #tickScheduled} is called whenever the next tick has been
 * scheduled.
 *
 * @param <T> what ends
 */
public final class Expiries<T> {

    private static final int TICKS_AHEAD = 8;

    private final AllocatorHost host;
    private final Predicate<T> isDropped;
    private final Consumer<T> atEnd;
    private final TreeMap<Batch, Batch> batches = new TreeMap<>();

    /** How many ticks have been scheduled. */
    private long ticks;

    /** All that is due by then has a timer. */
    private Instant horizon = Instant.MIN;

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
        if (!fresh.due.isAfter(horizon)) {
            askForTimer(fresh);
        }
        return fresh;
    }

    /** How many different ends lie ahead. */
    public int size() {
        return batches.size();
    }

    /** From here on what begins acts after the tick that was just scheduled, even if both are due at one instant. */
    public void tickScheduled(Duration interval) {
        ticks++;
        Instant ahead = host.now().plus(interval.multipliedBy(TICKS_AHEAD));
        if (ahead.isAfter(horizon)) {
            Batch last = new Batch(horizon, Long.MAX_VALUE);
            horizon = ahead;
            batches.subMap(last, false, new Batch(horizon, Long.MAX_VALUE), true)
                    .values()
                    .forEach(this::askForTimer);
        }
    }

    private void askForTimer(Batch batch) {
        host.after(Duration.between(host.now(), batch.due), () -> {
            if (batches.remove(batch, batch)) {
                host.enqueue(batch::end);
            }
        });
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
