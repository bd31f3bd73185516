package io.tender.model;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How much at most of each scalar resource: a name that is absent is unlimited, and a zero means none at all. */
@SuppressWarnings("ReferenceEquality") // what is unchanged stays the same instance, and is asked for as such
public final class ResourceLimits {
    private static final ResourceLimits NONE = new ResourceLimits(new String[0], new long[0]);

    private final String[] names;
    private final long[] millis;

    private ResourceLimits(String[] names, long[] millis) {
        this.names = names;
        this.millis = millis;
    }

    public static ResourceLimits none() {
        return NONE;
    }

    /** Reads {@code cpus:1;mem:0}; a name given twice is refused, since either could be meant. */
    public static ResourceLimits parse(String text) {
        return of(new AmountsText(text).readOnce());
    }

    public static ResourceLimits of(Map<String, Long> millis) {
        if (millis.isEmpty()) {
            return NONE;
        }
        String[] names = new String[millis.size()];
        long[] amounts = new long[millis.size()];
        int size = 0;
        for (Map.Entry<String, Long> entry : new TreeMap<>(millis).entrySet()) {
            AmountsText.check(entry.getKey(), entry.getValue());
            names[size] = Names.intern(entry.getKey());
            amounts[size++] = entry.getValue();
        }
        return new ResourceLimits(names, amounts);
    }

    /** Limits that allow exactly these quantities and leave other names unlimited. */
    public static ResourceLimits of(ResourceQuantities quantities) {
        if (quantities.isEmpty()) {
            return NONE;
        }
        String[] names = new String[quantities.size()];
        long[] amounts = new long[quantities.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = quantities.name(i);
            amounts[i] = quantities.millis(i);
        }
        return new ResourceLimits(names, amounts);
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

    public OptionalLong limit(String name) {
        int index = Arrays.binarySearch(names, name);
        return index < 0 ? OptionalLong.empty() : OptionalLong.of(millis[index]);
    }

    /** Whether the quantities stay within every limit. */
    public boolean contains(ResourceQuantities quantities) {
        for (int i = 0, j = 0; i < names.length; i++) {
            while (j < quantities.size() && Names.compare(quantities.name(j), names[i]) < 0) {
                j++;
            }
            if (j < quantities.size() && Names.same(quantities.name(j), names[i]) && quantities.millis(j) > millis[i]) {
                return false;
            }
        }
        return true;
    }

    /** What may still be used once the quantities are; never below zero. */
    public ResourceLimits minus(ResourceQuantities quantities) {
        long[] left = millis;
        for (int i = 0, j = 0; i < names.length; i++) {
            while (j < quantities.size() && Names.compare(quantities.name(j), names[i]) < 0) {
                j++;
            }
            if (j < quantities.size() && Names.same(quantities.name(j), names[i]) && millis[i] > 0) {
                left = left == millis ? millis.clone() : left;
                left[i] = Math.max(0, millis[i] - quantities.millis(j));
            }
        }
        return left == millis ? this : new ResourceLimits(names, left);
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return this == object
                || (object instanceof ResourceLimits other
                        && Arrays.equals(millis, other.millis)
                        && Arrays.equals(names, other.names));
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(names) + Arrays.hashCode(millis);
    }

    /** The canonical text, such as {@code cpus:1;mem:0}, which parses back to the same limits. */
    @Override
    public String toString() {
        return AmountsText.print(names, millis);
    }
}
