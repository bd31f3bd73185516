package io.tender.benchmarks.daemon;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** Lengths of time, of which many threads add some; those beyond the bound are counted and not kept. */
final class Samples {
    private static final int MOST = 1 << 20;

    private final AtomicInteger count = new AtomicInteger();
    private final long[] nanos = new long[MOST];

    void add(long length) {
        int place = count.getAndIncrement();
        if (place < MOST) {
            nanos[place] = length;
        }
    }

    int count() {
        return count.get();
    }

    /** In milliseconds; to be asked when nobody adds any more. */
    double percentile(double share) {
        long[] sorted = Arrays.copyOf(nanos, Math.min(count.get(), MOST));
        if (sorted.length == 0) {
            return Double.NaN;
        }
        Arrays.sort(sorted);
        return sorted[Math.min(sorted.length - 1, (int) (share * sorted.length))] / 1e6;
    }
}
