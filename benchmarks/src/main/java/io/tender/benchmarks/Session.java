package io.tender.benchmarks;

import io.tender.benchmarks.curves.Curve;
import io.tender.benchmarks.curves.Curves;
import io.tender.benchmarks.measure.CaseResult;
import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.measure.ForeignLoad;
import io.tender.benchmarks.measure.Measurer;
import io.tender.benchmarks.placement.PlacementBenchmark;
import io.tender.benchmarks.placement.PlacementResult;
import io.tender.benchmarks.placement.PlacementSize;
import io.tender.benchmarks.reference.Yardstick;
import io.tender.benchmarks.report.ConsoleReport;
import io.tender.benchmarks.report.Report;
import io.tender.benchmarks.scale.ScaleResult;
import io.tender.benchmarks.scale.ScaleRun;
import io.tender.benchmarks.workload.Candidate;
import io.tender.benchmarks.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Carries out a plan, saying what it does and printing each workload's figures as soon as they are known. */
final class Session {

    private final Candidate candidate;
    private final ConsoleReport console;
    private final Progress progress;

    Session(Candidate candidate, ConsoleReport console, Progress progress) {
        this.candidate = candidate;
        this.console = console;
        this.progress = progress;
    }

    Report measure(Plan plan) {
        ForeignLoad load = new ForeignLoad();
        List<CaseResult> results = workloads(plan);
        Optional<ScaleResult> scale = plan.scale().map(this::scale);
        List<Curve> curves = plan.curves()
                .map(sizes -> {
                    progress.begin("curves");
                    return new Curves(candidate, sizes, plan.figures(), progress::step).measure();
                })
                .orElse(List.of());
        List<PlacementResult> placements = placements(plan);
        progress.clear();
        return new Report(Environment.now(load.cpus()), plan.calibration(), results, scale, curves, placements);
    }

    private List<PlacementResult> placements(Plan plan) {
        PlacementBenchmark benchmark = new PlacementBenchmark(plan.placementEffort(), progress::step);
        List<PlacementResult> results = new ArrayList<>();
        for (PlacementSize size : plan.placements()) {
            progress.begin("placement on " + size.agents() + " agents");
            results.add(benchmark.measure(size));
        }
        return List.copyOf(results);
    }

    private List<CaseResult> workloads(Plan plan) {
        Measurer measurer = new Measurer(candidate, plan.effort(), new Yardstick(plan.figures(), plan.calibration()));
        Map<String, List<Workload>> byName = plan.cases().stream()
                .collect(Collectors.groupingBy(Workload::name, LinkedHashMap::new, Collectors.toList()));
        List<CaseResult> results = new ArrayList<>();
        byName.forEach((name, cases) -> {
            List<CaseResult> ofWorkload = new ArrayList<>();
            for (Workload workload : cases) {
                progress.begin(name + " " + workload.label());
                ofWorkload.add(measurer.measure(workload, progress::step));
            }
            progress.clear();
            console.workload(name, ofWorkload);
            results.addAll(ofWorkload);
        });
        return results;
    }

    private ScaleResult scale(ScaleRun.Size size) {
        progress.begin("scale");
        return new ScaleRun(size, progress::step).run(candidate);
    }
}
