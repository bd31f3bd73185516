package io.tender.cli;

import io.tender.toolkit.replay.Progress;
import io.tender.toolkit.replay.Report;
import java.io.IOException;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Runs a comparison with a bar on terminals, prints its report and says what the exit code is. */
final class ComparisonRun {
    private final CommandSpec spec;
    private final ComparisonOptions options;

    ComparisonRun(CommandSpec spec, ComparisonOptions options) {
        this.spec = spec;
        this.options = options;
    }

    /** What is to be done, telling how far it is. */
    @FunctionalInterface
    interface Work {
        Report run(Progress progress) throws IOException;
    }

    /** @param bytes how much there is to read */
    int run(String task, long bytes, Work work) {
        Report report;
        try (Shown shown = new Shown(bar(task, bytes))) {
            report = work.run(shown);
        } catch (IOException broken) {
            throw UserError.environment("A recording cannot be read.")
                    .got(broken)
                    .expected("a file that 'tender record' or a daemon with 'recording' wrote")
                    .toDo("name another one, or record anew");
        }
        if (options.json()) {
            JsonMapper mapper = JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build();
            Printing.text(spec, mapper.writeValueAsString(report) + System.lineSeparator());
        } else {
            new ReportText(spec.commandLine().getOut()).print(report, options.show());
        }
        if (report.compared() == 0) {
            throw UserError.usage("Nothing could be compared.")
                    .got(
                            report.skipped().isEmpty()
                                    ? "no question that is in " + report.before() + " and can be compared"
                                    : report.skipped().toString())
                    .expected("at least one question with its answer")
                    .toDo("see the lines above; --at, --dialect and --verb say how questions are chosen");
        }
        return report.changed() == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    private Optional<ProgressBar> bar(String task, long bytes) {
        boolean visible = !options.json() && spec.commandLine().getColorScheme().ansi() == Ansi.ON;
        return visible
                ? Optional.of(new ProgressBarBuilder()
                        .setTaskName(task)
                        .setInitialMax(bytes)
                        .setUnit(" KiB", 1 << 10)
                        .setStyle(ProgressBarStyle.ASCII)
                        .setUpdateIntervalMillis(100)
                        .clearDisplayOnFinish()
                        .build())
                : Optional.empty();
    }

    private record Shown(Optional<ProgressBar> bar) implements Progress, AutoCloseable {
        @Override
        public void at(long bytes, long compared) {
            bar.ifPresent(shown -> shown.stepTo(bytes).setExtraMessage(compared + " compared"));
        }

        @Override
        public void close() {
            bar.ifPresent(ProgressBar::close);
        }
    }
}
