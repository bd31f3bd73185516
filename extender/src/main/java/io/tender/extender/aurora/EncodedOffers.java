package io.tender.extender.aurora;

import io.tender.extender.aurora.EncodedBlock.Part;
import io.tender.model.service.HostOffer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The offers of one request, encoded in few long arrays.
 *
 * <p>What stays from one request to the next stays in the array it is in, and nothing is copied or even looked at of it: most of
 * a large request is as it was in the one before. What only the answer needs is worked out when the request is on its way.
 */
final class EncodedOffers {
    static final EncodedOffers NONE = new EncodedOffers(new Object[0], List.of());

    /** No client sends more than that, so there is no need to put it together. */
    private static final long MOST_BYTES = 1 << 30;

    /** In more parts it is put together anew, since each costs a little. */
    private static final int MOST_PARTS = 64;

    /** As many times its own length may be held in arrays of which parts are out of use. */
    private static final int MOST_HELD = 2;

    /** How far beside the expected place an offer is looked for first: some have left, some have come. */
    private static final int BESIDE = 4;

    /** Not typed, here and where they are passed on: a cast would fetch every single one from memory to see what it is. */
    private final Object[] offers;

    private final List<Part> parts;
    /** For each part the place of its first offer. */
    private final int[] places;

    private final long length;
    private final HostNames names;

    private EncodedOffers(Object[] offers, List<Part> parts) {
        this.offers = offers;
        this.parts = parts;
        this.places = new int[parts.size()];
        int place = 0;
        long bytes = 0;
        for (int i = 0; i < places.length; i++) {
            places[i] = place;
            place += parts.get(i).size();
            bytes += parts.get(i).length();
        }
        this.length = bytes;
        this.names = new HostNames(this);
    }

    int size() {
        return offers.length;
    }

    HostOffer offer(int place) {
        return (HostOffer) offers[place];
    }

    /** The same, which is not even looked at. */
    Object untouched(int place) {
        return offers[place];
    }

    /** Finds its offers by the names of their hosts. */
    HostNames names() {
        return names;
    }

    List<Part> parts() {
        return parts;
    }

    /** Of all offers, the first with its comma. */
    long length() {
        return length;
    }

    /** Writes the offers, the first without its comma, which has nothing to part it from. */
    void writeTo(OutputStream out) throws IOException {
        int comma = 1;
        for (Part part : parts) {
            out.write(part.block().bytes, part.from() + comma, part.length() - comma);
            comma = 0;
        }
    }

    /** Whether these very objects are held, in that order. */
    boolean isOf(Object[] others) {
        return offers.length == others.length && sameFrom(0, others, 0) == others.length;
    }

    /** How many offers from a place on are the very objects that stand in others from a place on. */
    @SuppressWarnings("ReferenceEquality")
    int sameFrom(int place, Object[] others, int otherPlace) {
        int most = Math.min(offers.length - place, others.length - otherPlace);
        int same = 0;
        while (same < most && offers[place + same] == others[otherPlace + same]) {
            same++;
        }
        return same;
    }

    /** Where that very object stands, at or near the place; negative if it does not. */
    @SuppressWarnings("ReferenceEquality")
    int near(Object offer, int place) {
        if (place < offers.length && offers[place] == offer) {
            return place;
        }
        return within(offer, Math.max(0, place - BESIDE), Math.min(offers.length, place + BESIDE));
    }

    /** Where that very object stands, wherever that is; negative if it does not. */
    int anywhere(Object offer, int place) {
        int start = Math.min(place, offers.length);
        int found = within(offer, start, offers.length);
        return found >= 0 ? found : within(offer, 0, start);
    }

    @SuppressWarnings("ReferenceEquality")
    private int within(Object offer, int from, int end) {
        for (int i = from; i < end; i++) {
            if (offers[i] == offer) {
                return i;
            }
        }
        return -1;
    }

    /** Offers while they are put together from those of a request before, in runs as long as possible, and from new ones. */
    static final class Draft {
        private final EncodedOffers before;
        private final List<Part> parts = new ArrayList<>();
        private final List<EncodedOffer> fresh = new ArrayList<>();

        Draft(EncodedOffers before) {
            this.before = before;
        }

        /** One that is not taken from before. */
        void add(EncodedOffer single) {
            fresh.add(single);
        }

        /** Those that stood there before. */
        void add(int from, int end) {
            addFresh();
            int part = Arrays.binarySearch(before.places, from);
            // Where it is not the first of a part, the search tells the part behind.
            part = part >= 0 ? part : -part - 2;
            int at = from;
            while (at < end) {
                Part whole = before.parts.get(part);
                int first = whole.first() + at - before.places[part];
                Part some = new Part(whole.block(), first, Math.min(whole.end(), first + end - at));
                add(some);
                at += some.size();
                part++;
            }
        }

        private void addFresh() {
            if (!fresh.isEmpty()) {
                add(new Part(EncodedBlock.of(fresh), 0, fresh.size()));
                fresh.clear();
            }
        }

        private void add(Part next) {
            if (!parts.isEmpty() && parts.getLast().goesOnWith(next)) {
                Part last = parts.removeLast();
                parts.add(new Part(last.block(), last.first(), next.end()));
            } else {
                parts.add(next);
            }
        }

        /** @param offers all that were added, not to be changed any more */
        EncodedOffers of(Object[] offers) {
            addFresh();
            long length = parts.stream().mapToLong(Part::length).sum();
            if (length <= MOST_BYTES && isScattered(length)) {
                return new EncodedOffers(offers, List.of(new Part(EncodedBlock.joined(parts), 0, offers.length)));
            }
            return new EncodedOffers(offers, List.copyOf(parts));
        }

        private boolean isScattered(long length) {
            if (parts.size() > MOST_PARTS) {
                return true;
            }
            long held = parts.stream()
                    .map(Part::block)
                    .distinct()
                    .mapToLong(block -> block.bytes.length)
                    .sum();
            return held > MOST_HELD * length;
        }
    }
}
