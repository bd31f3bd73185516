package io.tender.core.sorter;

import java.util.Arrays;

/**
 * Sorts places roughly by a number each, so that hardly more is left to do than to look: into about as many buckets as
 * there are numbers. For a thousand random numbers that is several times faster than comparing them.
 */
final class BucketOrder {

    private static final int LEAST_BITS = 4;
    private static final int MOST_BITS = 16;

    private int[] starts = {};
    private int[] places = {};

    /**
     * The places of the first numbers, none of them negative: those in lower buckets first, those in the same one in the
     * order they went in. Valid until the next call.
     *
     * @param spareBits how many times to double the buckets, for numbers that are not spread evenly
     */
    int[] sort(int[] keys, int size, int spareBits) {
        if (places.length < size) {
            places = new int[keys.length];
        }
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int i = 0; i < size; i++) {
            least = Math.min(least, keys[i]);
            most = Math.max(most, keys[i]);
        }
        int bits = Math.clamp(bitsOf(size) + spareBits, LEAST_BITS, MOST_BITS);
        int shift = Math.max(0, bitsOf(most - least) - bits);
        int buckets = 1 << bits;
        if (starts.length < buckets) {
            starts = new int[buckets];
        } else {
            Arrays.fill(starts, 0, buckets, 0);
        }
        for (int i = 0; i < size; i++) {
            starts[(keys[i] - least) >>> shift]++;
        }
        int start = 0;
        for (int i = 0; i < buckets; i++) {
            int count = starts[i];
            starts[i] = start;
            start += count;
        }
        for (int i = 0; i < size; i++) {
            places[starts[(keys[i] - least) >>> shift]++] = i;
        }
        return places;
    }

    private static int bitsOf(int number) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(number);
    }
}
