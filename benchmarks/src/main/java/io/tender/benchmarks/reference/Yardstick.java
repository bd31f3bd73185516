package io.tender.benchmarks.reference;

import java.util.Optional;

/** Puts our times beside the reference's, as they are and as they would be on the reference's machine. */
public record Yardstick(ReferenceFigures figures, Optional<Calibration> calibration) {

    /** Compares like with like: medians with medians, and the best of several runs with the best of ours. */
    public Optional<Comparison> compare(String workload, String label, String phase, double leastMs, double medianMs) {
        return figures.find(workload, label, phase).map(figure -> {
            double ratio = figure.medianMs() / (figure.ofBestRun() ? leastMs : medianMs);
            // A slow machine makes our times longer than they would be there.
            return new Comparison(figure, ratio, calibration.map(machine -> ratio * machine.factor()));
        });
    }
}
