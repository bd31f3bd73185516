package io.tender.benchmarks.report;

import io.tender.benchmarks.curves.Curve;
import io.tender.benchmarks.measure.CaseResult;
import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.placement.PlacementResult;
import io.tender.benchmarks.reference.Calibration;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** What was measured, for a terminal. */
public final class ConsoleReport {

    private final PrintWriter out;

    public ConsoleReport(PrintWriter out) {
        this.out = out;
    }

    /** All cases of one workload, printed as soon as they are done. */
    public void workload(String name, List<CaseResult> cases) {
        out.println();
        out.println(name);
        out.print(Figures.table(cases).text());
        String facts = Figures.facts(cases);
        if (!facts.isEmpty()) {
            out.println(facts);
        }
        out.flush();
    }

    /** Everything that can be said only at the end. */
    public void end(Report report) {
        if (!report.cases().isEmpty()) {
            Summary summary = new Summary(report.cases());
            out.println();
            out.println("How many times faster than the reference (normalised where calibrated)");
            out.print(summary.ratios().text());
            Table slower = summary.slower();
            if (!slower.isEmpty()) {
                out.println();
                out.println("Slower than the reference");
                out.print(slower.text());
            }
            Table garbage = Figures.garbage(report.cases());
            if (!garbage.isEmpty()) {
                out.println();
                out.println("Bytes allocated");
                out.print(garbage.text());
            }
        }
        report.scale().ifPresent(scale -> {
            out.println();
            out.println(ScaleTables.title(scale));
            out.print(ScaleTables.steps(scale).text());
            out.println();
            out.print(ScaleTables.memory(scale).text());
        });
        for (Curve curve : report.curves()) {
            out.println();
            out.println(curve.title());
            out.print(CurveTables.table(curve).text());
        }
        for (PlacementResult placement : report.placements()) {
            out.println();
            out.println(PlacementTables.title(placement));
            out.print(PlacementTables.rates(placement).text());
            out.println(PlacementTables.exchange(placement));
        }
        if (!report.placements().isEmpty()) {
            out.println();
            out.print(PlacementTables.goals(report.placements()).text());
        }
        out.println();
        describe(report.environment());
        report.calibration().ifPresent(this::describe);
        out.println("Reference: (parentheses) measured on a busy machine, [brackets] published, machine unknown.");
        out.flush();
    }

    private void describe(Environment environment) {
        out.println("Machine:   " + environment.processor() + ", " + environment.cpus() + " CPUs, "
                + environment.system() + "; other programs used " + MarkdownReport.foreign(environment));
        out.println("JVM:       " + environment.jvm() + " " + String.join(" ", environment.jvmOptions()));
        out.println("Hosting:   " + environment.hosting());
    }

    private void describe(Calibration calibration) {
        out.printf(
                Locale.ROOT,
                "Machine factor %.2f (time here / time on the reference machine, memory-bound programs):%n",
                calibration.factor());
        out.print(MarkdownReport.calibration(calibration).text());
    }
}
