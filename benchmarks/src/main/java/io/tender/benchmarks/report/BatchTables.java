package io.tender.benchmarks.report;

import io.tender.benchmarks.batch.BatchReport;
import io.tender.benchmarks.measure.Environment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Batch sessions, as tables. */
public final class BatchTables implements Tables {
    private final BatchReport report;

    public BatchTables(BatchReport report) {
        this.report = report;
    }

    private Table alone() {
        Table table = new Table(0, "nodes", "tasks", "ms", "tasks/s", "asking anew/s", "ratio", "Volcano/s", "ratio");
        for (BatchReport.Rate rate : report.alone()) {
            table.add(
                    Numbers.count(rate.nodes()),
                    Numbers.count(rate.tasks()),
                    Numbers.ms(rate.ms()),
                    perSecond(rate.perSecond()),
                    rate.simple().map(BatchTables::perSecond).orElse(""),
                    ratio(rate.perSecond(), rate.simple()),
                    rate.volcano().map(BatchTables::perSecond).orElse(""),
                    ratio(rate.perSecond(), rate.volcano()));
        }
        return table;
    }

    private static String perSecond(double rate) {
        return Numbers.count(Math.round(rate));
    }

    private static String ratio(double ours, Optional<Double> other) {
        return other.map(rate -> Numbers.ratio(ours / rate)).orElse("");
    }

    private Table extended() {
        Table table = new Table(
                1,
                "extender",
                "nodes",
                "tasks",
                "tasks/s",
                "share of alone",
                "calls/task",
                "bytes/task",
                "Volcano/s",
                "ratio");
        for (BatchReport.ExtendedRate rate : report.extended()) {
            table.add(
                    rate.kind(),
                    Numbers.count(rate.nodes()),
                    Numbers.count(rate.tasks()),
                    perSecond(rate.perSecond()),
                    String.format(Locale.ROOT, "%.2f", rate.share()),
                    String.format(Locale.ROOT, "%.2f", rate.callsPerTask()),
                    perSecond(rate.bytesPerTask()),
                    rate.volcano().map(BatchTables::perSecond).orElse(""),
                    ratio(rate.perSecond(), rate.volcano()));
        }
        return table;
    }

    private Table openings() {
        Table table = new Table(0, "nodes", "running tasks", "changed", "snapshot ms", "session ms");
        for (BatchReport.Opened opened : report.openings()) {
            table.add(
                    Numbers.count(opened.nodes()),
                    Numbers.count(opened.tasks()),
                    String.format(Locale.ROOT, "%.1f %%", opened.changed() * 100),
                    Numbers.ms(opened.snapshotMs()),
                    Numbers.ms(opened.sessionMs()));
        }
        return table;
    }

    private String crowd() {
        return report.crowd()
                .map(crowd -> String.format(
                        Locale.ROOT,
                        "%s waiting tasks, %s nodes: %s placed in one session of %.1f s; %s MiB of heap in use at its end.%n",
                        Numbers.count(crowd.tasks()),
                        Numbers.count(crowd.nodes()),
                        Numbers.count(crowd.placed()),
                        crowd.seconds(),
                        Numbers.count(crowd.heapMegabytes())))
                .orElse("");
    }

    /** For a terminal. */
    @Override
    public String text() {
        return "Tasks placed by whole sessions\n" + alone().text() + "\nWith an extender over the loopback interface\n"
                + extended().text() + "\nOpening and closing a session in which nothing waits\n"
                + openings().text() + "\n"
                + crowd();
    }

    /** Writes the tables into a document, between its markers. */
    @Override
    public void writeInto(Path document) throws IOException {
        Environment environment = report.environment();
        String words = "Measured on " + environment.date() + ": " + environment.processor() + ", " + environment.cpus()
                + " CPUs; " + environment.jvm() + ".\nOther programs used " + MarkdownReport.foreign(environment)
                + " meanwhile. Medians.\n\n";
        MarkdownReport.writeSection(
                document,
                "batch",
                words + alone().markdown() + "\nWith an extender over the loopback interface:\n\n"
                        + extended().markdown() + "\nOpening and closing a session in which nothing waits:\n\n"
                        + openings().markdown() + "\n" + crowd());
    }
}
