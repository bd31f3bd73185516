package io.tender.extender.aurora;

import io.tender.model.service.HostOffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The offers of one request, encoded one behind the other in one array, with all that the request and its answer need of
 * them side by side: walking through ten thousand objects would cost more than everything else.
 */
final class EncodedOffers {
    static final EncodedOffers NONE = new EncodedOffers(new HostOffer[0], WireForm.END.length);

    /** No client sends more than that, so there is no need to put it together. */
    private static final long MOST_BYTES = 1 << 30;

    /** How far beside the expected place an offer is looked for first: some have left, some have come. */
    private static final int BESIDE = 4;

    /** Where a name begins in an encoded offer. */
    private static final int NAME_AT = ",{\"name\":\"".length();

    private final HostOffer[] offers;
    private final long length;
    /** The offers, and what closes the request. */
    private final byte[] bytes;
    /** Where each offer begins, and where the last one ends. */
    private final int[] starts;

    private final int[] nameHashes;
    private final int[] nameLengths;

    private EncodedOffers(HostOffer[] offers, long length) {
        this.offers = offers;
        this.length = length;
        this.bytes = new byte[length <= MOST_BYTES ? (int) length : 0];
        this.starts = new int[offers.length + 1];
        this.nameHashes = new int[offers.length];
        this.nameLengths = new int[offers.length];
    }

    /**
     * Puts offers together from those of a request before, in runs as long as possible, and from new ones.
     *
     * @param from where each offer stood before; negative if it is among the made
     */
    static EncodedOffers of(HostOffer[] offers, EncodedOffers before, int[] from, @Nullable EncodedOffer[] made) {
        long length = WireForm.END.length;
        for (int i = 0; i < offers.length; i++) {
            EncodedOffer single = made[i];
            length += single == null ? before.starts[from[i] + 1] - before.starts[from[i]] : single.bytes.length;
        }
        EncodedOffers all = new EncodedOffers(offers, length);
        if (length <= MOST_BYTES) {
            all.fill(before, from, made);
        }
        return all;
    }

    private void fill(EncodedOffers before, int[] from, @Nullable EncodedOffer[] made) {
        int at = 0;
        while (at < offers.length) {
            EncodedOffer single = made[at];
            if (single != null) {
                add(at++, single);
            } else {
                int end = at + 1;
                while (end < offers.length && made[end] == null && from[end] == from[end - 1] + 1) {
                    end++;
                }
                add(at, end, before, from[at]);
                at = end;
            }
        }
        System.arraycopy(WireForm.END, 0, bytes, starts[offers.length], WireForm.END.length);
    }

    private void add(int place, EncodedOffer single) {
        System.arraycopy(single.bytes, 0, bytes, starts[place], single.bytes.length);
        starts[place + 1] = starts[place] + single.bytes.length;
        nameHashes[place] = single.nameHash;
        nameLengths[place] = single.nameLength;
    }

    private void add(int place, int end, EncodedOffers before, int first) {
        int count = end - place;
        int moved = starts[place] - before.starts[first];
        System.arraycopy(
                before.bytes,
                before.starts[first],
                bytes,
                starts[place],
                before.starts[first + count] - before.starts[first]);
        for (int i = 1; i <= count; i++) {
            starts[place + i] = before.starts[first + i] + moved;
        }
        System.arraycopy(before.nameHashes, first, nameHashes, place, count);
        System.arraycopy(before.nameLengths, first, nameLengths, place, count);
    }

    int size() {
        return offers.length;
    }

    HostOffer offer(int place) {
        return offers[place];
    }

    /** Of all offers and what closes the request, also when that is more than anybody can send. */
    long length() {
        return length;
    }

    /** The offers, the first with its comma, and what closes the request; not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    int nameHash(int place) {
        return nameHashes[place];
    }

    /** How many letters the name of the offer's host has, or {@link EncodedOffer#NOT_PLAIN}. */
    int plainNameLength(int place) {
        return nameLengths[place];
    }

    /** Whether that plain text is the name of the offer's host. */
    boolean isNamed(int place, byte[] text, int from, int to) {
        int start = starts[place] + NAME_AT;
        // A name that is not plain has a length no text has.
        return nameLengths[place] == to - from && Arrays.equals(bytes, start, start + to - from, text, from, to);
    }

    /** Whether two offers are of hosts of the same name. */
    boolean areNamedAlike(int place, int other) {
        int length = nameLengths[other];
        if (length == EncodedOffer.NOT_PLAIN) {
            return offers[place].hostname().equals(offers[other].hostname());
        }
        int start = starts[other] + NAME_AT;
        return isNamed(place, bytes, start, start + length);
    }

    /** Whether these very objects are held, in that order. */
    @SuppressWarnings("ReferenceEquality")
    boolean isOf(HostOffer[] others) {
        if (offers.length != others.length) {
            return false;
        }
        for (int i = 0; i < others.length; i++) {
            if (offers[i] != others[i]) {
                return false;
            }
        }
        return true;
    }

    /** Where that very object stands, at or near the place; negative if it does not. */
    @SuppressWarnings("ReferenceEquality")
    int near(HostOffer offer, int place) {
        if (place < offers.length && offers[place] == offer) {
            return place;
        }
        return within(offer, Math.max(0, place - BESIDE), Math.min(offers.length, place + BESIDE));
    }

    /** Where that very object stands, wherever that is; negative if it does not. */
    int anywhere(HostOffer offer, int place) {
        int start = Math.min(place, offers.length);
        int found = within(offer, start, offers.length);
        return found >= 0 ? found : within(offer, 0, start);
    }

    @SuppressWarnings("ReferenceEquality")
    private int within(HostOffer offer, int from, int end) {
        for (int i = from; i < end; i++) {
            if (offers[i] == offer) {
                return i;
            }
        }
        return -1;
    }
}
