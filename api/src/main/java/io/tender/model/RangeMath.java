package io.tender.model;

import java.util.Arrays;

/**
 * Set arithmetic on unsigned inclusive ranges, kept as begin and end in turn, sorted, none touching the next.
 *
 * <p>All of it in one pass over both arrays: ports are half of what an allocator computes with. A result equal to the
 * first operand is that very array.
 */
@SuppressWarnings("ReferenceEquality") // what is unchanged stays the same instance, and is asked for as such
final class RangeMath {
    private static final long[] NOTHING = new long[0];

    private RangeMath() {}

    private static boolean below(long a, long b) {
        return Long.compareUnsigned(a, b) < 0;
    }

    /** Whether a range that ends at {@code end} touches or overlaps one that begins, not earlier, at {@code begin}. */
    private static boolean joins(long end, long begin) {
        return !below(end, begin) || end + 1 == begin;
    }

    static long[] canonical(long[] pairs) {
        if (pairs.length % 2 != 0) {
            throw BrokenRule.of(
                    "A range has no end.",
                    pairs.length + " ends of ranges",
                    "begin and end in turn",
                    "add the last end");
        }
        for (int i = 0; i < pairs.length; i += 2) {
            if (below(pairs[i + 1], pairs[i])) {
                throw BrokenRule.of(
                        "A range ends before it begins.",
                        Long.toUnsignedString(pairs[i]) + "-" + Long.toUnsignedString(pairs[i + 1]),
                        "a range that does not end before it begins",
                        "swap its ends");
            }
        }
        return isCanonical(pairs) ? pairs.clone() : coalesced(sortedByBegin(pairs));
    }

    private static boolean isCanonical(long[] pairs) {
        for (int i = 2; i < pairs.length; i += 2) {
            if (!below(pairs[i - 1], pairs[i]) || joins(pairs[i - 1], pairs[i])) {
                return false;
            }
        }
        return true;
    }

    private static long[] sortedByBegin(long[] pairs) {
        long[][] ranges = new long[pairs.length / 2][];
        for (int i = 0; i < ranges.length; i++) {
            ranges[i] = new long[] {pairs[2 * i], pairs[2 * i + 1]};
        }
        Arrays.sort(ranges, (a, b) -> Long.compareUnsigned(a[0], b[0]));
        long[] sorted = new long[pairs.length];
        for (int i = 0; i < ranges.length; i++) {
            sorted[2 * i] = ranges[i][0];
            sorted[2 * i + 1] = ranges[i][1];
        }
        return sorted;
    }

    private static long[] coalesced(long[] sorted) {
        int size = 0;
        for (int i = 0; i < sorted.length; i += 2) {
            size = append(sorted, size, sorted[i], sorted[i + 1]);
        }
        return trimmed(sorted, size);
    }

    /** Writes a range that begins no earlier than the last one written, joining the two where they meet. */
    private static int append(long[] out, int size, long begin, long end) {
        if (size > 0 && joins(out[size - 1], begin)) {
            if (below(out[size - 1], end)) {
                out[size - 1] = end;
            }
            return size;
        }
        out[size] = begin;
        out[size + 1] = end;
        return size + 2;
    }

    private static long[] trimmed(long[] array, int size) {
        return size == 0 ? NOTHING : size == array.length ? array : Arrays.copyOf(array, size);
    }

    static boolean contains(long[] a, long[] b) {
        if (a == b) {
            return true;
        }
        int i = 0;
        for (int j = 0; j < b.length; j += 2) {
            while (i < a.length && below(a[i + 1], b[j])) {
                i += 2;
            }
            if (i == a.length || below(b[j], a[i]) || below(a[i + 1], b[j + 1])) {
                return false;
            }
        }
        return true;
    }

    static long[] union(long[] a, long[] b) {
        if (contains(a, b)) {
            return a;
        }
        if (a.length == 0) {
            return b;
        }
        long[] out = new long[a.length + b.length];
        int size = 0;
        int i = 0;
        int j = 0;
        while (i < a.length || j < b.length) {
            if (j == b.length || (i < a.length && !below(b[j], a[i]))) {
                size = append(out, size, a[i], a[i + 1]);
                i += 2;
            } else {
                size = append(out, size, b[j], b[j + 1]);
                j += 2;
            }
        }
        return trimmed(out, size);
    }

    static long[] difference(long[] a, long[] b) {
        if (Arrays.equals(a, b)) {
            return NOTHING;
        }
        int i = 0;
        int j = 0;
        while (i < a.length && j < b.length) {
            if (below(a[i + 1], b[j])) {
                i += 2;
            } else if (below(b[j + 1], a[i])) {
                j += 2;
            } else {
                return differenceFrom(a, i, b, j);
            }
        }
        return a;
    }

    /** The difference when everything before index {@code i} of {@code a} is known to stay. */
    private static long[] differenceFrom(long[] a, int i, long[] b, int j) {
        // Each range taken away can at most split one range in two.
        long[] out = new long[a.length + b.length - j];
        System.arraycopy(a, 0, out, 0, i);
        int size = i;
        int k = j;
        for (int n = i; n < a.length; n += 2) {
            long begin = a[n];
            long end = a[n + 1];
            boolean left = true;
            while (k < b.length && below(b[k + 1], begin)) {
                k += 2;
            }
            while (left && k < b.length && !below(end, b[k])) {
                if (below(begin, b[k])) {
                    out[size++] = begin;
                    out[size++] = b[k] - 1;
                }
                if (below(b[k + 1], end)) {
                    begin = b[k + 1] + 1;
                    k += 2;
                } else {
                    left = false;
                }
            }
            if (left) {
                out[size++] = begin;
                out[size++] = end;
            }
        }
        return trimmed(out, size);
    }

    static long count(long[] bounds) {
        long count = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            long width = bounds[i + 1] - bounds[i] + 1;
            count += width;
            if (width <= 0 || count < 0) {
                return Long.MAX_VALUE;
            }
        }
        return count;
    }
}
