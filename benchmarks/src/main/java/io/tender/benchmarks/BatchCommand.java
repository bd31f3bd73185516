package io.tender.benchmarks;

import io.tender.benchmarks.batch.BatchReport;
import io.tender.benchmarks.batch.BatchRun;
import io.tender.benchmarks.report.BatchTables;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Measures batch sessions. */
@Command(
        name = "batch",
        description =
                "Measures how fast batch sessions place gangs, alone and with an extender, beside the simple way to"
                        + " do it and the figures of Volcano.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class BatchCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--quick", description = "Small cases: shows that it works.")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON.")
    private Optional<Path> json = Optional.empty();

    @Option(
            names = "--markdown",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "FILE",
            description = "Write the tables into a document, between its markers (default: docs/benchmarks.md).")
    private Optional<Path> markdown = Optional.empty();

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Progress progress =
                new Progress(spec.commandLine().getErr(), Boolean.getBoolean("tender.terminal"), BatchRun.parts(quick));
        BatchReport report = new BatchRun(quick, progress::begin).measure();
        progress.clear();
        BatchTables tables = new BatchTables(report);
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
        return 0;
    }
}
