package io.tender.cli;

import io.tender.daemon.settings.Settings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What can be asked about the daemon's settings. */
@Command(
        name = "config",
        description = "Checks the settings of a daemon, has them read again, and says what there are.",
        subcommands = {ConfigCommand.Check.class, ConfigReloadCommand.class, ConfigCommand.Schema.class})
final class ConfigCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** Prints the schema, for editors and for programs that write settings. */
    @Command(
            name = "schema",
            description = {
                "Prints a JSON schema of the settings.",
                "",
                "  tender config schema > tender.schema.json",
                "",
                "An editor that is given it completes and checks a tender.yaml while it is written."
            })
    static final class Schema implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            out.print(Settings.schema());
            out.flush();
            return ExitCode.OK;
        }
    }

    /** Reads settings whole, and finds the modules they name. */
    @Command(
            name = "check",
            description = {
                "Reads the settings of a daemon and says everything that is wrong with them.",
                "",
                "  tender config check tender.yaml",
                "  tender config check -c tender.yaml            the same, as it stands behind serve",
                "",
                "docs/tender.yaml shows every setting with its default."
            })
    static final class Check implements Callable<Integer> {
        private static final JsonMapper JSON = new JsonMapper();

        @Spec
        private CommandSpec spec;

        @Parameters(arity = "0..1", paramLabel = "FILE", description = "the settings")
        private @Nullable Path named;

        @Option(
                names = {"-c", "--config"},
                paramLabel = "FILE",
                description = "the settings, instead of FILE")
        private @Nullable Path config;

        @Option(names = "--json", description = "print it as JSON")
        private boolean json;

        @Override
        public Integer call() {
            Path file = file();
            DaemonSettings checked = DaemonSettings.check(file);
            boolean well = checked.mistakes().isEmpty();
            if (!json && !well) {
                throw DaemonSettings.wrong(checked.mistakes());
            }
            List<String> notices = well ? DaemonSettings.notices(checked.settings()) : List.of();
            if (json) {
                ObjectNode answer = JSON.createObjectNode().put("file", file.toString());
                checked.mistakes().forEach(answer.putArray("mistakes")::add);
                notices.forEach(answer.putArray("notices")::add);
                Printing.json(spec, answer);
                return well ? ExitCode.OK : ExitCode.USAGE;
            }
            PrintWriter out = spec.commandLine().getOut();
            notices.forEach(out::println);
            out.println(file + ": all is well");
            out.flush();
            return ExitCode.OK;
        }

        private Path file() {
            if (named != null && config != null) {
                throw UserError.usage("Two files are named.")
                        .got("'" + named + "' and -c " + config)
                        .expected("one of them");
            }
            Path file = named != null ? named : config;
            if (file == null) {
                throw UserError.usage("No settings are named.").expected("tender config check FILE");
            }
            return file;
        }
    }
}
