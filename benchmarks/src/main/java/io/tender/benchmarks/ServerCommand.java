package io.tender.benchmarks;

import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.measure.ForeignLoad;
import io.tender.benchmarks.report.ServerTables;
import io.tender.benchmarks.server.ServedCase;
import io.tender.benchmarks.server.ServerReport;
import io.tender.benchmarks.server.ServerResult;
import io.tender.benchmarks.server.ServerRun;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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

    @Option(
            names = "--only",
            paramLabel = "TEXT",
            description = "Only questions whose title has this in it, such as 'heartbeats'.")
    private String only = "";

    @Option(names = "--quick", description = "A turn of a tenth of a second with 100 nodes: shows that it works.")
    private boolean quick;

    @Mixin
    private Output output = new Output();

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
        List<ServerResult> results = run.measure(
                Stream.of(ServedCase.values())
                        .filter(served -> served.title().contains(only))
                        .toList(),
                served -> progress.begin(served.title()));
        ServerReport report = new ServerReport(Environment.now(load.cpus()), callers, results);
        progress.clear();
        output.write(report, new ServerTables(report), spec.commandLine().getOut());
        return 0;
    }
}
