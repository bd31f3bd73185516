package io.tender.extender.aurora;

import io.tender.extender.json.PlainText;
import io.tender.model.service.HostOffer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The offers of one request, encoded one behind the other in few long arrays, with all that the request and its answer need
 * of them side by side: walking through ten thousand objects would cost more than everything else.
 *
 * <p>What stays from one request to the next stays in the array it is in, and is not copied: most of a large request is as it
 * was in the one before, and fresh memory costs more than all that is written into it.
 */
final class EncodedOffers {
    static final EncodedOffers NONE = new EncodedOffers(List.of());

    /** No client sends more than that, so there is no need to put it together. */
    private static final long MOST_BYTES = 1 << 30;

    /** In more pieces it is put together anew, since each costs a little. */
    private static final int MOST_PIECES = 64;

    /** As many times its own length may be held in arrays of which parts are out of use. */
    private static final int MOST_HELD = 2;

    /** How far beside the expected place an offer is looked for first: some have left, some have come. */
    private static final int BESIDE = 4;

    /** Where a name begins in an encoded offer. */
    private static final int NAME_AT = ",{\"name\":\"".length();

    private final List<HostOffer> offers;
    /** For each offer the array it is in, where it begins there, and how long it is. */
    private final byte[][] arrays;

    private final int[] starts;
    private final int[] lengths;
    private final int[] nameHashes;
    private final int[] nameLengths;
    private List<Piece> pieces = List.of();
    private long length;

    /** Offers that lie one behind the other. */
    private static final class Piece {
        final byte[] array;
        final int from;
        final int to;

        Piece(byte[] array, int from, int to) {
            this.array = array;
            this.from = from;
            this.to = to;
        }

        int length() {
            return to - from;
        }
    }

    private EncodedOffers(List<HostOffer> offers) {
        this.offers = offers;
        this.arrays = new byte[offers.size()][];
        this.starts = new int[offers.size()];
        this.lengths = new int[offers.size()];
        this.nameHashes = new int[offers.size()];
        this.nameLengths = new int[offers.size()];
    }

    /**
     * Puts offers together from those of a request before, in runs as long as possible, and from new ones.
     *
     * @param offers not to be changed any more
     * @param from where each offer stood before; negative if it is among the made
     */
    static EncodedOffers of(List<HostOffer> offers, EncodedOffers before, int[] from, @Nullable EncodedOffer[] made) {
        EncodedOffers all = new EncodedOffers(offers);
        int at = 0;
        while (at < offers.size()) {
            int end = at + 1;
            if (made[at] != null) {
                while (end < offers.size() && made[end] != null) {
                    end++;
                }
                all.add(at, end, made);
            } else {
                while (end < offers.size() && made[end] == null && from[end] == from[end - 1] + 1) {
                    end++;
                }
                all.add(at, end, before, from[at]);
            }
            at = end;
        }
        all.divide();
        return all;
    }

    private void add(int place, int end, @Nullable EncodedOffer[] made) {
        int bytes = 0;
        for (int i = place; i < end; i++) {
            EncodedOffer single = Objects.requireNonNull(made[i]);
            starts[i] = bytes;
            lengths[i] = single.bytes.length;
            nameHashes[i] = single.nameHash;
            nameLengths[i] = single.nameLength;
            bytes = Math.addExact(bytes, single.bytes.length);
        }
        byte[] array = new byte[bytes];
        for (int i = place; i < end; i++) {
            System.arraycopy(Objects.requireNonNull(made[i]).bytes, 0, array, starts[i], lengths[i]);
        }
        Arrays.fill(arrays, place, end, array);
    }

    private void add(int place, int end, EncodedOffers before, int first) {
        int count = end - place;
        System.arraycopy(before.arrays, first, arrays, place, count);
        System.arraycopy(before.starts, first, starts, place, count);
        System.arraycopy(before.lengths, first, lengths, place, count);
        System.arraycopy(before.nameHashes, first, nameHashes, place, count);
        System.arraycopy(before.nameLengths, first, nameLengths, place, count);
    }

    /** Finds out in which pieces it lies, and brings it together if they are too many or hold too much. */
    @SuppressWarnings("ReferenceEquality")
    private void divide() {
        List<Piece> found = new ArrayList<>();
        List<byte[]> distinct = new ArrayList<>();
        long held = 0;
        int at = 0;
        while (at < offers.size()) {
            byte[] array = arrays[at];
            int from = starts[at];
            int to = from;
            while (at < offers.size() && arrays[at] == array && starts[at] == to) {
                to += lengths[at++];
            }
            length += to - from;
            found.add(new Piece(array, from, to));
            if (found.size() <= MOST_PIECES && distinct.stream().noneMatch(known -> known == array)) {
                distinct.add(array);
                held += array.length;
            }
        }
        boolean scattered = found.size() > MOST_PIECES || held > MOST_HELD * length;
        pieces = scattered && length <= MOST_BYTES ? List.of(joined(found)) : found;
    }

    private Piece joined(List<Piece> parts) {
        byte[] array = new byte[(int) length];
        int end = 0;
        for (Piece part : parts) {
            System.arraycopy(part.array, part.from, array, end, part.length());
            end += part.length();
        }
        int at = 0;
        for (int i = 0; i < offers.size(); i++) {
            starts[i] = at;
            at += lengths[i];
        }
        Arrays.fill(arrays, array);
        return new Piece(array, 0, end);
    }

    int size() {
        return offers.size();
    }

    HostOffer offer(int place) {
        return offers.get(place);
    }

    /** Of all offers, the first with its comma. */
    long length() {
        return length;
    }

    /** Writes the offers, the first without its comma, which has nothing to part it from. */
    void writeTo(OutputStream out) throws IOException {
        int comma = 1;
        for (Piece piece : pieces) {
            out.write(piece.array, piece.from + comma, piece.length() - comma);
            comma = 0;
        }
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
        return nameLengths[place] == to - from && PlainText.same(arrays[place], start, text, from, to - from);
    }

    /** Whether two offers are of hosts of the same name. */
    boolean areNamedAlike(int place, int other) {
        int named = nameLengths[other];
        if (named == EncodedOffer.NOT_PLAIN) {
            return offers.get(place).hostname().equals(offers.get(other).hostname());
        }
        int start = starts[other] + NAME_AT;
        return isNamed(place, arrays[other], start, start + named);
    }

    /** Whether these very objects are held, in that order. */
    @SuppressWarnings("ReferenceEquality")
    boolean isOf(List<HostOffer> others) {
        if (offers.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < others.size(); i++) {
            if (offers.get(i) != others.get(i)) {
                return false;
            }
        }
        return true;
    }

    /** Where that very object stands, at or near the place; negative if it does not. */
    @SuppressWarnings("ReferenceEquality")
    int near(HostOffer offer, int place) {
        if (place < offers.size() && offers.get(place) == offer) {
            return place;
        }
        return within(offer, Math.max(0, place - BESIDE), Math.min(offers.size(), place + BESIDE));
    }

    /** Where that very object stands, wherever that is; negative if it does not. */
    int anywhere(HostOffer offer, int place) {
        int start = Math.min(place, offers.size());
        int found = within(offer, start, offers.size());
        return found >= 0 ? found : within(offer, 0, start);
    }

    @SuppressWarnings("ReferenceEquality")
    private int within(HostOffer offer, int from, int end) {
        for (int i = from; i < end; i++) {
            if (offers.get(i) == offer) {
                return i;
            }
        }
        return -1;
    }
}
