package io.tender.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root of all commands. A new command is one more class in {@code subcommands}. */
@Command(
        name = "tender",
        description = "A cluster scheduler in which every decision can be taken by your own code.",
        subcommands = {
            ServeCommand.class,
            ConfigCommand.class,
            JournalCommand.class,
            DemoCommand.class,
            TestCommand.class,
            FlagsCommand.class,
            CheckCommand.class,
            RecordCommand.class,
            ReplayCommand.class,
            DiffCommand.class,
            BridgeCommand.class,
            ApplyCommand.class,
            GetCommand.class,
            DescribeCommand.class,
            ExplainCommand.class,
            LogsCommand.class,
            ScaleCommand.class,
            RestartCommand.class,
            UpdateCommand.class,
            DeleteCommand.class,
            ListCommands.Agents.class,
            ListCommands.Frameworks.class,
            ListCommands.Offers.class,
            ExtendersCommand.class,
            QuotaCommand.class,
            WeightCommand.class,
            MaintenanceCommand.class,
            DrainCommand.class,
            TaintCommand.class,
            CompletionCommand.class,
            HelpCommand.class
        },
        // Inherited: every command gets --help, --version and the list of exit codes without asking for them.
        scope = ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        headerHeading = "%n",
        synopsisHeading = "%n@|bold usage:|@ ",
        descriptionHeading = "%n",
        parameterListHeading = "%n@|bold parameters:|@%n",
        optionListHeading = "%n@|bold options:|@%n",
        commandListHeading = "%n@|bold commands:|@%n",
        exitCodeListHeading = "%n@|bold exit codes:|@%n",
        exitCodeList = {
            "0:what was asked for was done",
            "1:it was done, and the answer is no: a scenario failed, a limit was missed, a request was refused",
            "2:the command line, or a file it names, is wrong",
            "3:the surroundings or the program itself failed"
        })
final class TenderCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
