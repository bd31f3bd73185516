package io.tender.benchmarks.report;

import io.tender.benchmarks.client.ClientRates;
import io.tender.benchmarks.client.ClientReport;
import io.tender.benchmarks.measure.Environment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** The client's rates beside those of wrk. */
public final class ClientTable implements Tables {
    private final ClientReport report;

    public ClientTable(ClientReport report) {
        this.report = report;
    }

    private Table table() {
        Table table = new Table(0, "at once", "wrk/s", "client/s", "share", "client/s, virtual threads", "share");
        for (ClientRates rates : report.rates()) {
            table.add(
                    Integer.toString(rates.concurrency()),
                    rates.wrk().map(rate -> Numbers.count(Math.round(rate))).orElse("-"),
                    Numbers.count(Math.round(rates.platformThreads())),
                    share(rates.platformThreads(), rates.wrk()),
                    Numbers.count(Math.round(rates.virtualThreads())),
                    share(rates.virtualThreads(), rates.wrk()));
        }
        return table;
    }

    private static String share(double rate, Optional<Double> limit) {
        return limit.map(most -> String.format(Locale.ROOT, "%.0f %%", 100 * rate / most))
                .orElse("-");
    }

    /** For a terminal. */
    @Override
    public String text() {
        return String.format(
                Locale.ROOT,
                "Calls per second, requests of %d bytes, answers of %d bytes:%n%n%s",
                report.requestBytes(),
                report.answerBytes(),
                table().text());
    }

    /** Writes the table into a document, between its markers. */
    @Override
    public void writeInto(Path document) throws IOException {
        Environment environment = report.environment();
        String words = "Measured on " + environment.date() + ", requests of " + Numbers.count(report.requestBytes())
                + " bytes, answers of " + report.answerBytes() + ", " + environment.cpus()
                + " CPUs that server and clients share:\n\n";
        MarkdownReport.writeSection(document, "client", words + table().markdown());
    }
}
