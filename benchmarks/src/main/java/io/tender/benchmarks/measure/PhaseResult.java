package io.tender.benchmarks.measure;

import io.tender.benchmarks.reference.Comparison;
import java.util.Optional;

/**
 * What a timed phase of a case took.
 *
 * @param phase its name
 * @param samples how many times it was measured, over all measured runs
 * @param firstMs its median in the very first run of the case, before the JIT compiler knew it
 * @param minMs the least of all samples
 * @param medianMs the middle of all samples
 * @param maxMs the most of all samples
 * @param medianBytes the bytes allocated by the thread in the middle sample
 * @param comparison the same with the reference allocator, if it was measured
 */
public record PhaseResult(
        String phase,
        int samples,
        double firstMs,
        double minMs,
        double medianMs,
        double maxMs,
        long medianBytes,
        Optional<Comparison> comparison) {

    /** Our figure of the kind that the reference's is: the best of several runs, or the median. */
    public double comparedMs() {
        return comparison.isPresent() && comparison.get().reference().ofBestRun() ? minMs : medianMs;
    }
}
