package io.tender.benchmarks.measure;

import java.util.Arrays;

/** The least, the middle and the most of some numbers. */
public record Statistics(double min, double median, double max) {

    public static Statistics of(double... numbers) {
        if (numbers.length == 0) {
            throw new IllegalArgumentException("no numbers to sum up: expected at least one");
        }
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Statistics(sorted[0], median, sorted[sorted.length - 1]);
    }
}
