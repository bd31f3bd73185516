package io.tender.benchmarks.report;

import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.record.RecordReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** What a recording proxy adds to each call, as a table. */
public final class RecordTable implements Tables {
    private final RecordReport report;

    public RecordTable(RecordReport report) {
        this.report = report;
    }

    private Table table() {
        Table table = new Table(
                0,
                "request bytes",
                "direct p50 ms",
                "p90",
                "p99",
                "recorded p50 ms",
                "p90",
                "p99",
                "added at the median, ms");
        for (RecordReport.Case one : report.cases()) {
            table.add(
                    Numbers.count(one.requestBytes()),
                    ms(one.direct().p50()),
                    ms(one.direct().p90()),
                    ms(one.direct().p99()),
                    ms(one.recorded().p50()),
                    ms(one.recorded().p90()),
                    ms(one.recorded().p99()),
                    ms(one.addedMs()));
        }
        return table;
    }

    private static String ms(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    /** For a terminal. */
    @Override
    public String text() {
        return "A call over a kept connection, without and through 'tender record', taking turns\n" + table().text();
    }

    /** Writes the table into a document, between its markers. */
    @Override
    public void writeInto(Path document) throws IOException {
        Environment environment = report.environment();
        String words = "Measured on " + environment.date() + ": " + environment.processor() + ", " + environment.cpus()
                + " CPUs; " + environment.jvm() + ".\nAll other programs, proxy and server included, used "
                + MarkdownReport.foreign(environment)
                + " meanwhile. " + Numbers.count(report.calls()) + " calls each.\n\n";
        MarkdownReport.writeSection(document, "record", words + table().markdown());
    }
}
