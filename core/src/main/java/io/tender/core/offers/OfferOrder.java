package io.tender.core.offers;

import io.tender.model.service.HostOffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps offers in the order of a comparator, each with whatever its holder knows of it.
 *
 * <p>The order lives in an array that is never changed once somebody may iterate it: what left is marked and passed
 * over, what came is merged in when the order is next asked for. Adding and removing cost nothing but a mark, and the
 * merge is a copy of pointers and a few comparisons for each that came, which at ten thousand offers is far cheaper than a
 * tree's rebalancing per change.
 */
public final class OfferOrder<E extends OfferOrder.Entry> {
    private static final long[] NO_KEYS = {};
    /** So many that left are kept in any case. */
    private static final int FEW = 100;

    private final Function<HostOffer, long[]> keys;
    private final Comparator<Entry> order;
    private final List<E> arrived = new ArrayList<>();
    /** Those there were at the last merge, some of which have left. */
    private Entry[] sorted = {};

    private int size;
    private int gone;

    /** An offer in an order; of one order, and only once. */
    public abstract static class Entry {
        public final HostOffer offer;
        /** What it is compared by, worked out once. */
        private long[] keys = NO_KEYS;

        private boolean gone;

        protected Entry(HostOffer offer) {
            this.offer = offer;
        }
    }

    public OfferOrder(Comparator<HostOffer> order) {
        if (order instanceof NativeOrder known) {
            this.keys = known::keysOf;
            this.order = OfferOrder::compareKeys;
        } else {
            this.keys = offer -> NO_KEYS;
            this.order = (a, b) -> {
                int first = order.compare(a.offer, b.offer);
                return first != 0 ? first : a.offer.id().compareTo(b.offer.id());
            };
        }
    }

    private static int compareKeys(Entry a, Entry b) {
        int first = Arrays.compare(a.keys, b.keys);
        return first != 0 ? first : a.offer.id().compareTo(b.offer.id());
    }

    public void add(E entry) {
        Entry added = entry;
        added.keys = keys.apply(added.offer);
        added.gone = false;
        arrived.add(entry);
        size++;
    }

    /** Lets one go that was added and has not been let go since. */
    public void remove(E entry) {
        Entry removed = entry;
        removed.gone = true;
        gone++;
        size--;
        if (gone > FEW && gone > 2 * size) {
            // While nobody asks for the order, offers may come and go for days.
            forgetGone();
        }
    }

    private void forgetGone() {
        arrived.removeIf(added -> ((Entry) added).gone);
        sorted = Arrays.stream(sorted).filter(old -> !old.gone).toArray(Entry[]::new);
        gone = 0;
    }

    /** Entries that are kept here, those that left among them. */
    int kept() {
        return arrived.size() + sorted.length;
    }

    public void clear() {
        for (Entry entry : sorted) {
            entry.gone = true;
        }
        arrived.forEach(entry -> ((Entry) entry).gone = true);
        arrived.clear();
        sorted = new Entry[0];
        size = 0;
        gone = 0;
    }

    /** All offers, best first; what leaves while it is iterated is passed over, what comes is not seen. */
    public Iterable<E> inOrder() {
        if (!arrived.isEmpty() || gone > sorted.length / 4) {
            merge();
        }
        Entry[] current = sorted;
        return () -> new Present<>(current);
    }

    private void merge() {
        arrived.removeIf(added -> ((Entry) added).gone);
        arrived.sort(order);
        Entry[] merged = new Entry[size];
        int end = 0;
        for (Entry old : sorted) {
            if (!old.gone) {
                merged[end++] = old;
            }
        }
        // From the last to the first, so that each that stays is moved to its place once.
        for (int fresh = arrived.size() - 1; fresh >= 0; fresh--) {
            Entry added = arrived.get(fresh);
            int place = placeOf(added, merged, end);
            System.arraycopy(merged, place, merged, place + fresh + 1, end - place);
            merged[place + fresh] = added;
            end = place;
        }
        arrived.clear();
        sorted = merged;
        gone = 0;
    }

    /** Where an entry belongs. What comes together often belongs together, so it is looked for from the end, in growing steps. */
    private int placeOf(Entry added, Entry[] among, int end) {
        int high = end;
        int step = 1;
        while (high > 0 && order.compare(added, among[Math.max(0, high - step)]) < 0) {
            high = Math.max(0, high - step);
            step *= 2;
        }
        int low = Math.max(0, high - step);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (order.compare(added, among[middle]) < 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Walks an order, passing over what has left. */
    private static final class Present<E extends Entry> implements Iterator<E> {
        private final Entry[] entries;
        private int next;
        private @Nullable Entry found;

        Present(Entry[] entries) {
            this.entries = entries;
        }

        @Override
        public boolean hasNext() {
            while (found == null && next < entries.length) {
                Entry candidate = entries[next++];
                found = candidate.gone ? null : candidate;
            }
            return found != null;
        }

        @Override
        @SuppressWarnings("unchecked") // nothing but what was added is in it
        public E next() {
            if (!hasNext() || found == null) {
                throw new NoSuchElementException();
            }
            E entry = (E) found;
            found = null;
            return entry;
        }
    }
}
