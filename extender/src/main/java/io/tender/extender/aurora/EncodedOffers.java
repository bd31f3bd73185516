package io.tender.extender.aurora;

import io.tender.model.service.HostOffer;

/**
 * The offers of one request with all that the request and its answer need of them, side by side in arrays: walking
 * through ten thousand objects for their names would cost more than everything else.
 */
final class EncodedOffers {
    static final EncodedOffers NONE = new EncodedOffers(new HostOffer[0]);

    /** How far beside the expected place an offer is looked for: some have left, some have come. */
    private static final int BESIDE = 4;

    final HostOffer[] offers;
    final byte[][] bytes;
    final String[] names;
    /** Of the names. */
    final int[] hashes;

    /** To be filled, offer by offer. */
    EncodedOffers(HostOffer[] offers) {
        this.offers = offers;
        this.bytes = new byte[offers.length][];
        this.names = new String[offers.length];
        this.hashes = new int[offers.length];
    }

    int size() {
        return offers.length;
    }

    void fill(int place, byte[] encoded) {
        bytes[place] = encoded;
        names[place] = offers[place].hostname();
        hashes[place] = names[place].hashCode();
    }

    void fill(int place, EncodedOffers from, int at) {
        bytes[place] = from.bytes[at];
        names[place] = from.names[at];
        hashes[place] = from.hashes[at];
    }

    /** Where that very object stands, at or near the place; negative if it does not. */
    @SuppressWarnings("ReferenceEquality")
    int find(HostOffer offer, int place) {
        if (place < offers.length && offers[place] == offer) {
            return place;
        }
        int end = Math.min(offers.length, place + BESIDE);
        for (int i = Math.max(0, place - BESIDE); i < end; i++) {
            if (offers[i] == offer) {
                return i;
            }
        }
        return -1;
    }
}
