package io.tender.benchmarks.report;

import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.offersets.OfferSetReport;
import io.tender.benchmarks.offersets.OfferSetResult;
import io.tender.benchmarks.offersets.RealClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The ordering of offers by a service, as tables. */
public final class OfferSetTables implements Tables {
    private final OfferSetReport report;

    public OfferSetTables(OfferSetReport report) {
        this.report = report;
    }

    private Table table() {
        Table table = new Table(
                0,
                "offers",
                "request kB",
                "ours ms",
                "databind + JDK client ms",
                "ratio",
                "Aurora 0.27 client ms",
                "ratio");
        for (OfferSetResult result : report.results()) {
            double ours = result.oursMs().median();
            Optional<RealClient> real = RealClient.of(result.offers());
            table.add(
                    Numbers.count(result.offers()),
                    Numbers.count(result.requestBytes() / 1_000),
                    Numbers.ms(ours),
                    Numbers.ms(result.plainMs().median()),
                    Numbers.ratio(result.plainMs().median() / ours),
                    real.map(figure -> Numbers.ms(figure.leastMs()) + "–" + Numbers.ms(figure.mostMs()))
                            .orElse(""),
                    real.map(figure -> Numbers.ratio(figure.leastMs() / ours) + "–"
                                    + Numbers.ratio(figure.mostMs() / ours))
                            .orElse(""));
        }
        return table;
    }

    /** For a terminal. */
    @Override
    public String text() {
        return "Time of getOrdered over the loopback interface, median of the calls\n" + table().text();
    }

    /** Writes the table into a document, between its markers. */
    @Override
    public void writeInto(Path document) throws IOException {
        Environment environment = report.environment();
        String words = "Measured on " + environment.date() + ": " + environment.processor() + ", " + environment.cpus()
                + " CPUs; " + environment.jvm() + ".\nOther programs used " + MarkdownReport.foreign(environment)
                + " meanwhile. Median of "
                + report.results().getFirst().calls() + " calls, after at least as many for warming up.\n\n";
        MarkdownReport.writeSection(document, "offersets", words + table().markdown());
    }
}
