package io.tender.extender.aurora;

import io.tender.extender.json.PlainText;
import io.tender.model.service.HostOffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds offers by host name. A table of positions instead of a map of lists, since it is made anew for every request and
 * nearly every host has one offer.
 */
final class HostNames {
    private static final int NONE = -1;

    private final EncodedOffers offers;
    private volatile @Nullable Table table;

    HostNames(EncodedOffers offers) {
        this.offers = offers;
    }

    /** Makes the table, which can be done while the service has its say; else it is made when first needed. */
    void prepare() {
        prepared();
    }

    private Table prepared() {
        Table ready = table;
        if (ready == null) {
            ready = new Table(offers);
            table = ready;
        }
        return ready;
    }

    int size() {
        return offers.size();
    }

    HostOffer offer(int position) {
        return offers.offer(position);
    }

    /** The position of a host's first offer; negative if there is none. */
    int first(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        Table ready = prepared();
        int hash = PlainText.hash(bytes, 0, bytes.length);
        int slot = ready.slot(hash);
        int at = ready.slots[slot];
        while (at != NONE
                && (offers.nameHash(at) != hash || !offers.offer(at).hostname().equals(name))) {
            slot = ready.after(slot);
            at = ready.slots[slot];
        }
        return at;
    }

    /** The same for a name that is plain text. */
    int first(byte[] text, int from, int to) {
        Table ready = prepared();
        int hash = PlainText.hash(text, from, to);
        int slot = ready.slot(hash);
        int at = ready.slots[slot];
        while (at != NONE && (offers.nameHash(at) != hash || !offers.isNamed(at, text, from, to))) {
            slot = ready.after(slot);
            at = ready.slots[slot];
        }
        return at;
    }

    /**
     * Where a text ends that begins with the name of the host at a position, and then a quote; negative if it does not, or if
     * the host has an offer before that position.
     */
    int endOfName(int position, byte[] text, int from, int end) {
        int to = from + (position < offers.size() ? offers.plainNameLength(position) : EncodedOffer.NOT_PLAIN);
        boolean there = to >= from
                && to < end
                && text[to] == '"'
                && offers.isNamed(position, text, from, to)
                && !prepared().later[position];
        return there ? to : NONE;
    }

    /** The position of the next offer of the same host; negative if there is none. */
    int next(int position) {
        return prepared().next[position];
    }

    /** Names are looked at only when their hashes are equal. */
    private static final class Table {
        final int[] slots;
        /** For each offer the next one of the same host. */
        final int[] next;
        /** Whether an offer before it is of the same host. */
        final boolean[] later;

        Table(EncodedOffers offers) {
            slots = new int[Integer.highestOneBit(Math.max(4, offers.size())) * 4];
            next = new int[offers.size()];
            later = new boolean[offers.size()];
            Arrays.fill(slots, NONE);
            // From the last to the first, so that each host's chain begins with its first offer.
            for (int i = offers.size() - 1; i >= 0; i--) {
                int slot = slot(offers.nameHash(i));
                int at = slots[slot];
                while (at != NONE && (offers.nameHash(at) != offers.nameHash(i) || !offers.areNamedAlike(at, i))) {
                    slot = after(slot);
                    at = slots[slot];
                }
                next[i] = at;
                if (at != NONE) {
                    later[at] = true;
                }
                slots[slot] = i;
            }
        }

        int slot(int hash) {
            return hash & slots.length - 1;
        }

        int after(int slot) {
            return slot + 1 & slots.length - 1;
        }
    }
}
