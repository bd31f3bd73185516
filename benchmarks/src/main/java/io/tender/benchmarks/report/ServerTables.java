package io.tender.benchmarks.report;

import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.server.ServerReport;
import io.tender.benchmarks.server.ServerResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** The rates of the server SDK beside those of the bare server, as tables. */
public final class ServerTables implements Tables {
    private final ServerReport report;

    public ServerTables(ServerReport report) {
        this.report = report;
    }

    private Table table() {
        Table table = new Table(
                1,
                "question",
                "nodes",
                "request kB",
                "answer kB",
                "SDK/s",
                "bare server/s",
                "share",
                "bare server with a parser/s",
                "share");
        for (ServerResult result : report.results()) {
            table.add(
                    result.served().title(),
                    Numbers.count(result.nodes()),
                    kilobytes(result.requestBytes()),
                    kilobytes(result.answerBytes()),
                    Numbers.count(Math.round(result.oursPerSecond())),
                    Numbers.count(Math.round(result.barePerSecond())),
                    percent(result.share()),
                    Numbers.count(Math.round(result.parsingPerSecond())),
                    percent(result.shareOfParsing()));
        }
        return table;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    private static String kilobytes(int bytes) {
        return bytes < 10_000 ? String.format(Locale.ROOT, "%.1f", bytes / 1e3) : Numbers.count(bytes / 1_000);
    }

    /** For a terminal. */
    @Override
    public String text() {
        return "Answers per second over the loopback interface, " + report.callers() + " ask at once\n"
                + table().text();
    }

    /** Writes the table into a document, between its markers. */
    @Override
    public void writeInto(Path document) throws IOException {
        Environment environment = report.environment();
        String words = "Measured on " + environment.date() + ": " + environment.processor() + ", " + environment.cpus()
                + " CPUs; " + environment.jvm() + ".\nAll other programs, both servers included, used "
                + MarkdownReport.foreign(environment)
                + " meanwhile. " + report.callers() + " ask at once; medians of turns.\n\n";
        MarkdownReport.writeSection(document, "server", words + table().markdown());
    }
}
