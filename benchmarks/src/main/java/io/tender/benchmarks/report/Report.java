package io.tender.benchmarks.report;

import io.tender.benchmarks.curves.Curve;
import io.tender.benchmarks.measure.CaseResult;
import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.placement.PlacementResult;
import io.tender.benchmarks.reference.Calibration;
import io.tender.benchmarks.scale.ScaleResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** All that one start of the program measured. */
public record Report(
        Environment environment,
        Optional<Calibration> calibration,
        List<CaseResult> cases,
        Optional<ScaleResult> scale,
        List<Curve> curves,
        List<PlacementResult> placements) {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public Report {
        // Figures from before there were placements can still be read.
        placements = placements == null ? List.of() : placements;
    }

    /** Writes everything as JSON. */
    public void write(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(file, JSON.writeValueAsString(this) + System.lineSeparator());
    }

    /** Reads what {@link #write} wrote. */
    public static Report read(Path file) throws IOException {
        return JSON.readValue(Files.readString(file), Report.class);
    }
}
