package io.tender.extender.server;

import java.util.Arrays;
import java.util.List;

/** The names of agents as JSON, in quotes: to write thousands of them is then to copy them. */
final class SaidNames {
    private final byte[] bytes;
    /** Where each name has its first quote, and where it is over. */
    private final int[] begins;

    private final int[] ends;

    private SaidNames(byte[] bytes, int[] begins, int[] ends) {
        this.bytes = bytes;
        this.begins = begins;
        this.ends = ends;
    }

    static SaidNames of(List<Agent> agents) {
        JsonOut out = new JsonOut(24 * agents.size());
        int[] begins = new int[agents.size()];
        int[] ends = new int[agents.size()];
        for (int i = 0; i < agents.size(); i++) {
            begins[i] = out.size();
            out.text(agents.get(i).name());
            ends[i] = out.size();
        }
        return new SaidNames(out.reply().body(), begins, ends);
    }

    /** As they lie in bytes that were sent, which nobody may change. */
    static SaidNames sent(byte[] bytes, int[] begins, int[] ends) {
        return new SaidNames(bytes, begins, ends);
    }

    /** The same, in a copy of the part of the bytes in which all of them lie. */
    SaidNames within(int from, int to) {
        return new SaidNames(Arrays.copyOfRange(bytes, from, to), shifted(begins, -from), shifted(ends, -from));
    }

    private static int[] shifted(int[] places, int by) {
        int[] all = places.clone();
        for (int i = 0; i < all.length; i++) {
            all[i] += by;
        }
        return all;
    }

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return begins.length;
    }

    int begin(int index) {
        return begins[index];
    }

    int end(int index) {
        return ends[index];
    }

    /** How many of them, counted from the first, are over before or at that place. */
    int over(int place) {
        int found = Arrays.binarySearch(ends, place);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** How many bytes all of them take at most. */
    int length() {
        return bytes.length;
    }

    /** As the key of a member. */
    void key(JsonOut out, int index, boolean first) {
        item(out, index, first);
        out.sign(':');
    }

    /** As an item of a list. */
    void item(JsonOut out, int index, boolean first) {
        if (!first) {
            out.sign(',');
        }
        out.plain(bytes, begins[index], ends[index]);
    }
}
