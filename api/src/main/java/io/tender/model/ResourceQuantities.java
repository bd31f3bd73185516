package io.tender.model;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How much of each scalar resource, whoever it is reserved for: a name that is absent stands for zero.
 *
 * <p>Two parallel arrays over interned names, because the allocator adds and compares these more often than anything
 * else. Operations that change nothing return an operand.
 */
@SuppressWarnings("ReferenceEquality") // what is unchanged stays the same instance, and is asked for as such
public final class ResourceQuantities {
    private static final ResourceQuantities EMPTY = new ResourceQuantities(new String[0], new long[0]);

    private final String[] names;
    private final long[] millis;

    private ResourceQuantities(String[] names, long[] millis) {
        this.names = names;
        this.millis = millis;
    }

    public static ResourceQuantities empty() {
        return EMPTY;
    }

    /** Reads {@code cpus:1;mem:10}; repeated names add up, zeros are dropped. */
    public static ResourceQuantities parse(String text) {
        return of(new AmountsText(text).readAdding());
    }

    public static ResourceQuantities of(String name, long millis) {
        return of(Map.of(name, millis));
    }

    /** Takes thousandths by name; zeros are dropped, negative amounts refused. */
    public static ResourceQuantities of(Map<String, Long> millis) {
        String[] names = new String[millis.size()];
        long[] amounts = new long[millis.size()];
        int size = 0;
        for (Map.Entry<String, Long> entry : new TreeMap<>(millis).entrySet()) {
            AmountsText.check(entry.getKey(), entry.getValue());
            if (entry.getValue() > 0) {
                names[size] = Names.intern(entry.getKey());
                amounts[size++] = entry.getValue();
            }
        }
        return ofSorted(names, amounts, size);
    }

    /** Takes the first {@code size} entries of arrays already sorted by interned name, all amounts above zero. */
    public static ResourceQuantities ofSorted(String[] names, long[] millis, int size) {
        return size == 0 ? EMPTY : new ResourceQuantities(Arrays.copyOf(names, size), Arrays.copyOf(millis, size));
    }

    public int size() {
        return names.length;
    }

    public boolean isEmpty() {
        return names.length == 0;
    }

    public String name(int index) {
        return names[index];
    }

    public long millis(int index) {
        return millis[index];
    }

    /** The amount of that name, zero if there is none. */
    public long millis(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i] == name) {
                return millis[i];
            }
        }
        int index = Arrays.binarySearch(names, name);
        return index < 0 ? 0 : millis[index];
    }

    /** Whether every amount of the other is here at least as large. */
    public boolean contains(ResourceQuantities other) {
        if (this == other) {
            return true;
        }
        int i = 0;
        for (int j = 0; j < other.names.length; j++) {
            i = seek(i, other.names[j]);
            if (i == names.length || !Names.same(names[i], other.names[j]) || millis[i] < other.millis[j]) {
                return false;
            }
            i++;
        }
        return true;
    }

    /** The first index from {@code from} on whose name is not below the given one. */
    private int seek(int from, String name) {
        int i = from;
        while (i < names.length && Names.compare(names[i], name) < 0) {
            i++;
        }
        return i;
    }

    public ResourceQuantities plus(ResourceQuantities other) {
        if (other.isEmpty()) {
            return this;
        }
        if (isEmpty()) {
            return other;
        }
        return sameNames(other) ? plusAligned(other) : plusMerged(other);
    }

    private boolean sameNames(ResourceQuantities other) {
        if (names == other.names) {
            return true;
        }
        if (names.length != other.names.length) {
            return false;
        }
        for (int i = 0; i < names.length; i++) {
            if (!Names.same(names[i], other.names[i])) {
                return false;
            }
        }
        return true;
    }

    private ResourceQuantities plusAligned(ResourceQuantities other) {
        long[] sums = new long[millis.length];
        for (int i = 0; i < sums.length; i++) {
            sums[i] = Math.addExact(millis[i], other.millis[i]);
        }
        return new ResourceQuantities(names, sums);
    }

    private ResourceQuantities plusMerged(ResourceQuantities other) {
        String[] union = new String[names.length + other.names.length];
        long[] sums = new long[union.length];
        int size = 0;
        int i = 0;
        int j = 0;
        while (i < names.length || j < other.names.length) {
            int order = i == names.length ? 1 : j == other.names.length ? -1 : Names.compare(names[i], other.names[j]);
            union[size] = order <= 0 ? names[i] : other.names[j];
            sums[size++] =
                    order < 0 ? millis[i] : order > 0 ? other.millis[j] : Math.addExact(millis[i], other.millis[j]);
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        return size == names.length
                ? new ResourceQuantities(names, Arrays.copyOf(sums, size))
                : ofSorted(union, sums, size);
    }

    /** What is left; an amount that would not stay above zero disappears. */
    public ResourceQuantities minus(ResourceQuantities other) {
        if (this == other) {
            return EMPTY;
        }
        long[] left = millis;
        int gone = 0;
        int i = 0;
        for (int j = 0; j < other.names.length; j++) {
            i = seek(i, other.names[j]);
            if (i == names.length) {
                break;
            }
            if (Names.same(names[i], other.names[j])) {
                left = left == millis ? millis.clone() : left;
                left[i] = Math.max(0, millis[i] - other.millis[j]);
                gone += left[i] == 0 ? 1 : 0;
                i++;
            }
        }
        return left == millis ? this : withAmounts(left, gone);
    }

    /** Each amount cut to that of the target, where absent means zero. */
    ResourceQuantities cappedBy(ResourceQuantities target) {
        if (this == target) {
            return this;
        }
        long[] cut = millis;
        int gone = 0;
        for (int i = 0, j = 0; i < names.length; i++) {
            while (j < target.names.length && Names.compare(target.names[j], names[i]) < 0) {
                j++;
            }
            boolean named = j < target.names.length && Names.same(target.names[j], names[i]);
            long most = named ? target.millis[j] : 0;
            if (millis[i] > most) {
                cut = cut == millis ? millis.clone() : cut;
                cut[i] = most;
                gone += most == 0 ? 1 : 0;
            }
        }
        return cut == millis ? this : withAmounts(cut, gone);
    }

    /** Each amount cut to its limit, where absent means unlimited. */
    ResourceQuantities cappedBy(ResourceLimits limits) {
        long[] cut = millis;
        int gone = 0;
        for (int i = 0, j = 0; i < names.length && j < limits.size(); i++) {
            while (j < limits.size() && Names.compare(limits.name(j), names[i]) < 0) {
                j++;
            }
            if (j < limits.size() && Names.same(limits.name(j), names[i]) && millis[i] > limits.millis(j)) {
                cut = cut == millis ? millis.clone() : cut;
                cut[i] = limits.millis(j);
                gone += cut[i] == 0 ? 1 : 0;
            }
        }
        return cut == millis ? this : withAmounts(cut, gone);
    }

    private ResourceQuantities withAmounts(long[] amounts, int zeros) {
        if (zeros == 0) {
            return new ResourceQuantities(names, amounts);
        }
        if (zeros == names.length) {
            return EMPTY;
        }
        String[] keptNames = new String[names.length - zeros];
        long[] kept = new long[names.length - zeros];
        int size = 0;
        for (int i = 0; i < names.length; i++) {
            if (amounts[i] > 0) {
                keptNames[size] = names[i];
                kept[size++] = amounts[i];
            }
        }
        return new ResourceQuantities(keptNames, kept);
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return this == object
                || (object instanceof ResourceQuantities other
                        && Arrays.equals(millis, other.millis)
                        && sameNames(other));
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(names) + Arrays.hashCode(millis);
    }

    /** The canonical text, such as {@code cpus:1;mem:10}, which parses back to the same quantities. */
    @Override
    public String toString() {
        return AmountsText.print(names, millis);
    }
}
