package io.tender.benchmarks.reference;

import java.util.Optional;

/** Puts our times beside the reference's, as they are and as they would be on the reference's machine. */
public record Yardstick(ReferenceFigures figures, Optional<Calibration> calibration) {

    public Optional<Comparison> compare(String workload, String label, String phase, double ourMs) {
        return figures.find(workload, label, phase).map(figure -> {
            double ratio = figure.medianMs() / ourMs;
            // A slow machine makes our times longer than they would be there.
            return new Comparison(figure, ratio, calibration.map(machine -> ratio * machine.factor()));
        });
    }
}
