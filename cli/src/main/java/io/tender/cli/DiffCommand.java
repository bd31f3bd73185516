package io.tender.cli;

import io.tender.toolkit.replay.RecordingDiff;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares two recordings of the same questions, and asks nobody. */
@Command(
        name = "diff",
        description = {
            "Compares what was answered to the same questions in two recordings, and asks nobody.",
            "",
            "  tender diff monday.jsonl tuesday.jsonl",
            "  tender diff old.jsonl new.jsonl --verb filter --json",
            "",
            "Questions are matched by verb and content, in their order. The exit code is 1 if an answer differs."
        })
final class DiffCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "a recording")
    private Path before;

    @Parameters(index = "1", paramLabel = "B", description = "another one")
    private Path after;

    @Mixin
    private ComparisonOptions options;

    @Override
    public Integer call() {
        ComparisonOptions.bytes(List.of(after));
        RecordingDiff diff = new RecordingDiff(before, after, options.selection(true));
        return new ComparisonRun(spec, options).run("diff", ComparisonOptions.bytes(List.of(before)), diff::run);
    }
}
