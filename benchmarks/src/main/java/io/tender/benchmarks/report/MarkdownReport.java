package io.tender.benchmarks.report;

import io.tender.benchmarks.curves.Curve;
import io.tender.benchmarks.measure.CaseResult;
import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.measure.ForeignLoad;
import io.tender.benchmarks.placement.PlacementResult;
import io.tender.benchmarks.reference.Calibration;
import io.tender.benchmarks.reference.Calibration.Program;
import io.tender.benchmarks.scale.ScaleResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the figures into a document, between markers, so that the words around them stay. */
public final class MarkdownReport {

    private final Report report;

    public MarkdownReport(Report report) {
        this.report = report;
    }

    /** Replaces the sections for which there are figures; the others stay as they are. */
    public void writeInto(Path document) throws IOException {
        String text = Files.readString(document);
        for (Map.Entry<String, String> section : sections().entrySet()) {
            text = replace(text, section.getKey(), section.getValue(), document);
        }
        Files.writeString(document, text);
    }

    /** Replaces one section and leaves the rest as it is. */
    static void writeSection(Path document, String name, String content) throws IOException {
        Files.writeString(document, replace(Files.readString(document), name, content, document));
    }

    private static String replace(String text, String name, String content, Path document) {
        String begin = "<!-- begin:" + name + " -->";
        String end = "<!-- end:" + name + " -->";
        int from = text.indexOf(begin);
        int to = text.indexOf(end);
        if (from < 0 || to < from) {
            throw new IllegalArgumentException(document + " has no place for the section '" + name + "': expected "
                    + begin + " and after it " + end);
        }
        return text.substring(0, from + begin.length()) + "\n" + content.strip() + "\n" + text.substring(to);
    }

    private Map<String, String> sections() {
        Map<String, String> sections = new LinkedHashMap<>();
        if (!report.cases().isEmpty()) {
            Summary summary = new Summary(report.cases());
            sections.put("environment", environment(report.environment()));
            sections.put(
                    "calibration",
                    report.calibration()
                            .map(calibration -> calibration(calibration).markdown()
                                    + String.format(
                                            Locale.ROOT,
                                            "%nMachine factor used to normalise: **%.2f**.%n",
                                            calibration.factor()))
                            .orElse("This run was not calibrated: no C compiler was found, or it was told not to."));
            sections.put("summary", summary.ratios().markdown());
            Table slower = summary.slower();
            sections.put("slower", slower.isEmpty() ? "No figure is slower than the reference's." : slower.markdown());
            sections.put("garbage", Figures.garbage(report.cases()).markdown());
            sections.put("figures", figures());
        }
        report.scale().ifPresent(scale -> sections.put("scale", scale(scale)));
        if (!report.curves().isEmpty()) {
            sections.put("curves", curves());
        }
        if (!report.placements().isEmpty()) {
            sections.put("placement", placements());
        }
        return sections;
    }

    private static String environment(Environment environment) {
        return "Measured on " + environment.date() + ": " + environment.processor() + ", " + environment.cpus()
                + " CPUs, " + environment.system() + "; " + environment.jvm() + ", options `"
                + String.join(" ", environment.jvmOptions()) + "`.\nHosting: " + environment.hosting()
                + ".\nOther programs used " + foreign(environment) + " meanwhile.\n";
    }

    static String foreign(Environment environment) {
        return environment.foreignCpus() == ForeignLoad.UNKNOWN
                ? "an unknown share of the CPUs"
                : String.format(Locale.ROOT, "%.2f of %d CPUs", environment.foreignCpus(), environment.cpus());
    }

    static Table calibration(Calibration calibration) {
        Table table = new Table(1, "program", "here ms", "reference machine ms", "factor");
        for (Program program : calibration.programs()) {
            table.add(
                    program.name(),
                    Numbers.ms(program.ms()),
                    Numbers.ms(program.referenceMs()),
                    String.format(Locale.ROOT, "%.2f", program.factor()));
        }
        return table;
    }

    private String figures() {
        Map<String, List<CaseResult>> byWorkload = report.cases().stream()
                .collect(Collectors.groupingBy(CaseResult::workload, LinkedHashMap::new, Collectors.toList()));
        StringBuilder text = new StringBuilder();
        byWorkload.forEach((workload, cases) -> text.append("<details><summary>")
                .append(workload)
                .append("</summary>\n\n")
                .append(Figures.table(cases).markdown())
                .append("\n</details>\n\n"));
        return text.toString();
    }

    private static String scale(ScaleResult scale) {
        return ScaleTables.title(scale) + ".\n\n" + ScaleTables.steps(scale).markdown() + "\n"
                + ScaleTables.memory(scale).markdown();
    }

    private String curves() {
        StringBuilder text = new StringBuilder();
        for (Curve curve : report.curves()) {
            text.append("![")
                    .append(curve.title())
                    .append(", against ")
                    .append(curve.across())
                    .append("](images/")
                    .append(curve.file())
                    .append(".png)\n\n");
        }
        return text.toString();
    }

    private String placements() {
        StringBuilder text =
                new StringBuilder("Measured on " + report.environment().date() + "; other programs used "
                        + foreign(report.environment()) + " meanwhile.\n\n");
        for (PlacementResult placement : report.placements()) {
            text.append(PlacementTables.title(placement))
                    .append(":\n\n")
                    .append(PlacementTables.rates(placement).markdown())
                    .append('\n')
                    .append(PlacementTables.exchange(placement))
                    .append("\n\n");
        }
        return text.append(PlacementTables.goals(report.placements()).markdown())
                .toString();
    }
}
