package io.tender.extender.server;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Finds names by their bytes; it is made when the first is looked for. */
final class NameIndex {
    /** Multiplies hashes of names that were counted up, and differ in their last digits alone, far apart. */
    private static final int SPREAD = 0x9e3779b9;

    /** How many others may lie where a name should: names that were made to collide are simply not found. */
    private static final int MOST_COLLISIONS = 32;

    private final SaidNames names;
    private volatile int @Nullable [] places;

    NameIndex(SaidNames names) {
        this.names = names;
    }

    /** Which of the names lies there; below zero if none does. */
    int find(byte[] bytes, int from, int end) {
        if (names.size() == 0 || from >= end || bytes[from] != '"') {
            return -1;
        }
        int to = from + 1;
        while (to < end && bytes[to] != '"') {
            to += bytes[to] == '\\' ? 2 : 1;
        }
        if (to >= end) {
            return -1;
        }
        to++;
        int[] all = places();
        int slot = slot(bytes, from, to, all.length);
        for (int tried = 0; tried < MOST_COLLISIONS && all[slot] > 0; tried++) {
            int found = all[slot] - 1;
            if (Arrays.equals(names.bytes(), names.begin(found), names.end(found), bytes, from, to)) {
                return found;
            }
            slot = (slot + 1) & (all.length - 1);
        }
        return -1;
    }

    /** Counted from one: nothing is at a place that is 0. At least half of them are. */
    private int[] places() {
        int[] made = places;
        if (made == null) {
            made = new int[Integer.highestOneBit(names.size()) * 4];
            for (int i = 0; i < names.size(); i++) {
                int slot = slot(names.bytes(), names.begin(i), names.end(i), made.length);
                for (int tried = 1; tried < MOST_COLLISIONS && made[slot] > 0; tried++) {
                    slot = (slot + 1) & (made.length - 1);
                }
                made[slot] = i + 1;
            }
            places = made;
        }
        return made;
    }

    private static int slot(byte[] bytes, int from, int to, int slots) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        hash *= SPREAD;
        return (hash ^ (hash >>> 16)) & (slots - 1);
    }
}
