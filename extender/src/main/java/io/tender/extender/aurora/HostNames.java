package io.tender.extender.aurora;

import io.tender.model.service.HostOffer;
import java.util.Arrays;

/**
 * Finds offers by host name. A table of positions instead of a map of lists, since it is made anew for every request and
 * nearly every host has one offer.
 */
final class HostNames {
    private static final int NONE = -1;

    private final EncodedOffers offers;
    private final int[] table;
    private final int mask;
    /** For each offer the next one of the same host. */
    private final int[] next;

    HostNames(EncodedOffers offers) {
        this.offers = offers;
        int capacity = Integer.highestOneBit(Math.max(4, offers.size())) * 4;
        this.table = new int[capacity];
        this.mask = capacity - 1;
        this.next = new int[offers.size()];
        Arrays.fill(table, NONE);
        // From the last to the first, so that each host's chain begins with its first offer.
        for (int i = offers.size() - 1; i >= 0; i--) {
            int slot = slot(offers.names[i], offers.hashes[i]);
            next[i] = table[slot];
            table[slot] = i;
        }
    }

    /** Where the name stands, or where it would. Names are looked at only when their hashes are equal. */
    private int slot(String name, int hash) {
        int mixed = hash * 0x9E3779B9;
        int slot = (mixed ^ (mixed >>> 15)) & mask;
        int at = table[slot];
        while (at != NONE && (offers.hashes[at] != hash || !offers.names[at].equals(name))) {
            slot = (slot + 1) & mask;
            at = table[slot];
        }
        return slot;
    }

    int size() {
        return offers.size();
    }

    HostOffer offer(int position) {
        return offers.offers[position];
    }

    /** The position of a host's first offer; negative if there is none. */
    int first(String name) {
        return table[slot(name, name.hashCode())];
    }

    /** The position of the next offer of the same host; negative if there is none. */
    int next(int position) {
        return next[position];
    }
}
