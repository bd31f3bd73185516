package io.tender.benchmarks;

import io.tender.benchmarks.curves.CurveSizes;
import io.tender.benchmarks.measure.Effort;
import io.tender.benchmarks.placement.PlacementEffort;
import io.tender.benchmarks.placement.PlacementSize;
import io.tender.benchmarks.reference.Calibration;
import io.tender.benchmarks.reference.ReferenceFigures;
import io.tender.benchmarks.scale.ScaleRun;
import io.tender.benchmarks.workload.Workload;
import java.util.List;
import java.util.Optional;

/** What one start of the program is to measure, and with what it is compared. */
record Plan(
        List<Workload> cases,
        Optional<ScaleRun.Size> scale,
        Optional<CurveSizes> curves,
        List<PlacementSize> placements,
        Effort effort,
        PlacementEffort placementEffort,
        ReferenceFigures figures,
        Optional<Calibration> calibration) {

    /** How many things there are to wait for. */
    int parts() {
        return cases.size() + (scale.isPresent() ? 1 : 0) + (curves.isPresent() ? 1 : 0) + placements.size();
    }
}
