package io.tender.benchmarks;

import io.tender.benchmarks.report.Tables;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Where figures go: to the terminal, and wherever else is wanted. */
final class Output {
    @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON.")
    private Optional<Path> json = Optional.empty();

    @Option(
            names = "--markdown",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "FILE",
            description = "Write the tables into a document, between its markers (default: docs/benchmarks.md).")
    private Optional<Path> markdown = Optional.empty();

    /** @param report what the tables show, with every figure */
    void write(Object report, Tables tables, PrintWriter out) throws IOException {
        out.print(tables.text());
        out.flush();
        if (json.isPresent()) {
            JsonMapper mapper = JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build();
            Files.writeString(json.get(), mapper.writeValueAsString(report) + System.lineSeparator());
        }
        if (markdown.isPresent()) {
            tables.writeInto(markdown.get().toString().isEmpty() ? Main.ownDocument() : markdown.get());
        }
    }

    /** Deletes a folder with what is in it. */
    static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }
}
