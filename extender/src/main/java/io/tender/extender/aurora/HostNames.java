package io.tender.extender.aurora;

import io.tender.extender.json.PlainText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds offers by host name. A table of positions instead of a map of lists, since it is made anew for every request and
 * nearly every host has one offer.
 */
final class HostNames {
    private static final int NONE = -1;
    /** Where a name begins in an encoded offer. */
    private static final int NAME_AT = ",{\"name\":\"".length();

    private final EncodedOffers offers;
    private volatile @Nullable Table table;

    HostNames(EncodedOffers offers) {
        this.offers = offers;
    }

    /** Makes the table, which can be done while the service has its say; else it is made when first needed. */
    void prepare() {
        prepared();
    }

    Table prepared() {
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

    /** The offer at a position, which is not even looked at. */
    Object untouched(int position) {
        return offers.untouched(position);
    }

    /** The position of a host's first offer; negative if there is none. */
    int first(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        Table ready = prepared();
        int hash = PlainText.hash(bytes, 0, bytes.length);
        int slot = ready.slot(hash);
        int at = ready.slots[slot];
        while (at != NONE
                && (ready.hashes[at] != hash || !offers.offer(at).hostname().equals(name))) {
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
        while (at != NONE && (ready.hashes[at] != hash || !ready.isNamed(at, text, from, to))) {
            slot = ready.after(slot);
            at = ready.slots[slot];
        }
        return at;
    }

    /** The position of the next offer of the same host; negative if there is none. */
    int next(int position) {
        return prepared().next[position];
    }

    /** Names are looked at only when their hashes are equal. */
    static final class Table {
        private final EncodedOffers offers;
        /** For each offer the array it is in, and where it begins there. */
        private final byte[][] arrays;

        private final int[] starts;
        private final int[] hashes;
        private final int[] lengths;
        /** Lengths of plain and not too long names that no other offer has; else {@link EncodedOffer#NOT_PLAIN}. */
        private final int[] single;

        private final int[] slots;
        /** For each offer the next one of the same host. */
        private final int[] next;

        private Table(EncodedOffers offers) {
            int size = offers.size();
            this.offers = offers;
            arrays = new byte[size][];
            starts = new int[size];
            hashes = new int[size];
            lengths = new int[size];
            int place = 0;
            for (EncodedBlock.Part part : offers.parts()) {
                EncodedBlock block = part.block();
                Arrays.fill(arrays, place, place + part.size(), block.bytes);
                System.arraycopy(block.starts, part.first(), starts, place, part.size());
                System.arraycopy(block.nameHashes, part.first(), hashes, place, part.size());
                System.arraycopy(block.nameLengths, part.first(), lengths, place, part.size());
                place += part.size();
            }
            single = lengths.clone();
            slots = new int[Integer.highestOneBit(Math.max(4, size)) * 4];
            next = new int[size];
            Arrays.fill(slots, NONE);
            // From the last to the first, so that each host's chain begins with its first offer.
            for (int i = size - 1; i >= 0; i--) {
                int slot = slot(hashes[i]);
                int at = slots[slot];
                while (at != NONE && (hashes[at] != hashes[i] || !areNamedAlike(at, i))) {
                    slot = after(slot);
                    at = slots[slot];
                }
                next[i] = at;
                if (lengths[i] > UsualAnswer.LONGEST_NAME) {
                    single[i] = EncodedOffer.NOT_PLAIN;
                }
                if (at != NONE) {
                    single[at] = EncodedOffer.NOT_PLAIN;
                    single[i] = EncodedOffer.NOT_PLAIN;
                }
                slots[slot] = i;
            }
        }

        private int slot(int hash) {
            return hash & slots.length - 1;
        }

        private int after(int slot) {
            return slot + 1 & slots.length - 1;
        }

        /** Whether that plain text is the name of the offer's host. */
        private boolean isNamed(int place, byte[] text, int from, int to) {
            // A name that is not plain has a length no text has.
            return lengths[place] == to - from
                    && PlainText.same(arrays[place], starts[place] + NAME_AT, text, from, to - from);
        }

        /** Whether two offers are of hosts of the same name. */
        private boolean areNamedAlike(int place, int other) {
            int named = lengths[other];
            if (named == EncodedOffer.NOT_PLAIN) {
                return offers.offer(place).hostname().equals(offers.offer(other).hostname());
            }
            int start = starts[other] + NAME_AT;
            return isNamed(place, arrays[other], start, start + named);
        }

        /**
         * Where a text goes on that begins with the quoted name of the host at a position; negative if it begins with something
         * else, or if the host has other offers or a name that is not plain, or is too long.
         */
        int endOfQuoted(int position, byte[] text, int from, int end) {
            int named = single[position];
            int to = from + 1 + named;
            boolean there = named >= 0
                    && to < end
                    && text[from] == '"'
                    && text[to] == '"'
                    && PlainText.same(arrays[position], starts[position] + NAME_AT, text, from + 1, named);
            return there ? to + 1 : NONE;
        }
    }
}
