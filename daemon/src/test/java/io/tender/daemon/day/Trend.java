package io.tender.daemon.day;

import java.util.Arrays;

/**
 * A straight line through what was measured at equal intervals, by least squares.
 *
 * @param slope how much more there is at each step
 * @param error how far off the slope may be by chance: its standard error
 */
record Trend(double slope, double error) {
    private static final int FEWEST = 3;

    static Trend of(double... measured) {
        int count = measured.length;
        if (count < FEWEST) {
            throw new IllegalArgumentException("%d values; a trend with its error needs %d".formatted(count, FEWEST));
        }
        double middle = (count - 1) / 2.0;
        double mean = Arrays.stream(measured).average().orElseThrow();
        double spread = 0;
        double together = 0;
        for (int step = 0; step < count; step++) {
            spread += (step - middle) * (step - middle);
            together += (step - middle) * (measured[step] - mean);
        }
        double slope = together / spread;
        double off = 0;
        for (int step = 0; step < count; step++) {
            double left = measured[step] - mean - slope * (step - middle);
            off += left * left;
        }
        return new Trend(slope, Math.sqrt(off / (count - 2) / spread));
    }

    /** The steepest slope that chance does not speak against: noise counts as growth, lest it hide some. */
    double atMost() {
        return slope + 2 * error;
    }
}
