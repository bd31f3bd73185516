package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.TaskId;
import io.tender.spi.offers.EvictionQuery;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A question about evictions in the shape of one about an order, for whoever only knows how to ask those elsewhere. */
final class Reviewing implements OfferSet {
    private final OfferSet set;
    private final EvictionQuery query;
    private volatile Map<AgentId, Set<TaskId>> left = Map.of();

    Reviewing(OfferSet set, EvictionQuery query) {
        this.set = set;
        this.query = query;
    }

    OfferQuery order() {
        return OfferQuery.of(0, query.group(), query.request(), 1, List.of());
    }

    Ordering.Answer telling(Ordering.Review review) {
        return new Ordering.Answer() {
            @Override
            public void ordered(List<HostOffer> offers) {
                review.left(left);
            }

            @Override
            public void failed(Throwable cause) {
                review.failed(cause);
            }
        };
    }

    @Override
    public Iterable<HostOffer> getOrdered(OfferQuery unused) {
        left = set.evictable(query);
        return List.of();
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public void add(HostOffer offer) {
        set.add(offer);
    }

    @Override
    public void remove(HostOffer offer) {
        set.remove(offer);
    }

    @Override
    public int size() {
        return set.size();
    }

    @Override
    public void clear() {
        set.clear();
    }

    @Override
    public Collection<HostOffer> values() {
        return set.values();
    }
}
