package io.tender.cli;

import io.tender.cli.demo.SessionSettings;
import io.tender.cli.demo.Show;
import io.tender.cli.demo.ShowPlan;
import io.tender.cli.demo.ShowSummary;
import io.tender.cli.demo.Stage;
import io.tender.daemon.Modules;
import io.tender.daemon.journal.JournalException;
import io.tender.daemon.settings.Settings;
import io.tender.extender.client.Endpoint;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** Shows a daemon at work. */
@Command(
        name = "demo",
        description = {
            "Starts a daemon with simulated agents and this machine, gives it work, and shows what becomes of it.",
            "",
            "Gangs are started whole, and an extender takes part in every placement; a service has its offers ordered by"
                    + " another program; jobs of real processes run on this machine; a framework that knows nothing but"
                    + " the address takes offers over the Mesos v1 HTTP API. The extender, the offer set and the framework"
                    + " are programs of their own. At every look it is checked that nothing is promised twice and that"
                    + " every gang is whole. In the end nothing is left behind.",
            "",
            "  tender demo --keep                                        until Ctrl-C, to look around",
            "  tender demo --offer-set http://localhost:9090/v1/offerset",
            "  tender demo --extender http://localhost:9191",
            "  tender demo simulated                                     in memory, the same on every machine"
        },
        subcommands = {SimulatedDemoCommand.class})
final class DemoCommand implements Callable<Integer> {
    private static final int MOST_SECONDS = 3_600;
    private static final int SHORT_SECONDS = 8;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--agents",
            paramLabel = "N",
            defaultValue = "40",
            description = "How many agents are simulated (default: ${DEFAULT-VALUE}).")
    private int agents;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description =
                    "How long it takes (default: ${DEFAULT-VALUE}); a little longer if somebody has had no part yet.")
    private int seconds;

    @Option(names = "--short", description = "Takes " + SHORT_SECONDS + " seconds; for CI.")
    private boolean shortly;

    @Option(names = "--keep", description = "Goes on until Ctrl-C.")
    private boolean keep;

    @Option(names = "--no-processes", description = "Leaves this machine alone: all agents are simulated.")
    private boolean noProcesses;

    @Option(
            names = "--offer-set",
            paramLabel = "URL",
            description = "Where your own service listens that orders the offers of the service (default: the example"
                    + " service, started for the demo). If it does not answer, they are tried in native order.")
    private Optional<String> offerSet;

    @Option(
            names = "--extender",
            paramLabel = "URL",
            description = "Where your own extender listens that takes part in the placements of gangs (default: the"
                    + " example extender, started for the demo). What it does not answer is decided without it.")
    private Optional<String> extender;

    @Option(
            names = "--extender-verbs",
            paramLabel = "VERB",
            split = ",",
            description = "What your extender is asked, each verb at the path of its name (default: batchPredicate,"
                    + "prioritize,allocateFunc,deallocateFunc,commit,abort).")
    private List<String> verbs = SessionSettings.USUAL_VERBS;

    @Option(names = "--json", description = "Prints the summary as JSON; the progress goes to standard error.")
    private boolean json;

    @Override
    public Integer call() {
        within("--agents", agents, 1, ShowPlan.MOST_AGENTS);
        within("--seconds", seconds, 1, MOST_SECONDS);
        if (keep && shortly) {
            throw UserError.usage("The options --keep and --short exclude each other.")
                    .got("both")
                    .expected("at most one of them")
                    .toDo("leave one of them out");
        }
        offerSet.ifPresent(DemoCommand::address);
        extender.ifPresent(DemoCommand::address);
        ShowPlan plan = new ShowPlan(
                agents,
                keep ? Optional.empty() : Optional.of(Duration.ofSeconds(shortly ? SHORT_SECONDS : seconds)),
                !noProcesses && Files.isDirectory(Path.of("/proc")),
                offerSet,
                extender,
                verbs);
        DaemonLogs.quieten();
        try {
            ShowSummary summary = Show.run(plan, Version.number(), DemoCommand::checked, stage(), this::print);
            return summary.problems().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
        } catch (IOException | JournalException broken) {
            throw UserError.environment("The daemon of the demo could not be started.")
                    .got(String.valueOf(broken.getMessage()))
                    .expected("a place for temporary files, and a free port on this machine");
        }
    }

    static void within(String option, double got, double least, double most) {
        if (!(got >= least && got <= most)) {
            throw UserError.usage("The option " + option + " is out of range.")
                    .got(number(got))
                    .expected("a number from " + number(least) + " to " + number(most))
                    .toDo("choose one in between");
        }
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static void address(String url) {
        try {
            Endpoint.parse(url);
        } catch (IllegalArgumentException mistake) {
            throw UserError.usage(String.valueOf(mistake.getMessage()));
        }
    }

    private static Settings checked(Settings settings) {
        List<String> mistakes = Modules.mistakes(settings);
        if (!mistakes.isEmpty()) {
            throw DaemonSettings.wrong(mistakes);
        }
        return settings;
    }

    private Stage stage() {
        return json
                ? new Stage.Log(spec.commandLine().getErr())
                : Stage.of(
                        spec.commandLine().getOut(),
                        spec.commandLine().getColorScheme().ansi());
    }

    private void print(ShowSummary summary) {
        if (json) {
            PrintWriter out = spec.commandLine().getOut();
            out.println(JsonMapper.builder()
                    .build()
                    .writerWithDefaultPrettyPrinter()
                    .writeValueAsString(summary));
            out.flush();
        }
    }
}
