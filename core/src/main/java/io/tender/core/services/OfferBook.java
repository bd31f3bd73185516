package io.tender.core.services;

import io.tender.core.offers.NativeOfferSet;
import io.tender.core.offers.OfferOrder;
import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.spi.offers.OfferSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The offers in hand: by id, by agent, in native order, and in the offer set, all in step.
 *
 * <p>The native order is kept here too when the offer set is somebody else's, so that a failing set costs an attempt its
 * order and nothing else.
 */
final class OfferBook {
    private OfferSet set;
    /** All offers in native order; nothing if the set itself keeps it. */
    private Optional<OfferOrder<HeldOffer>> order;

    private final StaticBans bans;
    private final ServiceMetrics metrics;
    private final Troubles troubles;
    private final Map<OfferId, HeldOffer> byId = new LinkedHashMap<>();
    private final Map<AgentId, HeldOffer> byAgent = new HashMap<>();

    OfferBook(OfferSet set, Comparator<HostOffer> order, StaticBans bans, ServiceMetrics metrics, Troubles troubles) {
        this.set = set;
        this.order = orderBeside(set, order);
        this.bans = bans;
        this.metrics = metrics;
        this.troubles = troubles;
        tellSet(set::begin);
    }

    /** Puts another set and another native order in the place of those there were; they are told of the offers in hand. */
    void use(OfferSet other, Comparator<HostOffer> order) {
        tellSet(set::close);
        set = other;
        this.order = orderBeside(other, order);
        tellSet(other::begin);
        byId.values().forEach(this::putInOrder);
    }

    private static Optional<OfferOrder<HeldOffer>> orderBeside(OfferSet set, Comparator<HostOffer> order) {
        return set instanceof NativeOfferSet ? Optional.empty() : Optional.of(new OfferOrder<>(order));
    }

    private void putInOrder(HeldOffer held) {
        order.ifPresent(beside -> beside.add(held));
        tellSet(() -> set.add(held.offer));
    }

    OfferSet set() {
        return set;
    }

    HeldOffer add(HostOffer offer) {
        HeldOffer held = new HeldOffer(offer);
        byId.put(offer.id(), held);
        byAgent.put(offer.agent(), held);
        putInOrder(held);
        return held;
    }

    /** Lets an offer go; empty if it was not there. */
    Optional<HeldOffer> remove(OfferId id) {
        HeldOffer held = byId.remove(id);
        if (held == null) {
            return Optional.empty();
        }
        byAgent.remove(held.offer.agent(), held);
        bans.dropped(held);
        order.ifPresent(beside -> beside.remove(held));
        tellSet(() -> set.remove(held.offer));
        return Optional.of(held);
    }

    /** Puts an offer in the place of the same one as it was; what was known of the old one is forgotten. */
    void replace(HeldOffer old, HostOffer changed) {
        Agenda.Entry holdEnd = old.holdEnd;
        remove(old.offer.id());
        add(changed).holdEnd = holdEnd;
    }

    void clear() {
        byId.clear();
        byAgent.clear();
        bans.clear();
        order.ifPresent(OfferOrder::clear);
        tellSet(set::clear);
    }

    /** Nothing more will be asked of the set. */
    void close() {
        tellSet(set::close);
    }

    @Nullable
    HeldOffer byId(OfferId id) {
        return byId.get(id);
    }

    @Nullable
    HeldOffer byAgent(AgentId agent) {
        return byAgent.get(agent);
    }

    Collection<HeldOffer> all() {
        return Collections.unmodifiableCollection(byId.values());
    }

    int size() {
        return byId.size();
    }

    /** All offers in native order; what leaves while they are walked is passed over, what comes is not seen. */
    Iterable<HeldOffer> inNativeOrder() {
        return order.isPresent() ? order.get().inOrder() : inOrderOfSet();
    }

    private Iterable<HeldOffer> inOrderOfSet() {
        List<HeldOffer> all = new ArrayList<>(byId.size());
        for (HostOffer offer : set.values()) {
            HeldOffer held = byId.get(offer.id());
            if (held != null) {
                all.add(held);
            }
        }
        return all;
    }

    private void tellSet(Runnable change) {
        try {
            change.run();
        } catch (Exception | Error broken) {
            Faults.rethrowIfFatal(broken);
            // A stranger's mistake; placement goes on from our own books.
            metrics.count(ServiceMetrics.SET_FAILURES);
            troubles.setFailed(broken);
        }
    }
}
