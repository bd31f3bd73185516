package io.tender.cli;

import io.tender.daemon.settings.Settings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
                "",
                "docs/tender.yaml shows every setting with its default."
            })
    static final class Check implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Parameters(paramLabel = "FILE", description = "the settings")
        private Path file;

        @Override
        public Integer call() {
            Settings settings = DaemonSettings.read(Optional.of(file), Settings.Given.NOTHING);
            PrintWriter out = spec.commandLine().getOut();
            DaemonSettings.check(settings).forEach(out::println);
            out.println(file + ": all is well");
            out.flush();
            return ExitCode.OK;
        }
    }
}
