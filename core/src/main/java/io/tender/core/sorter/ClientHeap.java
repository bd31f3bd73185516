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

    private ShareClient[] clients = new ShareClient[16];
    private double[] values = new double[16];
    private int size;

    /** Where the smallest is; below zero once it was taken. */
    private int first;

    private boolean heaped;

    private final RadixOrder radix = new RadixOrder();
    private ShareClient[] sorted = {};

    /** The next of the sorted clients; below zero while they are not sorted. */
    private int next;

    /** The order of the active ones among some clients by their placed shares. */
    void byShare(List<ShareClient> some) {
        int count = begin(some);
        for (int i = 0; i < count; i++) {
            ShareClient client = clients[i];
            if (client.active) {
                put(client, client.node.placedShare);
            }
        }
    }

    /** A random order of the active ones among some clients, each as likely to be first as its weight says. */
    void byChance(Chance chance, long key, List<ShareClient> some, boolean equalWeights) {
        int count = begin(some);
        if (equalWeights) {
            for (int i = 0; i < count; i++) {
                ShareClient client = clients[i];
                if (client.active) {
                    long draw = chance.draw(Chance.keyWithHalf(key, client.half));
                    // As below, without the logarithm: the largest draw comes first.
                    put(client, ONE - (draw >>> 11));
                }
            }
        } else {
            for (int i = 0; i < count; i++) {
                ShareClient client = clients[i];
                if (client.active) {
                    double unit = Chance.unit(chance.draw(Chance.keyWithHalf(key, client.half)));
                    // The smallest of exponential variables with these rates comes first as often as its rate says.
                    put(client, -StrictMath.log(unit) / client.relativeWeight);
                }
            }
        }
    }

    /** Starts over with a copy of the list, which may change while these are served. */
    private int begin(List<ShareClient> some) {
        int count = some.size();
        if (clients.length < count) {
            clients = new ShareClient[count + count / 2];
            values = new double[clients.length];
        }
        clients = some.toArray(clients);
        size = 0;
        first = 0;
        heaped = false;
        next = -1;
        return count;
    }

    private void put(ShareClient client, double value) {
        clients[size] = client;
        values[size] = value;
        if (value < values[first] || (value == values[first] && size > 0 && tieBefore(client, clients[first]))) {
            first = size;
        }
        size++;
    }

    @Nullable
    ShareClient poll() {
        if (next >= 0) {
            return next < size ? sorted[next++] : null;
        }
        if (size == 0) {
            return null;
        }
        if (first >= 0) {
            int at = first;
            first = -1;
            return remove(at);
        }
        if (!heaped) {
            for (int i = size / 2 - 1; i >= 0; i--) {
                siftDown(i);
            }
            heaped = true;
        }
        ShareClient top = remove(0);
        siftDown(0);
        return top;
    }

    /** Puts all in order at once, which is faster than taking them one by one. Meant for random values, none negative. */
    void sort() {
        if (sorted.length < size) {
            sorted = new ShareClient[clients.length];
        }
        int[] places = radix.sort(values, size);
        for (int i = 0; i < size; i++) {
            int place = places[i];
            int at = i;
            while (at > 0 && before(place, places[at - 1])) {
                places[at] = places[at - 1];
                sorted[at] = sorted[at - 1];
                at--;
            }
            places[at] = place;
            sorted[at] = clients[place];
        }
        next = 0;
    }

    private ShareClient remove(int at) {
        ShareClient client = clients[at];
        size--;
        clients[at] = clients[size];
        values[at] = values[size];
        return client;
    }

    private void siftDown(int from) {
        int at = from;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && before(child + 1, child)) {
                child++;
            }
            if (!before(child, at)) {
                return;
            }
            ShareClient client = clients[at];
            double value = values[at];
            clients[at] = clients[child];
            values[at] = values[child];
            clients[child] = client;
            values[child] = value;
            at = child;
        }
    }

    private boolean before(int left, int right) {
        int order = Double.compare(values[left], values[right]);
        return order == 0 ? tieBefore(clients[left], clients[right]) : order < 0;
    }

    private static boolean tieBefore(ShareClient left, ShareClient right) {
        int order = Long.compare(left.node.placedCount, right.node.placedCount);
        return order < 0 || (order == 0 && ShareNode.comparePaths(left.path, right.path) < 0);
    }
}
