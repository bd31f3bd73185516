package io.tender.core.services;

import io.tender.core.offers.NativeOfferSet;
import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.spi.offers.OfferSet;
import java.util.Arrays;
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
    private static final HeldOffer[] NONE = {};

    private OfferSet set;
    private NativeOfferSet nativeOrder;
    private boolean own;
    private final StaticBans bans;
    private final ServiceMetrics metrics;
    private final Troubles troubles;
    private final Map<OfferId, HeldOffer> byId = new LinkedHashMap<>();
    private final Map<AgentId, HeldOffer> byAgent = new HashMap<>();
    /** All offers as they were last walked in native order; some are gone. */
    private HeldOffer[] walked = NONE;

    OfferBook(OfferSet set, Comparator<HostOffer> order, StaticBans bans, ServiceMetrics metrics, Troubles troubles) {
        this.set = set;
        this.own = set instanceof NativeOfferSet;
        this.nativeOrder = set instanceof NativeOfferSet already ? already : new NativeOfferSet(order);
        this.bans = bans;
        this.metrics = metrics;
        this.troubles = troubles;
        tellSet(set::begin);
    }

    /** Puts another set and another native order in the place of those there were; they are told of the offers in hand. */
    void use(OfferSet other, Comparator<HostOffer> order) {
        tellSet(set::close);
        set = other;
        own = other instanceof NativeOfferSet;
        nativeOrder = other instanceof NativeOfferSet already ? already : new NativeOfferSet(order);
        walked = NONE;
        tellSet(other::begin);
        for (HeldOffer held : byId.values()) {
            held.place = -1;
            nativeOrder.add(held.offer);
            tellSet(() -> other.add(held.offer));
        }
    }

    OfferSet set() {
        return set;
    }

    HeldOffer add(HostOffer offer) {
        HeldOffer held = new HeldOffer(offer);
        byId.put(offer.id(), held);
        byAgent.put(offer.agent(), held);
        nativeOrder.add(offer);
        tellSet(() -> set.add(offer));
        return held;
    }

    /** Lets an offer go; empty if it was not there. */
    Optional<HeldOffer> remove(OfferId id) {
        HeldOffer held = byId.remove(id);
        if (held == null) {
            return Optional.empty();
        }
        byAgent.remove(held.offer.agent(), held);
        held.gone = true;
        bans.dropped(held);
        nativeOrder.remove(held.offer);
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
        walked = NONE;
        byId.clear();
        byAgent.clear();
        bans.clear();
        nativeOrder.clear();
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

    /** All offers in native order; may be walked while offers come and go. */
    Iterable<HostOffer> inNativeOrder() {
        return nativeOrder.ordered();
    }

    /**
     * The same as they are held. From one walk to the next the order hardly changes, so the last one is followed as far as it
     * is still true, which spares looking each offer up.
     */
    @SuppressWarnings("ReferenceEquality") // an offer whose machine changed is another object with the same id
    List<HeldOffer> heldInNativeOrder() {
        HeldOffer[] before = walked;
        HeldOffer[] now = new HeldOffer[byId.size()];
        int count = 0;
        int at = 0;
        for (HostOffer offer : nativeOrder.ordered()) {
            HeldOffer held = at < before.length ? before[at] : null;
            if (held == null || held.offer != offer || held.gone) {
                held = byId.get(offer.id());
            }
            if (held != null && count < now.length) {
                at = held.place < 0 ? at : held.place + 1;
                held.place = count;
                now[count++] = held;
            }
        }
        walked = count == now.length ? now : Arrays.copyOf(now, count);
        return Collections.unmodifiableList(Arrays.asList(walked));
    }

    private void tellSet(Runnable change) {
        if (own) {
            return;
        }
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
