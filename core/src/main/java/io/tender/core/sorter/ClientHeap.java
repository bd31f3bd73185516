package io.tender.core.sorter;

import io.tender.spi.Chance;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Clients by value, then count, then path, the smallest first. The first is known as soon as all are in; the others are
 * put in order only when somebody asks for a second one, which in most rounds nobody does.
 */
final class ClientHeap {

    private static final double ONE = 1L << 53;

    /** What is left of a draw below {@link #ONE} when only so many bits of it are looked at as an int has. */
    private static final int ROUGH = 53 - 31;

    /** Values further apart than this part of them are in the same order as the exact ones. */
    private static final double NEAR = 4 * RoughLogarithm.ERROR;

    /** So many times twice the buckets for values of which most lie in a small part of their range. */
    private static final int UNEVEN = 2;

    private static final ShareClient[] NONE = {};

    /** All clients, where the values belong to all; else a copy of those asked for, which may change meanwhile. */
    private ShareClient[] clients = NONE;

    private ShareClient[] some = NONE;
    private double[] values = {};
    private int size;

    /** Whether the values are what they seem; else they may be off by a little, and close ones are worked out. */
    private boolean exact;

    private Chance chance = key -> key;
    private long key;

    /** Where the smallest is, if it was looked for; below zero once it was taken. */
    private int first;

    private static final int NOT_SOUGHT = Integer.MAX_VALUE;

    /** The places of the others as a heap, or of all in order; filled when they are asked for. */
    private int[] places = {};

    private int heaped;

    private final BucketOrder buckets = new BucketOrder();
    private int[] keys = {};
    private int[] sorted = {};

    /** The next of the sorted places; below zero while they are not sorted. */
    private int next;

    /** The order of the active ones among some clients by their placed shares. */
    void byShare(List<ShareClient> wanted) {
        copyActive(wanted);
        for (int i = 0; i < size; i++) {
            values[i] = clients[i].node.placedShare;
        }
        exact = true;
        findFirst();
    }

    /** A random order of all clients that have weights, each as likely to be first as its weight says. */
    void byChance(Chance source, long drawKey, RelativeWeights all) {
        begin(all.clients, all.size(), source, drawKey);
        double[] results = values;
        long[] halves = all.halves;
        if (all.areEqual()) {
            for (int i = 0; i < size; i++) {
                results[i] = byDraw(source.draw(Chance.keyWithHalf(drawKey, halves[i])));
            }
        } else {
            double[] weights = all.weights;
            for (int i = 0; i < size; i++) {
                double unit = Chance.unit(source.draw(Chance.keyWithHalf(drawKey, halves[i])));
                results[i] = -RoughLogarithm.of(unit) / weights[i];
            }
        }
        exact = all.areEqual();
        // Whoever wants all of them in order has no use for the first alone.
        first = NOT_SOUGHT;
    }

    /** The same among the active ones of some clients. */
    void byChance(Chance source, long drawKey, List<ShareClient> wanted, boolean equalWeights) {
        copyActive(wanted);
        chance = source;
        key = drawKey;
        for (int i = 0; i < size; i++) {
            ShareClient client = clients[i];
            long draw = source.draw(Chance.keyWithHalf(drawKey, client.half));
            values[i] = equalWeights ? byDraw(draw) : -RoughLogarithm.of(Chance.unit(draw)) / client.relativeWeight;
        }
        exact = equalWeights;
        findFirst();
    }

    /** As {@link #byWeight}, without the logarithm: the largest draw comes first. */
    private static double byDraw(long draw) {
        return ONE - (draw >>> 11);
    }

    /** The smallest of exponential variables with these rates comes first as often as its rate says. */
    private double byWeight(ShareClient client) {
        // Strict, lest another machine answer differently.
        return -StrictMath.log(Chance.unit(chance.draw(Chance.keyWithHalf(key, client.half)))) / client.relativeWeight;
    }

    private void copyActive(List<ShareClient> wanted) {
        int count = wanted.size();
        if (some.length < count) {
            some = new ShareClient[count + count / 2];
        }
        some = wanted.toArray(some);
        int active = 0;
        for (int i = 0; i < count; i++) {
            if (some[i].active) {
                some[active++] = some[i];
            }
        }
        begin(some, active, chance, key);
    }

    private void begin(ShareClient[] all, int count, Chance source, long drawKey) {
        clients = all;
        size = count;
        chance = source;
        key = drawKey;
        if (values.length < count) {
            values = new double[count + count / 2];
        }
        heaped = -1;
        next = -1;
    }

    private void findFirst() {
        first = 0;
        double[] all = values;
        double least = size == 0 ? 0 : all[0];
        double enough = least + least * NEAR;
        for (int i = 1; i < size; i++) {
            if (all[i] <= enough && before(i, first)) {
                first = i;
                enough = all[i] + all[i] * NEAR;
            }
        }
    }

    @Nullable
    ShareClient poll() {
        if (next >= 0) {
            return next < size ? clients[sorted[next++]] : null;
        }
        if (heaped < 0) {
            if (size == 0) {
                return null;
            }
            if (first == NOT_SOUGHT) {
                findFirst();
            }
            if (first >= 0) {
                int at = first;
                first = -1 - at;
                return clients[at];
            }
            heap(-1 - first);
        }
        if (heaped == 0) {
            return null;
        }
        ShareClient top = clients[places[0]];
        places[0] = places[--heaped];
        siftDown(0);
        return top;
    }

    /** Makes a heap of all but the one that was served. */
    private void heap(int served) {
        if (places.length < size) {
            places = new int[values.length];
        }
        heaped = 0;
        for (int i = 0; i < size; i++) {
            if (i != served) {
                places[heaped++] = i;
            }
        }
        for (int i = heaped / 2 - 1; i >= 0; i--) {
            siftDown(i);
        }
    }

    /** Puts all in order at once, which is faster than taking them one by one. Meant for random values, none negative. */
    void sort() {
        if (keys.length < size) {
            keys = new int[values.length];
        }
        // Either way in the order of the values: evenly spread ones by their size, others by their logarithm.
        if (exact) {
            for (int i = 0; i < size; i++) {
                keys[i] = (int) (((long) values[i] - 1) >>> ROUGH);
            }
        } else {
            for (int i = 0; i < size; i++) {
                keys[i] = (int) (Double.doubleToRawLongBits(values[i]) >>> Integer.SIZE) & Integer.MAX_VALUE;
            }
        }
        sorted = buckets.sort(keys, size, exact ? 0 : UNEVEN);
        for (int i = 1; i < size; i++) {
            int place = sorted[i];
            int at = i;
            while (at > 0 && before(place, sorted[at - 1])) {
                sorted[at] = sorted[at - 1];
                at--;
            }
            sorted[at] = place;
        }
        next = 0;
    }

    /** The paths of all, in order; all must have been sorted. */
    void paths(String[] of, String[] into) {
        int[] order = sorted;
        for (int i = 0; i < size; i++) {
            into[i] = of[order[i]];
        }
        next = size;
    }

    private void siftDown(int from) {
        int at = from;
        while (2 * at + 1 < heaped) {
            int child = 2 * at + 1;
            if (child + 1 < heaped && before(places[child + 1], places[child])) {
                child++;
            }
            if (!before(places[child], places[at])) {
                return;
            }
            int place = places[at];
            places[at] = places[child];
            places[child] = place;
            at = child;
        }
    }

    private boolean before(int left, int right) {
        double a = values[left];
        double b = values[right];
        double apart = exact ? 0 : a * NEAR;
        return Math.abs(a - b) > apart ? a < b : closeBefore(left, right);
    }

    private boolean closeBefore(int left, int right) {
        ShareClient a = clients[left];
        ShareClient b = clients[right];
        int order = exact ? Double.compare(values[left], values[right]) : Double.compare(byWeight(a), byWeight(b));
        if (order == 0) {
            order = Long.compare(a.node.placedCount, b.node.placedCount);
        }
        return order < 0 || (order == 0 && ShareNode.comparePaths(a.path, b.path) < 0);
    }
}
