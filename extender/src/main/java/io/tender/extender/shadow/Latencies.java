package io.tender.extender.shadow;

import java.util.Arrays;

/** How long the last calls took. */
final class Latencies {
    private static final double NANOS_PER_MILLI = 1e6;

    private final long[] last;
    private long seen;

    /** @param most that are kept */
    Latencies(int most) {
        this.last = new long[most];
    }

    void add(long nanos) {
        last[(int) (seen++ % last.length)] = nanos;
    }

    /** The smallest that is not smaller than this part of them, in milliseconds; 0 if there are none. */
    double quantileMillis(double part) {
        int size = (int) Math.min(seen, last.length);
        if (size == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(last, size);
        Arrays.sort(sorted);
        return sorted[Math.clamp((long) Math.ceil(part * size) - 1, 0, size - 1)] / NANOS_PER_MILLI;
    }
}
