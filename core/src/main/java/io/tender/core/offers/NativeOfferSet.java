package io.tender.core.offers;

import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps offers in the order of a comparator; the set a scheduler has unless it is told otherwise.
 *
 * <p>The order lives in an array that is never changed once somebody may iterate it: what left is marked and passed
 * over, what came is merged in when the order is next asked for. Adding and removing cost nothing but a mark, and the
 * merge is a copy of pointers, which at ten thousand offers is far cheaper than a tree's rebalancing per change.
 */
public final class NativeOfferSet implements OfferSet {

    private static final Entry[] NONE = {};

    private final Function<HostOffer, Entry> entry;
    private final Comparator<Entry> order;
    private final Map<OfferId, Entry> byId = new HashMap<>();
    private final List<Entry> arrived = new ArrayList<>();
    private Entry[] sorted = NONE;
    private int gone;

    /** An offer with what it is compared by, worked out once. */
    private static final class Entry {
        final HostOffer offer;
        final long[] keys;
        boolean gone;

        Entry(HostOffer offer, long[] keys) {
            this.offer = offer;
            this.keys = keys;
        }
    }

    public NativeOfferSet(Comparator<HostOffer> order) {
        if (order instanceof NativeOrder known) {
            this.entry = offer -> new Entry(offer, known.keysOf(offer));
            this.order = NativeOfferSet::compareKeys;
        } else {
            this.entry = offer -> new Entry(offer, new long[0]);
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

    @Override
    public void add(HostOffer offer) {
        remove(offer);
        Entry added = entry.apply(offer);
        byId.put(offer.id(), added);
        arrived.add(added);
    }

    @Override
    public void remove(HostOffer offer) {
        Entry removed = byId.remove(offer.id());
        if (removed != null) {
            removed.gone = true;
            gone++;
        }
    }

    @Override
    public int size() {
        return byId.size();
    }

    @Override
    public void clear() {
        byId.values().forEach(held -> held.gone = true);
        byId.clear();
        arrived.clear();
        sorted = NONE;
        gone = 0;
    }

    @Override
    public Collection<HostOffer> values() {
        List<HostOffer> all = new ArrayList<>(byId.size());
        ordered().forEach(all::add);
        return all;
    }

    @Override
    public Iterable<HostOffer> getOrdered(OfferQuery query) {
        return ordered();
    }

    /** All offers, best first; what leaves while it is iterated is passed over, what comes is not seen. */
    public Iterable<HostOffer> ordered() {
        if (!arrived.isEmpty() || gone > sorted.length / 4) {
            merge();
        }
        Entry[] current = sorted;
        return () -> new Present(current);
    }

    private void merge() {
        arrived.removeIf(added -> added.gone);
        arrived.sort(order);
        Entry[] merged = new Entry[byId.size()];
        int next = 0;
        int fresh = 0;
        for (Entry old : sorted) {
            if (old.gone) {
                continue;
            }
            while (fresh < arrived.size() && order.compare(arrived.get(fresh), old) < 0) {
                merged[next++] = arrived.get(fresh++);
            }
            merged[next++] = old;
        }
        while (fresh < arrived.size()) {
            merged[next++] = arrived.get(fresh++);
        }
        arrived.clear();
        sorted = merged;
        gone = 0;
    }

    /** Walks an order, passing over what has left. */
    private static final class Present implements Iterator<HostOffer> {
        private final Entry[] entries;
        private int next;
        private @Nullable HostOffer found;

        Present(Entry[] entries) {
            this.entries = entries;
        }

        @Override
        public boolean hasNext() {
            while (found == null && next < entries.length) {
                Entry candidate = entries[next++];
                found = candidate.gone ? null : candidate.offer;
            }
            return found != null;
        }

        @Override
        public HostOffer next() {
            if (!hasNext() || found == null) {
                throw new NoSuchElementException();
            }
            HostOffer offer = found;
            found = null;
            return offer;
        }
    }
}
