package io.tender.extender.shadow;

import java.util.OptionalDouble;

/**
 * How alike two rankings of the same things are: Kendall's tau-b, which is 1 for the same order, -1 for the opposite one and
 * about 0 for orders that have nothing to do with each other. Things that a ranking holds for equal count for neither side.
 */
public final class RankCorrelation {
    private RankCorrelation() {}

    /** Empty if one side makes no difference between any of them. */
    public static OptionalDouble tauB(double[] one, double[] other) {
        if (one.length != other.length) {
            throw new IllegalArgumentException(
                    "got " + one.length + " and " + other.length + " values, expected two for each thing");
        }
        long balance = 0;
        long differOne = 0;
        long differOther = 0;
        for (int i = 0; i < one.length; i++) {
            for (int j = i + 1; j < one.length; j++) {
                int a = Double.compare(one[i], one[j]);
                int b = Double.compare(other[i], other[j]);
                balance += (long) Integer.signum(a) * Integer.signum(b);
                differOne += a == 0 ? 0 : 1;
                differOther += b == 0 ? 0 : 1;
            }
        }
        return differOne == 0 || differOther == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(balance / Math.sqrt((double) differOne * differOther));
    }
}
