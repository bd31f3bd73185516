package io.tender.core.allocator;

import io.tender.model.Resources;
import org.jspecify.annotations.Nullable;

/** The offer filters of one agent, found by client; an open hash table, since it is asked for every pair. */
final class FilterTable {

    private @Nullable OfferFilter[] slots = new @Nullable OfferFilter[0];

    /** Clients that have at least one filter here. */
    private int clients;

    boolean isEmpty() {
        return clients == 0;
    }

    /** Whether a filter of the client contains the offer. */
    boolean blocks(RoleClient client, Resources offer) {
        if (clients == 0) {
            return false;
        }
        for (OfferFilter filter = slots[slot(client)]; filter != null; filter = filter.next) {
            if (filter.refused.contains(offer)) {
                return true;
            }
        }
        return false;
    }

    void add(OfferFilter filter) {
        if ((clients + 1) * 2 > slots.length) {
            grow();
        }
        int slot = slot(filter.client);
        OfferFilter first = slots[slot];
        if (first == null) {
            clients++;
        }
        filter.next = first;
        slots[slot] = filter;
    }

    void remove(OfferFilter filter) {
        int slot = slot(filter.client);
        OfferFilter before = null;
        OfferFilter at = slots[slot];
        while (at != null && at != filter) {
            before = at;
            at = at.next;
        }
        if (at == null) {
            return;
        }
        if (before != null) {
            before.next = filter.next;
        } else if (filter.next != null) {
            slots[slot] = filter.next;
        } else {
            vacate(slot);
            clients--;
        }
        filter.next = null;
    }

    /** All filters, in no particular order. */
    void forEach(java.util.function.Consumer<OfferFilter> action) {
        for (OfferFilter first : slots.clone()) {
            OfferFilter filter = first;
            while (filter != null) {
                OfferFilter next = filter.next;
                action.accept(filter);
                filter = next;
            }
        }
    }

    private int slot(RoleClient client) {
        int mask = slots.length - 1;
        int slot = (client.number * 0x9E3779B9) >>> 7 & mask;
        for (OfferFilter at = slots[slot]; at != null && at.client != client; at = slots[slot]) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Empties a slot and moves later ones of the same cluster up, so that every search still ends at its entry. */
    private void vacate(int from) {
        int mask = slots.length - 1;
        int hole = from;
        slots[hole] = null;
        for (int at = (hole + 1) & mask; ; at = (at + 1) & mask) {
            OfferFilter filter = slots[at];
            if (filter == null) {
                return;
            }
            slots[at] = null;
            slots[slot(filter.client)] = filter;
        }
    }

    private void grow() {
        @Nullable OfferFilter[] old = slots;
        slots = new @Nullable OfferFilter[Math.max(4, old.length * 2)];
        for (OfferFilter first : old) {
            if (first != null) {
                slots[slot(first.client)] = first;
            }
        }
    }
}
