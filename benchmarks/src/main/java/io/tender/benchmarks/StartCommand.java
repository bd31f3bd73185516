package io.tender.benchmarks;

import io.tender.benchmarks.daemon.DaemonReport;
import io.tender.benchmarks.daemon.RecoveryRun;
import io.tender.benchmarks.daemon.StartRun;
import io.tender.benchmarks.measure.Environment;
import io.tender.benchmarks.measure.ForeignLoad;
import io.tender.benchmarks.report.DaemonTables;
import io.tender.daemon.journal.JournalException;
import io.tender.daemon.journal.StoreSettings;
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

/** Measures how soon the daemon is of use. */
@Command(
        name = "start",
        description = "Measures the daemon's start until its first task runs, and its recovery of a large cluster.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class StartCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--repeat", description = "Starts, of which the median counts (default: ${DEFAULT-VALUE}).")
    private int repeat = 5;

    @Option(names = "--agents", description = "Agents to recover (default: 10000).")
    private Optional<Integer> agents = Optional.empty();

    @Option(names = "--tasks", description = "Tasks to recover (default: 100000).")
    private Optional<Integer> tasks = Optional.empty();

    @Option(
            names = "--launcher",
            paramLabel = "FILE",
            description = "The launcher 'tender' to measure; it must have been built and used before"
                    + " (default: that of this repository, if it was).")
    private Optional<Path> launcher = Optional.empty();

    @Option(
            names = "--database",
            paramLabel = "URL",
            description = "An empty database to recover from too, such as jdbc:postgresql://localhost/bench.")
    private Optional<String> database = Optional.empty();

    @Option(names = "--user", description = "Who the database knows us as.")
    private String user = "";

    @Option(names = "--quick", description = "One start and a small cluster: shows that it works.")
    private boolean quick;

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws IOException, JournalException {
        RecoveryRun.Size usual = quick ? RecoveryRun.Size.QUICK : RecoveryRun.Size.USUAL;
        RecoveryRun.Size size = new RecoveryRun.Size(
                positive("--agents", agents.orElse(usual.agents())), positive("--tasks", tasks.orElse(usual.tasks())));
        positive("--repeat", repeat);
        Optional<Path> program = launcher.or(StartCommand::own);
        ForeignLoad load = new ForeignLoad();
        Progress progress = new Progress(
                spec.commandLine().getErr(),
                Boolean.getBoolean("tender.terminal"),
                StartRun.parts(program.isPresent()) + RecoveryRun.parts(database.isPresent()));
        Path folder = Files.createTempDirectory("tender-benchmark");
        List<DaemonReport.Start> starts;
        List<DaemonReport.Recovery> recoveries;
        try {
            starts = new StartRun(quick ? 1 : repeat, folder, program, progress::begin).measure();
            recoveries = new RecoveryRun(
                            size,
                            folder,
                            database.map(url -> new StoreSettings.Database(url, user, "")),
                            progress::begin)
                    .measure();
        } finally {
            Output.delete(folder);
        }
        progress.clear();
        DaemonReport report = new DaemonReport(Environment.now(load.cpus()), Optional.empty(), starts, recoveries);
        output.write(report, new DaemonTables(report), spec.commandLine().getOut());
        return 0;
    }

    /** Only if it was built: it would otherwise be built while its start is measured. */
    private static Optional<Path> own() {
        Path home = Path.of(System.getProperty("tender.home", ""));
        return Files.exists(home.resolve("cli/target/app/built"))
                ? Optional.of(home.resolve("tender").toAbsolutePath())
                : Optional.empty();
    }

    private int positive(String option, int number) {
        if (number < 1) {
            throw new ParameterException(
                    spec.commandLine(), option + ": got " + number + ", expected a number above zero");
        }
        return number;
    }
}
