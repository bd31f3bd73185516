package io.tender.benchmarks.record;

import io.tender.benchmarks.measure.Environment;
import java.util.Arrays;
import java.util.List;

/** What was measured with and without the proxy, in turns. */
public record RecordReport(Environment environment, int calls, List<Case> cases) {

    /**
     * One size of requests.
     *
     * @param addedMs what the proxy adds at the median
     */
    public record Case(int requestBytes, Times direct, Times recorded, double addedMs) {
        public static Case of(int requestBytes, long[] direct, long[] recorded) {
            Times without = Times.of(direct);
            Times with = Times.of(recorded);
            return new Case(requestBytes, without, with, with.p50() - without.p50());
        }
    }

    /** In milliseconds. */
    public record Times(double p50, double p90, double p99) {
        static Times of(long[] nanos) {
            long[] sorted = nanos.clone();
            Arrays.sort(sorted);
            return new Times(at(sorted, 0.5), at(sorted, 0.9), at(sorted, 0.99));
        }

        private static double at(long[] sorted, double share) {
            return sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))] / 1e6;
        }
    }
}
