package io.tender.benchmarks;

import io.tender.benchmarks.daemon.DaemonReport;
import io.tender.benchmarks.daemon.LoadRun;
import io.tender.benchmarks.daemon.LoadSize;
import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.measure.ForeignLoad;
import io.tender.benchmarks.report.DaemonTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures the daemon under load. */
@Command(
        name = "daemon",
        description = "Measures the daemon under the load of many frameworks over HTTP, with and without durability.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class DaemonCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--agents", description = "Simulated agents (default: 10000).")
    private Optional<Integer> agents = Optional.empty();

    @Option(names = "--frameworks", description = "Frameworks, each with two connections (default: 1000).")
    private Optional<Integer> frameworks = Optional.empty();

    @Option(names = "--in-flight", description = "Tasks each framework runs at a time (default: 5).")
    private Optional<Integer> inFlight = Optional.empty();

    @Option(names = "--pace", description = "Launches per second of the steady load (default: 500).")
    private Optional<Integer> pace = Optional.empty();

    @Option(names = "--repeat", description = "Measured stretches, of which the median counts (default: 3).")
    private Optional<Integer> repeat = Optional.empty();

    @Option(names = "--warm-up", description = "Seconds of load before that (default: 30).")
    private Optional<Integer> warmUp = Optional.empty();

    @Option(names = "--seconds", description = "Seconds per stretch (default: 15).")
    private Optional<Integer> seconds = Optional.empty();

    @Option(names = "--jobs", description = "Jobs to submit (default: 50).")
    private Optional<Integer> jobs = Optional.empty();

    @Option(names = "--quick", description = "A small load for a second: shows that it works.")
    private boolean quick;

    @Option(
            names = "--recording",
            paramLabel = "FILE",
            description = "Write a flight recording of the durable daemon, to see what takes its time.")
    private Optional<Path> recording = Optional.empty();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws IOException {
        LoadSize size = size();
        ForeignLoad load = new ForeignLoad();
        Progress progress =
                new Progress(spec.commandLine().getErr(), Boolean.getBoolean("tender.terminal"), LoadRun.parts(size));
        Path folder = Files.createTempDirectory("tender-benchmark");
        DaemonReport report;
        try {
            LoadRun run = new LoadRun(size, folder, recording, progress::begin);
            DaemonReport.Load measured = run.measure();
            report = new DaemonReport(
                    Environment.now(load.cpus(run.daemonsCpu())), Optional.of(measured), List.of(), List.of());
        } finally {
            Output.delete(folder);
        }
        progress.clear();
        output.write(report, new DaemonTables(report), spec.commandLine().getOut());
        return 0;
    }

    private LoadSize size() {
        LoadSize usual = quick ? LoadSize.QUICK : LoadSize.USUAL;
        return new LoadSize(
                positive("--agents", agents, usual.agents()),
                positive("--frameworks", frameworks, usual.frameworks()),
                positive("--in-flight", inFlight, usual.inFlight()),
                positive("--pace", pace, usual.pace()),
                positive("--repeat", repeat, usual.repeat()),
                positive("--warm-up", warmUp, usual.warmUpSeconds()),
                positive("--seconds", seconds, usual.seconds()),
                positive("--jobs", jobs, usual.jobs()));
    }

    private int positive(String option, Optional<Integer> given, int usual) {
        int number = given.orElse(usual);
        if (number < 1) {
            throw new ParameterException(
                    spec.commandLine(), option + ": got " + number + ", expected a number above zero");
        }
        return number;
    }
}
