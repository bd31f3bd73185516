package io.tender.core.batch.plugin;

import io.tender.model.batch.ResourceList;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * A sum of resources that is changed in place, because books are kept for every task that is placed. Names are interned,
 * so most comparisons are by identity; there are few of them, so a list is faster than a map.
 */
final class Holding {
    private String[] names = new String[4];
    private long[] millis = new long[4];
    private int size;

    static Holding of(ResourceList list) {
        Holding holding = new Holding();
        holding.add(list);
        return holding;
    }

    static Holding copyOf(Holding other) {
        Holding holding = new Holding();
        holding.names = other.names.clone();
        holding.millis = other.millis.clone();
        holding.size = other.size;
        return holding;
    }

    void add(ResourceList list) {
        for (int i = 0; i < list.size(); i++) {
            int at = place(list.name(i));
            millis[at] = ResourceList.sum(millis[at], list.millis(i));
        }
    }

    void subtract(ResourceList list) {
        for (int i = 0; i < list.size(); i++) {
            millis[place(list.name(i))] -= list.millis(i);
        }
    }

    void add(Holding other) {
        for (int i = 0; i < other.size; i++) {
            int at = place(other.names[i]);
            millis[at] = ResourceList.sum(millis[at], other.millis[i]);
        }
    }

    /** Adds a part of the other. */
    void addScaled(Holding other, double factor) {
        for (int i = 0; i < other.size; i++) {
            millis[place(other.names[i])] += (long) (other.millis[i] * factor);
        }
    }

    void clear() {
        size = 0;
        Arrays.fill(millis, 0);
    }

    private int place(String name) {
        int at = find(name);
        if (at >= 0) {
            return at;
        }
        if (size == names.length) {
            names = Arrays.copyOf(names, size * 2);
            millis = Arrays.copyOf(millis, size * 2);
        }
        names[size] = name;
        millis[size] = 0;
        return size++;
    }

    @SuppressWarnings("ReferenceEquality") // names are interned: the fast path
    private int find(String name) {
        for (int i = 0; i < size; i++) {
            if (names[i] == name) {
                return i;
            }
        }
        for (int i = 0; i < size; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** Thousandths of that resource, zero if there is none. */
    long millis(String name) {
        int at = find(name);
        return at < 0 ? 0 : millis[at];
    }

    /** The largest part of any of these totals that is held; what is held of nothing counts as all. */
    double shareOf(ResourceList total) {
        double share = 0;
        for (int i = 0; i < total.size(); i++) {
            share = Math.max(share, part(millis(total.name(i)), total.millis(i)));
        }
        return share;
    }

    static double part(long held, long total) {
        if (total <= 0) {
            return held <= 0 ? 0 : 1;
        }
        return (double) held / total;
    }

    /** Whether this with the request added stays within the limit, in the resources requested; what the limit lacks is zero. */
    boolean leavesRoomFor(ResourceList request, ResourceList limit) {
        return firstBeyond(request, limit) < 0;
    }

    /** Which of the requested resources passes the limit first; below zero if none does. */
    int firstBeyond(ResourceList request, ResourceList limit) {
        for (int i = 0; i < request.size(); i++) {
            long wanted = request.millis(i);
            if (wanted > 0 && millis(request.name(i)) + wanted > limit.millis(request.name(i))) {
                return i;
            }
        }
        return -1;
    }

    /** In words: {@code cpu 12 of 10}. */
    String excess(ResourceList request, ResourceList limit) {
        int at = firstBeyond(request, limit);
        if (at < 0) {
            return "nothing";
        }
        String name = request.name(at);
        return name + " " + ResourceList.print(name, millis(name) + request.millis(at)) + " of "
                + ResourceList.print(name, limit.millis(name));
    }

    ResourceList toList() {
        TreeMap<String, Long> map = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            map.put(names[i], millis[i]);
        }
        return ResourceList.of(map);
    }

    @Override
    public String toString() {
        return toList().toString();
    }
}
