package io.tender.model.batch;

import io.tender.model.BrokenRule;
import io.tender.model.Names;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;

/**
 * How much of each resource. A name that is absent stands for zero; a difference may be below zero.
 *
 * <p>Amounts are whole numbers of thousandths: of cores, of devices, of places for tasks. What is measured in bytes is
 * counted in thousandths of a kilobyte (of 1,000 bytes), that is, in bytes: see {@link #isBytes}.
 *
 * <p>Immutable: two parallel arrays over interned names, in the order of the names, without zeros.
 */
public final class ResourceList {
    public static final String CPU = Names.intern("cpu");
    public static final String MEMORY = Names.intern("memory");
    public static final String PODS = Names.intern("pods");
    public static final String STORAGE = Names.intern("ephemeral-storage");
    public static final String GPU = Names.intern("nvidia.com/gpu");

    private static final ResourceList EMPTY = new ResourceList(new String[0], new long[0]);

    private final String[] names;
    private final long[] millis;

    private ResourceList(String[] names, long[] millis) {
        this.names = names;
        this.millis = millis;
    }

    public static ResourceList empty() {
        return EMPTY;
    }

    /** Takes thousandths by name; zeros are dropped. */
    public static ResourceList of(Map<String, Long> millis) {
        Builder builder = new Builder(millis.size());
        new TreeMap<>(millis).forEach((name, amount) -> builder.add(checked(name), amount));
        return builder.build();
    }

    public static ResourceList of(String name, long millis) {
        return of(Map.of(name, millis));
    }

    /** Takes amounts as Kubernetes writes them, such as {@code cpu: 500m} and {@code memory: 4Gi}. */
    public static ResourceList parse(Map<String, String> amounts) {
        TreeMap<String, Long> millis = new TreeMap<>();
        amounts.forEach(
                (name, text) -> millis.put(name, isBytes(name) ? Quantity.parseWhole(text) : Quantity.parse(text)));
        return of(millis);
    }

    /** Reads {@code cpu=4 memory=8Gi pods=110}. */
    public static ResourceList parse(String text) {
        return parse(amounts(text));
    }

    /** The amounts of {@code cpu=4 memory=8Gi pods=110} as they are written, those of zero too. */
    public static SortedMap<String, String> amounts(String text) {
        TreeMap<String, String> amounts = new TreeMap<>();
        for (String word : text.trim().split("[ ,]+", -1)) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                amounts.put(word.substring(0, equals), word.substring(equals + 1));
            } else if (!word.isEmpty()) {
                throw BrokenRule.of(
                        "This is not an amount of a resource.",
                        "'" + word + "'",
                        "name=amount",
                        "write cpu=4 memory=8Gi");
            }
        }
        return amounts;
    }

    /** Whether a resource is measured in bytes, so that its amounts here are bytes and not thousandths. */
    public static boolean isBytes(String name) {
        return name.endsWith("memory") || name.endsWith("storage") || name.contains("hugepages-");
    }

    /** An amount of a resource as Kubernetes writes it. */
    public static String print(String name, long amount) {
        return isBytes(name) ? Quantity.printWhole(amount) : Quantity.print(amount);
    }

    private static String checked(String name) {
        if (name.isBlank()) {
            throw BrokenRule.of("A resource has no name.", "a blank name", "a name such as cpu", "name the resource");
        }
        return Names.intern(name);
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

    /** Thousandths of that resource (bytes of what is measured in bytes), zero if there is none. */
    @SuppressWarnings("ReferenceEquality") // names are interned: the fast path
    public long millis(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i] == name || names[i].equals(name)) {
                return millis[i];
            }
        }
        return 0;
    }

    public boolean has(String name) {
        return millis(name) != 0;
    }

    /** Whether nothing but places for tasks is asked for. */
    public boolean isBestEffort() {
        for (int i = 0; i < names.length; i++) {
            if (!names[i].equals(PODS) && millis[i] > 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether no amount of the other is larger than here; what is missing here counts as zero. */
    public boolean covers(ResourceList other) {
        for (int j = 0; j < other.names.length; j++) {
            if (millis(other.names[j]) < other.millis[j]) {
                return false;
            }
        }
        return true;
    }

    /** Whether the other is within this where this says something; what is missing here is unlimited. */
    public boolean limits(ResourceList other) {
        for (int i = 0; i < names.length; i++) {
            if (other.millis(names[i]) > millis[i]) {
                return false;
            }
        }
        return true;
    }

    /** The sum; what is more than fits, such as the bytes of fifty thousand large machines, counts as the most that does. */
    public ResourceList plus(ResourceList other) {
        return other.isEmpty() ? this : isEmpty() ? other : merge(other, ResourceList::sum);
    }

    /** A sum of two amounts that stops at the largest number rather than starting over below zero. */
    public static long sum(long left, long right) {
        long sum = left + right;
        boolean passed = ((left ^ sum) & (right ^ sum)) < 0;
        return !passed ? sum : left < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** The difference, below zero where the other has more. */
    public ResourceList minus(ResourceList other) {
        return other.isEmpty() ? this : merge(other, Math::subtractExact);
    }

    /** The smaller of each; what is missing on one side counts as zero. */
    public ResourceList min(ResourceList other) {
        return merge(other, Math::min);
    }

    public ResourceList max(ResourceList other) {
        return merge(other, Math::max);
    }

    /** What is above zero. */
    public ResourceList positive() {
        return max(EMPTY);
    }

    /** Each amount times a factor, rounded down. */
    public ResourceList times(double factor) {
        Builder builder = new Builder(names.length);
        for (int i = 0; i < names.length; i++) {
            builder.add(names[i], (long) Math.floor(millis[i] * factor));
        }
        return builder.build();
    }

    /** As many as this; what no long can hold counts as the most that does. */
    public ResourceList times(int count) {
        Builder builder = new Builder(names.length);
        for (int i = 0; i < names.length; i++) {
            builder.add(names[i], product(millis[i], count));
        }
        return builder.build();
    }

    private static long product(long amount, int count) {
        boolean passes = amount != 0 && Math.abs((long) count) > Long.MAX_VALUE / Math.abs(amount);
        return !passes ? amount * count : (amount < 0) == (count < 0) ? Long.MAX_VALUE : Long.MIN_VALUE;
    }

    /** Without that resource. */
    public ResourceList without(String name) {
        Builder builder = new Builder(names.length);
        for (int i = 0; i < names.length; i++) {
            if (!names[i].equals(name)) {
                builder.add(names[i], millis[i]);
            }
        }
        return builder.build();
    }

    /** Only the resources that the other names. */
    public ResourceList only(ResourceList other) {
        Builder builder = new Builder(names.length);
        for (int i = 0; i < names.length; i++) {
            if (other.has(names[i])) {
                builder.add(names[i], millis[i]);
            }
        }
        return builder.build();
    }

    private ResourceList merge(ResourceList other, LongBinaryOperator operator) {
        Builder builder = new Builder(names.length + other.names.length);
        int i = 0;
        int j = 0;
        while (i < names.length || j < other.names.length) {
            int order = i == names.length ? 1 : j == other.names.length ? -1 : compare(names[i], other.names[j]);
            String name = order <= 0 ? names[i] : other.names[j];
            long left = order <= 0 ? millis[i++] : 0;
            long right = order >= 0 ? other.millis[j++] : 0;
            builder.add(name, operator.applyAsLong(left, right));
        }
        return builder.build();
    }

    @SuppressWarnings("ReferenceEquality") // names are interned: the fast path
    private static int compare(String a, String b) {
        return a == b ? 0 : a.compareTo(b);
    }

    /** Thousandths by name. */
    public SortedMap<String, Long> asMap() {
        TreeMap<String, Long> map = new TreeMap<>();
        for (int i = 0; i < names.length; i++) {
            map.put(names[i], millis[i]);
        }
        return Collections.unmodifiableSortedMap(map);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ResourceList list
                && Arrays.equals(names, list.names)
                && Arrays.equals(millis, list.millis);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(names) + Arrays.hashCode(millis);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < names.length; i++) {
            text.append(i == 0 ? "" : " ").append(names[i]).append('=').append(print(names[i], millis[i]));
        }
        return text.isEmpty() ? "nothing" : text.toString();
    }

    /** Entries come in the order of their names. */
    private static final class Builder {
        private final String[] names;
        private final long[] millis;
        private int size;

        Builder(int most) {
            names = new String[most];
            millis = new long[most];
        }

        void add(String name, long amount) {
            if (amount != 0) {
                names[size] = name;
                millis[size++] = amount;
            }
        }

        ResourceList build() {
            if (size == 0) {
                return EMPTY;
            }
            return size == names.length
                    ? new ResourceList(names, millis)
                    : new ResourceList(Arrays.copyOf(names, size), Arrays.copyOf(millis, size));
        }
    }
}
