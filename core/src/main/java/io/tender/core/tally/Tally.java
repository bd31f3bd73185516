package io.tender.core.tally;

import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import java.util.Arrays;

/**
 * A running sum of quantities that is changed in place, since the allocator adds and takes away all the time.
 *
 * <p>Sums wrap around instead of failing: what is counted was bounded before it came here, and even if it had not been,
 * taking away what was added gives the old sum again, while an exception would leave half a change behind.
 */
public final class Tally {

    private static final int LEAST_ROOM = 4;

    // Made with the first amount: most sums in a large cluster are of nothing.
    private static final String[] NO_NAMES = {};
    private static final long[] NO_MILLIS = {};

    private String[] names = NO_NAMES;
    private long[] millis = NO_MILLIS;
    private int size;

    public void add(ResourceQuantities quantities) {
        int at = 0;
        for (int i = 0; i < quantities.size(); i++) {
            at = place(quantities.name(i), at);
            millis[at] += quantities.millis(i);
            at++;
        }
    }

    /** Takes away what was added before; the sum may run below zero only if the caller takes more than was there. */
    public void subtract(ResourceQuantities quantities) {
        int at = 0;
        for (int i = 0; i < quantities.size(); i++) {
            at = place(quantities.name(i), at);
            millis[at] -= quantities.millis(i);
            at++;
        }
    }

    public void add(Tally other) {
        int at = 0;
        for (int i = 0; i < other.size; i++) {
            at = place(other.names[i], at);
            millis[at] += other.millis[i];
            at++;
        }
    }

    public void subtract(Tally other) {
        int at = 0;
        for (int i = 0; i < other.size; i++) {
            at = place(other.names[i], at);
            millis[at] -= other.millis[i];
            at++;
        }
    }

    /** Takes away quantities, stopping at zero for each name. */
    public void subtractToZero(ResourceQuantities quantities) {
        subtract(quantities);
        clip();
    }

    /** Raises every amount below zero to zero. */
    public void clip() {
        for (int i = 0; i < size; i++) {
            millis[i] = Math.max(0, millis[i]);
        }
    }

    public void set(Tally other) {
        if (names.length < other.size) {
            names = new String[other.names.length];
            millis = new long[other.names.length];
        }
        System.arraycopy(other.names, 0, names, 0, other.size);
        System.arraycopy(other.millis, 0, millis, 0, other.size);
        size = other.size;
    }

    public void clear() {
        size = 0;
    }

    public int size() {
        return size;
    }

    public String name(int index) {
        return names[index];
    }

    public long millis(int index) {
        return millis[index];
    }

    public long millis(String name) {
        int at = find(name);
        return at < size && same(names[at], name) ? millis[at] : 0;
    }

    /** Whether no amount is above zero. */
    public boolean isEmpty() {
        for (int i = 0; i < size; i++) {
            if (millis[i] > 0) {
                return false;
            }
        }
        return true;
    }

    /** The amounts above zero. */
    public ResourceQuantities toQuantities() {
        String[] keptNames = new String[size];
        long[] kept = new long[size];
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (millis[i] > 0) {
                keptNames[count] = names[i];
                kept[count++] = millis[i];
            }
        }
        return ResourceQuantities.ofSorted(keptNames, kept, count);
    }

    /** Whether all of the wanted quantities are here. */
    public boolean covers(ResourceQuantities wanted) {
        int at = 0;
        for (int i = 0; i < wanted.size(); i++) {
            String name = wanted.name(i);
            while (at < size && compare(names[at], name) < 0) {
                at++;
            }
            if (at == size || !same(names[at], name) || millis[at] < wanted.millis(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether nothing is left of any of the limits. */
    public boolean exhausts(ResourceLimits limits) {
        int at = 0;
        for (int i = 0; i < limits.size(); i++) {
            String name = limits.name(i);
            while (at < size && compare(names[at], name) < 0) {
                at++;
            }
            long amount = at < size && same(names[at], name) ? millis[at] : 0;
            if (amount < limits.millis(i)) {
                return false;
            }
        }
        return true;
    }

    /** What of the wanted quantities is missing here. */
    public ResourceQuantities missingFrom(ResourceQuantities wanted) {
        if (wanted.isEmpty()) {
            return wanted;
        }
        String[] keptNames = new String[wanted.size()];
        long[] kept = new long[wanted.size()];
        int count = 0;
        for (int i = 0; i < wanted.size(); i++) {
            long missing = wanted.millis(i) - Math.max(0, millis(wanted.name(i)));
            if (missing > 0) {
                keptNames[count] = wanted.name(i);
                kept[count++] = missing;
            }
        }
        return ResourceQuantities.ofSorted(keptNames, kept, count);
    }

    /** What is left of the limits once this is taken. */
    public ResourceLimits remainderOf(ResourceLimits limits) {
        return limits.minus(toQuantities());
    }

    private int find(String name) {
        int at = 0;
        while (at < size && compare(names[at], name) < 0) {
            at++;
        }
        return at;
    }

    /** The index of a name from {@code from} on, made if it is new. */
    private int place(String name, int from) {
        int at = from;
        while (at < size && compare(names[at], name) < 0) {
            at++;
        }
        if (at == size || !same(names[at], name)) {
            insert(at, name);
        }
        return at;
    }

    private void insert(int at, String name) {
        if (size == names.length) {
            int room = Math.max(LEAST_ROOM, size * 2);
            names = Arrays.copyOf(names, room);
            millis = Arrays.copyOf(millis, room);
        }
        System.arraycopy(names, at, names, at + 1, size - at);
        System.arraycopy(millis, at, millis, at + 1, size - at);
        names[at] = name;
        millis[at] = 0;
        size++;
    }

    /** The order of names in a tally. */
    @SuppressWarnings("ReferenceEquality") // names are interned; equal instances are the common case
    public static int compare(String a, String b) {
        return a == b ? 0 : a.compareTo(b);
    }

    @SuppressWarnings("ReferenceEquality") // names are interned; equal instances are the common case
    private static boolean same(String a, String b) {
        return a == b || a.equals(b);
    }

    @Override
    public String toString() {
        return toQuantities().toString();
    }
}
