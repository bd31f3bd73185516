package io.tender.toolkit.replay;

import java.time.Duration;
import java.util.Arrays;

/** How long calls took; one figure per call of a report, whose number is bounded. */
final class Latencies {
    private long[] nanos = new long[64];
    private int count;

    void add(Duration latency) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = latency.toNanos();
    }

    Report.Latency summary() {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return new Report.Latency(millis(sorted, 0.5), millis(sorted, 0.9), millis(sorted, 0.99));
    }

    private static double millis(long[] sorted, double share) {
        if (sorted.length == 0) {
            return 0;
        }
        int rank = (int) Math.ceil(share * sorted.length) - 1;
        return Math.round(sorted[Math.max(0, rank)] / 1e3) / 1e3;
    }
}
