package io.tender.core.allocator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Map;

/** The durations of the last hour, as many as are worth keeping, and their statistics. */
final class Timings {

    private static final Duration WINDOW = Duration.ofHours(1);
    private static final int MOST = 1024;

    private final ArrayDeque<Sample> samples = new ArrayDeque<>();

    private record Sample(Instant at, double millis) {}

    void add(Instant now, long nanos) {
        samples.addLast(new Sample(now, nanos / 1e6));
        while (samples.size() > MOST || samples.getFirst().at().isBefore(now.minus(WINDOW))) {
            samples.removeFirst();
        }
    }

    /** The last sample under the key, and statistics below it from two samples on. */
    void publish(String key, Map<String, Double> into) {
        if (samples.isEmpty()) {
            return;
        }
        into.put(key, samples.getLast().millis());
        if (samples.size() < 2) {
            return;
        }
        double[] sorted = samples.stream().mapToDouble(Sample::millis).sorted().toArray();
        into.put(key + "/count", (double) sorted.length);
        into.put(key + "/min", sorted[0]);
        into.put(key + "/max", sorted[sorted.length - 1]);
        into.put(key + "/p50", quantile(sorted, 0.5));
        into.put(key + "/p90", quantile(sorted, 0.9));
        into.put(key + "/p95", quantile(sorted, 0.95));
        into.put(key + "/p99", quantile(sorted, 0.99));
        into.put(key + "/p999", quantile(sorted, 0.999));
        into.put(key + "/p9999", quantile(sorted, 0.9999));
    }

    /** Interpolated between the two samples nearest to the rank. */
    private static double quantile(double[] sorted, double part) {
        double rank = part * (sorted.length - 1);
        int below = (int) rank;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (rank - below) * (sorted[above] - sorted[below]);
    }
}
