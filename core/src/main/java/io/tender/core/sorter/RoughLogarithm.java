package io.tender.core.sorter;

/**
 * Natural logarithms that are off by {@link #ERROR} of their size at most, and several times as fast as exact ones: good
 * enough to tell random numbers apart, but for those that happen to be very close.
 */
final class RoughLogarithm {

    /** How far a result may be from the true one, as a part of it; the true bound is smaller by half. */
    static final double ERROR = 1e-8;

    /** Above this logarithms are so near to zero that the error would not be small beside them. */
    private static final double NEARLY_ONE = 0.999;

    private static final int BITS = 8;
    private static final int STEPS = 1 << BITS;
    private static final int MANTISSA_BITS = 52;
    private static final int BIAS = 1023;
    private static final long MANTISSA = (1L << MANTISSA_BITS) - 1;
    private static final double LOG_2 = StrictMath.log(2);

    /** Of the middle of each step between 1 and 2: its reciprocal, and minus the logarithm of that. */
    private static final double[] RECIPROCALS = new double[STEPS];

    private static final double[] LOGARITHMS = new double[STEPS];

    static {
        for (int i = 0; i < STEPS; i++) {
            RECIPROCALS[i] = 1 / (1 + (i + 0.5) / STEPS);
            LOGARITHMS[i] = -StrictMath.log(RECIPROCALS[i]);
        }
    }

    private RoughLogarithm() {}

    /** The logarithm of a normal number above zero, up to one. */
    static double of(double number) {
        if (number > NEARLY_ONE) {
            return StrictMath.log(number);
        }
        long bits = Double.doubleToRawLongBits(number);
        int exponent = (int) (bits >>> MANTISSA_BITS) - BIAS;
        int step = (int) (bits >>> (MANTISSA_BITS - BITS)) & (STEPS - 1);
        double mantissa = Double.longBitsToDouble((bits & MANTISSA) | ((long) BIAS << MANTISSA_BITS));
        // The rest is below 1/512, so the first term of its series that is left out is below 4e-12.
        double rest = mantissa * RECIPROCALS[step] - 1;
        return exponent * LOG_2 + LOGARITHMS[step] + rest * (1 - rest * (0.5 - rest * (1.0 / 3)));
    }
}
