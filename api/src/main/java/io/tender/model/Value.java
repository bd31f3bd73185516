package io.tender.model;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How much of a resource, or what an attribute says. */
public sealed interface Value {
    /** A number, in thousandths. */
    record Scalar(long millis) implements Value {
        /** Rounds half away from zero to three decimals; what is negative, too large or rounds to nothing is refused. */
        public static Scalar of(BigDecimal amount) {
            Millis.Parsed parsed = Millis.of(amount);
            Optional<String> complaint = Millis.complaint(parsed);
            if (parsed instanceof Millis.Parsed.Exact exact && complaint.isEmpty()) {
                return new Scalar(exact.millis());
            }
            throw BrokenRule.of(
                    "An amount cannot be used.",
                    amount,
                    complaint.orElse("a number"),
                    "give an amount that is exact to a thousandth");
        }

        @Override
        public String toString() {
            return Millis.print(millis);
        }
    }

    /** A word or sentence; attributes only. */
    record Text(String text) implements Value {
        @Override
        public String toString() {
            return text;
        }
    }

    /** Numbers such as ports, as inclusive ranges over unsigned 64-bit integers, sorted and coalesced. */
    final class Ranges implements Value {
        private static final Ranges EMPTY = new Ranges(new long[0]);

        /** Begin and end alternate; no range touches the next. */
        private final long[] bounds;

        private Ranges(long[] bounds) {
            this.bounds = bounds;
        }

        public static Ranges empty() {
            return EMPTY;
        }

        public static Ranges of(long begin, long end) {
            return ofBounds(begin, end);
        }

        /** Takes begin and end in turn, in any order of ranges; overlapping and adjacent ranges become one. */
        public static Ranges ofBounds(long... beginsAndEnds) {
            return wrap(RangeMath.canonical(beginsAndEnds));
        }

        private static Ranges wrap(long[] bounds) {
            return bounds.length == 0 ? EMPTY : new Ranges(bounds);
        }

        /** The number of ranges. */
        public int size() {
            return bounds.length / 2;
        }

        public boolean isEmpty() {
            return bounds.length == 0;
        }

        /** The first number of a range, to be read as unsigned. */
        public long begin(int index) {
            return bounds[2 * index];
        }

        /** The last number of a range, to be read as unsigned. */
        public long end(int index) {
            return bounds[2 * index + 1];
        }

        /** How many numbers, at most {@link Long#MAX_VALUE}. */
        public long count() {
            return RangeMath.count(bounds);
        }

        public Ranges plus(Ranges other) {
            return replaced(RangeMath.union(bounds, other.bounds), other);
        }

        public Ranges minus(Ranges other) {
            return replaced(RangeMath.difference(bounds, other.bounds), this);
        }

        @SuppressWarnings("ReferenceEquality") // an array that came back unchanged needs no new object
        private Ranges replaced(long[] result, Ranges other) {
            return result == bounds ? this : result == other.bounds ? other : wrap(result);
        }

        public boolean contains(Ranges other) {
            return RangeMath.contains(bounds, other.bounds);
        }

        int compareTo(Ranges other) {
            return Arrays.compareUnsigned(bounds, other.bounds);
        }

        @Override
        public boolean equals(@Nullable Object object) {
            return this == object || (object instanceof Ranges other && Arrays.equals(bounds, other.bounds));
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bounds);
        }

        @Override
        public String toString() {
            StringBuilder out = new StringBuilder("[");
            for (int i = 0; i < size(); i++) {
                out.append(i == 0 ? "" : ",")
                        .append(Long.toUnsignedString(begin(i)))
                        .append('-')
                        .append(Long.toUnsignedString(end(i)));
            }
            return out.append(']').toString();
        }
    }

    /** Named things of which there is one each, sorted. */
    record Items(List<String> items) implements Value {
        public Items {
            items = ItemMath.canonical(items);
        }

        public static Items of(String... items) {
            return new Items(List.of(items));
        }

        public static Items of(Collection<String> items) {
            return new Items(List.copyOf(items));
        }

        public Items plus(Items other) {
            return contains(other) ? this : new Items(ItemMath.union(items, other.items));
        }

        public Items minus(Items other) {
            List<String> left = ItemMath.difference(items, other.items);
            return left.size() == items.size() ? this : new Items(left);
        }

        public boolean contains(Items other) {
            return ItemMath.contains(items, other.items);
        }

        @Override
        public String toString() {
            StringBuilder out = new StringBuilder("{");
            for (int i = 0; i < items.size(); i++) {
                out.append(i == 0 ? "" : ",");
                TextSyntax.printItem(items.get(i), out);
            }
            return out.append('}').toString();
        }
    }
}
