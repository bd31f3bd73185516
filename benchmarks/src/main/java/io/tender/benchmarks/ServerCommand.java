package io.tender.benchmarks;

import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.measure.ForeignLoad;
import io.tender.benchmarks.report.ServerTables;
import io.tender.benchmarks.server.ServedCase;
import io.tender.benchmarks.server.ServerReport;
import io.tender.benchmarks.server.ServerResult;
import io.tender.benchmarks.server.ServerRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Measures the server SDK beside the bare HTTP server. */
@Command(
        name = "server",
        description = "Measures answers per second of the server SDK, beside the bare HTTP server that reads the same"
                + " requests and sends the same answers, taking turns.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ServerCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--nodes", description = "Nodes in the larger questions (default: ${DEFAULT-VALUE}).")
    private int nodes = 5_000;

    @Option(names = "--callers", description = "Who ask at once (default: ${DEFAULT-VALUE}).")
    private int callers = 2;

    @Option(names = "--turns", description = "Measured turns of each, after as many for warming up (${DEFAULT-VALUE}).")
    private int turns = 7;

    @Option(names = "--quick", description = "A turn of a tenth of a second with 100 nodes: shows that it works.")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON.")
    private Optional<Path> json = Optional.empty();

    @Option(
            names = "--markdown",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "FILE",
            description = "Write the table into a document, between its markers (default: docs/benchmarks.md).")
    private Optional<Path> markdown = Optional.empty();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (nodes < 1 || callers < 1 || turns < 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--nodes, --callers, --turns: got " + nodes + ", " + callers + ", " + turns
                            + ", expected numbers above zero");
        }
        Progress progress = new Progress(
                spec.commandLine().getErr(), Boolean.getBoolean("tender.terminal"), ServedCase.values().length);
        ForeignLoad load = new ForeignLoad();
        ServerRun run = quick
                ? new ServerRun(100, callers, Duration.ofMillis(100), 1)
                : new ServerRun(nodes, callers, Duration.ofSeconds(1), turns);
        List<ServerResult> results = run.measure(served -> progress.begin(served.title()));
        ServerReport report = new ServerReport(Environment.now(load.cpus()), callers, results);
        progress.clear();
        ServerTables tables = new ServerTables(report);
        PrintWriter out = spec.commandLine().getOut();
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
