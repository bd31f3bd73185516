package io.tender.extender.aurora;

import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The offers a set holds, each with its bytes on the wire, which are made when it comes, so that no attempt waits for them,
 * and kept until it changes or leaves. An offer that changed is another object, so its identity tells.
 */
final class HeldOffers {
    /** How often an offer is looked for in the whole of the last request, for as long as that may pay. */
    private static final int MOST_SEARCHES = 200;

    private final WireForm form;
    private final Map<OfferId, Held> byId = new ConcurrentHashMap<>();
    private volatile EncodedOffers last = EncodedOffers.NONE;

    private static final class Held {
        final HostOffer offer;
        final EncodedOffer encoded;
        /** Whether a request was about it, so that the last one may have been. */
        volatile boolean asked;

        Held(HostOffer offer, EncodedOffer encoded) {
            this.offer = offer;
            this.encoded = encoded;
        }

        EncodedOffer used() {
            asked = true;
            return encoded;
        }

        /** Equal is not enough: an offer whose machine changed has kept its id. */
        @SuppressWarnings("ReferenceEquality")
        boolean isOf(HostOffer other) {
            return offer == other;
        }
    }

    HeldOffers(WireForm form) {
        this.form = form;
    }

    void add(HostOffer offer) {
        byId.put(offer.id(), new Held(offer, EncodedOffer.of(offer, form)));
    }

    void remove(HostOffer offer) {
        byId.remove(offer.id());
    }

    void clear() {
        byId.clear();
        last = EncodedOffers.NONE;
    }

    int size() {
        return byId.size();
    }

    Collection<HostOffer> all() {
        List<HostOffer> all = new ArrayList<>(byId.size());
        byId.values().forEach(held -> all.add(held.offer));
        return all;
    }

    /**
     * Offers with their bytes. Two requests in a row are about nearly the same offers in nearly the same order, so the last
     * one is looked through first, side by side, which spares the walk through the map.
     */
    EncodedOffers encoded(List<HostOffer> offers) {
        EncodedOffers before = last;
        Object[] all = offers.toArray();
        if (before.isOf(all)) {
            return before;
        }
        EncodedOffers.Draft draft = new EncodedOffers.Draft(before);
        int searches = MOST_SEARCHES;
        int at = 0;
        int i = 0;
        while (i < all.length) {
            int found = before.near(all[i], at);
            if (found < 0) {
                HostOffer offer = offers.get(i);
                Held known = byId.get(offer.id());
                // One that left, or changed, since the attempt began is not known any more.
                Held held = known != null && known.isOf(offer) ? known : new Held(offer, EncodedOffer.of(offer, form));
                if (held.asked && searches-- > 0) {
                    // Many have left or come at once; where it stands now, those behind it will stand too.
                    found = before.anywhere(all[i], at);
                }
                if (found < 0) {
                    draft.add(held.used());
                    i++;
                    continue;
                }
            }
            int same = before.sameFrom(found, all, i);
            draft.add(found, found + same);
            at = found + same;
            i += same;
        }
        EncodedOffers now = draft.of(all);
        last = now;
        return now;
    }
}
