package io.tender.core.offers;

import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Keeps offers in the order of a comparator; the set a scheduler has unless it is told otherwise. */
public final class NativeOfferSet implements OfferSet {

    private final OfferOrder<Entry> order;
    private final Map<OfferId, Entry> byId = new HashMap<>();

    private static final class Entry extends OfferOrder.Entry {
        Entry(HostOffer offer) {
            super(offer);
        }
    }

    public NativeOfferSet(Comparator<HostOffer> order) {
        this.order = new OfferOrder<>(order);
    }

    @Override
    public void add(HostOffer offer) {
        remove(offer);
        Entry added = new Entry(offer);
        byId.put(offer.id(), added);
        order.add(added);
    }

    @Override
    public void remove(HostOffer offer) {
        Entry removed = byId.remove(offer.id());
        if (removed != null) {
            order.remove(removed);
        }
    }

    @Override
    public int size() {
        return byId.size();
    }

    @Override
    public void clear() {
        byId.clear();
        order.clear();
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
        Iterable<Entry> entries = order.inOrder();
        return () -> new Offers(entries.iterator());
    }

    private record Offers(Iterator<Entry> entries) implements Iterator<HostOffer> {
        @Override
        public boolean hasNext() {
            return entries.hasNext();
        }

        @Override
        public HostOffer next() {
            return entries.next().offer;
        }
    }
}
