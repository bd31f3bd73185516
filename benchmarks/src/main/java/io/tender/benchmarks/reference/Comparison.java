package io.tender.benchmarks.reference;

import java.util.Optional;

/**
 * One of our figures beside the reference's.
 *
 * @param reference what the reference allocator took
 * @param ratio how many times faster we are: its figure divided by ours of the same kind, the median or the best
 * @param normalisedRatio the ratio as it would be on the reference's machine, if this one was calibrated
 */
public record Comparison(Figure reference, double ratio, Optional<Double> normalisedRatio) {

    /** The normalised ratio if there is one, else the raw one. */
    public double fair() {
        return normalisedRatio.orElse(ratio);
    }
}
