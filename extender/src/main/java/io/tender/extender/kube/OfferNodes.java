package io.tender.extender.kube;

import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The offers that are held, each with the node it is shown as, which is encoded when it is first asked for. */
final class OfferNodes {
    private final Map<OfferId, Held> byId = new ConcurrentHashMap<>();

    private static final class Held {
        private final HostOffer offer;
        /** Two threads may both make it; they make the same. */
        private volatile byte @Nullable [] node;

        Held(HostOffer offer) {
            this.offer = offer;
        }
    }

    void add(HostOffer offer) {
        byId.put(offer.id(), new Held(offer));
    }

    void remove(HostOffer offer) {
        byId.remove(offer.id());
    }

    void clear() {
        byId.clear();
    }

    int size() {
        return byId.size();
    }

    Collection<HostOffer> all() {
        List<HostOffer> all = new ArrayList<>(byId.size());
        byId.values().forEach(held -> all.add(held.offer));
        return all;
    }

    @SuppressWarnings("ReferenceEquality") // an offer whose machine changed has kept its id
    byte[] node(HostOffer offer) {
        Held held = byId.get(offer.id());
        if (held == null || held.offer != offer) {
            return ServiceObjects.node(offer);
        }
        byte[] known = held.node;
        if (known == null) {
            known = ServiceObjects.node(offer);
            held.node = known;
        }
        return known;
    }
}
