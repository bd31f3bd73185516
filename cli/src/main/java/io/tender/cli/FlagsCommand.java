package io.tender.cli;

import io.tender.extender.aurora.AuroraFlags;
import io.tender.extender.aurora.FlagMeaning;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Says what each flag of an Aurora scheduler becomes. */
@Command(
        name = "flags",
        description = {
            "Reads the flags file of an Aurora scheduler and says what each flag becomes.",
            "",
            "  tender flags aurora-scheduler.flags         one line per flag",
            "  tender flags aurora-scheduler.flags --json  for programs",
            "",
            "The file has one -name=value per line. docs/offersets.md lists the settings."
        })
final class FlagsCommand implements Callable<Integer> {
    /** Far more than all flags there are. */
    private static final long MOST_BYTES = 1 << 20;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "the flags file")
    private Path file;

    @Option(names = "--json", description = "print it as JSON")
    private boolean json;

    @Override
    public Integer call() {
        FlagsReport report = FlagsReport.of(flags());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build()
                    .writeValueAsString(report));
        } else {
            print(report, out);
        }
        out.flush();
        return report.problems().isEmpty() ? ExitCode.OK : ExitCode.USAGE;
    }

    private AuroraFlags flags() {
        try {
            if (!Files.isRegularFile(file)) {
                throw UserError.usage("There is no file '" + file + "'.")
                        .expected("a flags file, with one -name=value per line")
                        .toDo("name an existing file");
            }
            if (Files.size(file) > MOST_BYTES) {
                throw UserError.usage("'" + file + "' is no flags file.")
                        .got(Files.size(file) + " bytes")
                        .expected("at most " + MOST_BYTES)
                        .toDo("name a flags file, with one -name=value per line");
            }
            return AuroraFlags.parse(file.toString(), Files.readString(file));
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(String.valueOf(wrong.getMessage())).toDo("correct these lines");
        } catch (CharacterCodingException noText) {
            throw UserError.usage("'" + file + "' is no text.")
                    .expected("flags in UTF-8")
                    .toDo("name a flags file, with one -name=value per line");
        } catch (IOException broken) {
            throw UserError.environment("'" + file + "' cannot be read.")
                    .got(broken)
                    .toDo("name a file that this user may read");
        }
    }

    private void print(FlagsReport report, PrintWriter out) {
        int widest = report.flags().stream()
                .mapToInt(flag -> flag.flag().length())
                .max()
                .orElse(0);
        for (FlagMeaning flag : report.flags()) {
            String what = flag.kind() + (flag.value().isEmpty() ? "" : "  " + flag.flag() + ": " + flag.value());
            String note = flag.note().isEmpty() ? "" : (flag.value().isEmpty() ? ": " : "  (") + flag.note();
            String end = flag.note().isEmpty() || flag.value().isEmpty() ? "" : ")";
            out.println("-" + flag.flag() + " ".repeat(widest - flag.flag().length()) + "  " + what + note + end);
        }
        report.notices().forEach(notice -> out.println(System.lineSeparator() + notice));
        out.flush();
        PrintWriter err = spec.commandLine().getErr();
        report.problems().forEach(problem -> err.println(file + ": " + problem));
        err.flush();
    }
}
