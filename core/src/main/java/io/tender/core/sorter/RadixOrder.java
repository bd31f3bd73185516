package io.tender.core.sorter;

import java.util.Arrays;

/**
 * Sorts places by the upper half of a double each, byte by byte: for a thousand random numbers several times faster than
 * comparing them. Numbers that agree in their upper halves come out next to each other, in the order they went in.
 */
final class RadixOrder {

    private static final int BYTE = 256;

    private int[] keys = {};
    private int[] places = {};
    private int[] otherKeys = {};
    private int[] otherPlaces = {};
    private final int[] starts = new int[4 * BYTE];

    /** The places of the first numbers, none of them negative, smallest first; valid until the next call. */
    int[] sort(double[] values, int size) {
        if (keys.length < size) {
            keys = new int[values.length];
            places = new int[values.length];
            otherKeys = new int[values.length];
            otherPlaces = new int[values.length];
        }
        Arrays.fill(starts, 0);
        for (int i = 0; i < size; i++) {
            int key = (int) (Double.doubleToRawLongBits(values[i]) >>> 32);
            keys[i] = key;
            places[i] = i;
            for (int digit = 0; digit < 4; digit++) {
                starts[digit * BYTE + ((key >>> (8 * digit)) & 0xFF)]++;
            }
        }
        for (int digit = 0; digit < 4; digit++) {
            pass(digit, size);
        }
        return places;
    }

    private void pass(int digit, int size) {
        int base = digit * BYTE;
        int start = 0;
        for (int i = base; i < base + BYTE; i++) {
            int count = starts[i];
            if (count == size) {
                return; // all agree in this digit
            }
            starts[i] = start;
            start += count;
        }
        int shift = 8 * digit;
        for (int i = 0; i < size; i++) {
            int key = keys[i];
            int to = starts[base + ((key >>> shift) & 0xFF)]++;
            otherKeys[to] = key;
            otherPlaces[to] = places[i];
        }
        int[] sortedKeys = otherKeys;
        otherKeys = keys;
        keys = sortedKeys;
        int[] sortedPlaces = otherPlaces;
        otherPlaces = places;
        places = sortedPlaces;
    }
}
