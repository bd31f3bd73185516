package io.tender.benchmarks;

import io.tender.benchmarks.batch.BatchReport;
import io.tender.benchmarks.batch.BatchRun;
import io.tender.benchmarks.report.BatchTables;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws IOException {
        Progress progress =
                new Progress(spec.commandLine().getErr(), Boolean.getBoolean("tender.terminal"), BatchRun.parts(quick));
        BatchReport report = new BatchRun(quick, progress::begin).measure();
        progress.clear();
        output.write(report, new BatchTables(report), spec.commandLine().getOut());
        return 0;
    }
}
