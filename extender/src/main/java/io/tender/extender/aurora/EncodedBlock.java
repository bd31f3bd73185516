package io.tender.extender.aurora;

import java.util.List;

/** Offers that lie encoded one behind the other in one array, with what their hosts are found by in answers. */
final class EncodedBlock {
    final byte[] bytes;
    /** Where each offer begins, and after them where the last one ends. */
    final int[] starts;

    final int[] nameHashes;
    /** For each offer how many bytes of it are the name, or {@link EncodedOffer#NOT_PLAIN}. */
    final int[] nameLengths;

    private EncodedBlock(int offers, int bytes) {
        this.bytes = new byte[bytes];
        this.starts = new int[offers + 1];
        this.nameHashes = new int[offers];
        this.nameLengths = new int[offers];
    }

    static EncodedBlock of(List<EncodedOffer> offers) {
        int length = 0;
        for (EncodedOffer offer : offers) {
            length = Math.addExact(length, offer.bytes.length);
        }
        EncodedBlock block = new EncodedBlock(offers.size(), length);
        int at = 0;
        for (int i = 0; i < offers.size(); i++) {
            EncodedOffer offer = offers.get(i);
            System.arraycopy(offer.bytes, 0, block.bytes, at, offer.bytes.length);
            at += offer.bytes.length;
            block.starts[i + 1] = at;
            block.nameHashes[i] = offer.nameHash;
            block.nameLengths[i] = offer.nameLength;
        }
        return block;
    }

    /** Brings parts of blocks together, in the order given. */
    static EncodedBlock joined(List<Part> parts) {
        int offers = 0;
        int bytes = 0;
        for (Part part : parts) {
            offers += part.size();
            bytes = Math.addExact(bytes, part.length());
        }
        EncodedBlock all = new EncodedBlock(offers, bytes);
        int place = 0;
        for (Part part : parts) {
            all.put(place, part);
            place += part.size();
        }
        return all;
    }

    private void put(int place, Part part) {
        int at = starts[place];
        int moved = at - part.from();
        System.arraycopy(part.block.bytes, part.from(), bytes, at, part.length());
        System.arraycopy(part.block.nameHashes, part.first, nameHashes, place, part.size());
        System.arraycopy(part.block.nameLengths, part.first, nameLengths, place, part.size());
        for (int i = 1; i <= part.size(); i++) {
            starts[place + i] = part.block.starts[part.first + i] + moved;
        }
    }

    /** Some offers of a block, one behind the other. */
    record Part(EncodedBlock block, int first, int end) {

        int size() {
            return end - first;
        }

        /** Where its bytes begin in those of the block. */
        int from() {
            return block.starts[first];
        }

        int length() {
            return block.starts[end] - from();
        }

        @SuppressWarnings("ReferenceEquality")
        boolean goesOnWith(Part next) {
            return block == next.block && end == next.first;
        }
    }
}
