package io.tender.benchmarks.report;

import io.tender.benchmarks.client.ClientRates;
import io.tender.benchmarks.client.ClientReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The client's rates for people and for programs. */
public final class ClientTable {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ClientTable() {}

    public static String text(ClientReport report) {
        Table table = new Table(0, "at once", "wrk/s", "client/s", "share", "client/s, virtual", "share");
        for (ClientRates rates : report.rates()) {
            table.add(
                    Integer.toString(rates.concurrency()),
                    rates.wrk().map(rate -> Numbers.count(Math.round(rate))).orElse("-"),
                    Numbers.count(Math.round(rates.platformThreads())),
                    share(rates.platformThreads(), rates.wrk()),
                    Numbers.count(Math.round(rates.virtualThreads())),
                    share(rates.virtualThreads(), rates.wrk()));
        }
        return table.text();
    }

    private static String share(double rate, Optional<Double> limit) {
        return limit.map(most -> String.format(Locale.ROOT, "%.0f %%", 100 * rate / most))
                .orElse("-");
    }

    public static void write(ClientReport report, Path file) throws IOException {
        Files.writeString(file, JSON.writeValueAsString(report) + System.lineSeparator());
    }
}
