package io.tender.examples;

import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tries machines first on which few tasks are being started, because a container daemon copes with a few at a time. */
final class QuietHostsFirst implements OfferSet {
    private final Map<OfferId, HostOffer> held = new LinkedHashMap<>();
    private final Comparator<HostOffer> order;

    QuietHostsFirst(OfferSetSetup setup, int tolerated) {
        // Up to the tolerated number all machines are equally quiet, and the native order decides.
        this.order = Comparator.comparingInt(
                        (HostOffer offer) -> Math.max(0, setup.startingTasks().applyAsInt(offer.agent()) - tolerated))
                .thenComparing(setup.nativeOrder());
    }

    @Override
    public void add(HostOffer offer) {
        held.put(offer.id(), offer);
    }

    @Override
    public void remove(HostOffer offer) {
        held.remove(offer.id());
    }

    @Override
    public int size() {
        return held.size();
    }

    @Override
    public void clear() {
        held.clear();
    }

    @Override
    public Collection<HostOffer> values() {
        return List.copyOf(held.values());
    }

    @Override
    public Iterable<HostOffer> getOrdered(OfferQuery query) {
        List<HostOffer> candidates = new ArrayList<>(query.candidates());
        candidates.sort(order);
        return candidates;
    }
}
