package io.tender.extender.offers;

import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

/** All offers in native order: what decides while the service is a shadow of nobody else. */
public final class NativelyHeld implements OfferSet {
    private final Map<OfferId, HostOffer> byId = new ConcurrentHashMap<>();
    private final ConcurrentSkipListSet<HostOffer> ordered;

    public NativelyHeld(Comparator<HostOffer> order) {
        this.ordered = new ConcurrentSkipListSet<>(order.thenComparing(HostOffer::id));
    }

    @Override
    public void add(HostOffer offer) {
        remove(offer);
        byId.put(offer.id(), offer);
        ordered.add(offer);
    }

    @Override
    public void remove(HostOffer offer) {
        HostOffer known = byId.remove(offer.id());
        if (known != null) {
            ordered.remove(known);
        }
    }

    @Override
    public int size() {
        return byId.size();
    }

    @Override
    public void clear() {
        byId.clear();
        ordered.clear();
    }

    @Override
    public Collection<HostOffer> values() {
        return List.copyOf(ordered);
    }

    /** What leaves while it is walked is passed over by whoever walks it. */
    @Override
    public Iterable<HostOffer> getOrdered(OfferQuery query) {
        return ordered;
    }
}
