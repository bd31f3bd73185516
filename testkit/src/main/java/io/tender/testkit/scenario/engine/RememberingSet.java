package io.tender.testkit.scenario.engine;

import io.tender.core.services.Ordering;
import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskId;
import io.tender.spi.offers.BindQuery;
import io.tender.spi.offers.EvictionQuery;
import io.tender.spi.offers.Objection;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** An offer set that remembers the order it gave last. */
final class RememberingSet implements OfferSet {
    private final OfferSet inner;
    private List<HostOffer> last = List.of();

    RememberingSet(OfferSet inner) {
        this.inner = inner;
    }

    /** The order of the last answer. */
    List<HostOffer> last() {
        return last;
    }

    @Override
    public void begin() {
        inner.begin();
    }

    @Override
    public void add(HostOffer offer) {
        inner.add(offer);
    }

    @Override
    public void remove(HostOffer offer) {
        inner.remove(offer);
    }

    @Override
    public int size() {
        return inner.size();
    }

    @Override
    public void clear() {
        inner.clear();
    }

    @Override
    public Collection<HostOffer> values() {
        return inner.values();
    }

    @Override
    public Iterable<HostOffer> getOrdered(OfferQuery query) {
        List<HostOffer> order = Ordering.answerOf(inner, query);
        last = List.copyOf(order);
        return order;
    }

    @Override
    public OfferQuery prepared(OfferQuery query) {
        return inner.prepared(query);
    }

    @Override
    public Map<OfferId, Objection> objections(long attempt) {
        return inner.objections(attempt);
    }

    @Override
    public boolean reviewsEvictions() {
        return inner.reviewsEvictions();
    }

    @Override
    public Map<AgentId, Set<TaskId>> evictable(EvictionQuery query) {
        return inner.evictable(query);
    }

    @Override
    public void evicting(Supplier<EvictionQuery> query) {
        inner.evicting(query);
    }

    @Override
    public boolean binds(TaskGroupKey group, ResourceBundle request) {
        return inner.binds(group, request);
    }

    @Override
    public Map<TaskId, Objection> bind(BindQuery query) {
        return inner.bind(query);
    }

    @Override
    public boolean waits() {
        return inner.waits();
    }

    @Override
    public void close() {
        inner.close();
    }
}
