package io.tender.extender.aurora;

import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The offers a set holds, each with its bytes on the wire, which are made when they are first needed and kept until the
 * offer changes or leaves. An offer that changed is another object, so its identity tells.
 */
final class HeldOffers {
    private final WireForm form;
    private final Map<OfferId, Held> byId = new ConcurrentHashMap<>();
    private volatile EncodedOffers last = EncodedOffers.NONE;

    private static final class Held {
        final HostOffer offer;
        /** Two threads may both make it; they make the same. Volatile, so that the other sees them whole. */
        volatile byte @Nullable [] bytes;

        Held(HostOffer offer) {
            this.offer = offer;
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
        byId.put(offer.id(), new Held(offer));
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
    EncodedOffers encoded(HostOffer[] offers) {
        EncodedOffers before = last;
        EncodedOffers now = new EncodedOffers(offers);
        int at = 0;
        for (int i = 0; i < offers.length; i++) {
            int found = before.find(offers[i], at);
            if (found >= 0) {
                now.fill(i, before, found);
                at = found + 1;
            } else {
                now.fill(i, encoded(offers[i]));
                at++;
            }
        }
        last = now;
        return now;
    }

    private byte[] encoded(HostOffer offer) {
        Held held = byId.get(offer.id());
        if (held == null || !held.isOf(offer)) {
            // It left, or changed, since the attempt began: nothing to keep it for.
            return form.host(offer);
        }
        byte[] bytes = held.bytes;
        if (bytes == null) {
            bytes = form.host(offer);
            held.bytes = bytes;
        }
        return bytes;
    }
}
