package io.tender.cli;

import io.tender.cli.demo.Stage;
import io.tender.cli.demo.simulated.DemoPlan;
import io.tender.cli.demo.simulated.DemoRunner;
import io.tender.cli.demo.simulated.ExtendedBy;
import io.tender.cli.demo.simulated.OrderedBy;
import io.tender.cli.demo.simulated.Summary;
import io.tender.extender.client.Endpoint;
import io.tender.runtime.Allocators;
import io.tender.runtime.ModuleCatalog;
import io.tender.runtime.UnknownModule;
import io.tender.runtime.batch.ConfException;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** Shows a simulated cluster at work. */
@Command(
        name = "simulated",
        description = {
            "Runs a simulated cluster with five frameworks on the real allocator, in memory and on a clock of its own, and"
                    + " shows who gets what.",
            "",
            "web keeps long-running services and has waves of traffic, crunch takes all it can get, scout turns up now"
                    + " and then with many short tasks; shop is a real scheduler of services, which asks a service over"
                    + " HTTP in which order to try its offers; train is a real scheduler of batch jobs, which starts gangs as"
                    + " a whole and has an extender take part in every placement. Their weights are 3, 2, 1, 2 and 2. One"
                    + " agent is lost on the way and comes back. Every offer is checked: nothing may be promised twice.",
            "",
            "The same options give the same offers, whatever the machine; only the times measured differ.",
            "",
            "  tender demo simulated --agents 200 --speed 10",
            "  tender demo simulated --offer-set http://localhost:9090/v1/offerset",
            "  tender demo simulated --extender http://localhost:9191",
            "  tender demo simulated --plugins FOLDER --allocator round-robin -Pagents-per-turn=2"
        })
final class SimulatedDemoCommand implements Callable<Integer> {

    private static final int MOST_SECONDS = 3_600;
    private static final double HIGHEST_SPEED = 1_000;
    private static final int SHORT_SECONDS = 5;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--agents",
            paramLabel = "N",
            defaultValue = "40",
            description = "How many machines the cluster has (default: ${DEFAULT-VALUE}).")
    private int agents;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description = "How long the demo takes (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--speed",
            paramLabel = "N",
            defaultValue = "5",
            description = "How many simulated seconds pass in one of those (default: ${DEFAULT-VALUE}).")
    private double speed;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Another seed is another cluster and another course (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--allocate-when-freed",
            description = "Freed resources are offered at once, not at the next tick: fewer of them lie idle.")
    private boolean whenFreed;

    @Option(names = "--short", description = "Takes " + SHORT_SECONDS + " seconds at ten times the speed; for CI.")
    private boolean shortly;

    @Option(
            names = "--allocator",
            paramLabel = "NAME",
            defaultValue = "hierarchical",
            description = "Which allocator decides (default: ${DEFAULT-VALUE}).")
    private String allocator;

    @Option(
            names = "--role-sorter",
            paramLabel = "NAME",
            defaultValue = "drf",
            description = "The order of roles, drf or random (default: ${DEFAULT-VALUE}).")
    private String roleSorter;

    @Option(
            names = "--framework-sorter",
            paramLabel = "NAME",
            defaultValue = "drf",
            description = "The order of frameworks within a role, drf or random (default: ${DEFAULT-VALUE}).")
    private String frameworkSorter;

    @Option(names = "--plugins", paramLabel = "FOLDER", description = "Where jars with more allocators are.")
    private Optional<Path> plugins;

    @Option(
            names = "-P",
            paramLabel = "NAME=VALUE",
            description = "A parameter for an allocator from a module; may be repeated.")
    private Map<String, String> parameters = new TreeMap<>();

    @Option(
            names = "--offer-set",
            paramLabel = "URL",
            description = "Where your own service listens that orders the offers of shop (default: the example service,"
                    + " started for the demo). If it does not answer, they are tried in native order.")
    private Optional<String> offerSet;

    @Option(names = "--no-services", description = "Leaves shop out, so nobody orders offers.")
    private boolean noServices;

    @Option(
            names = "--extender",
            paramLabel = "URL",
            description =
                    "Where your own extender listens that takes part in the placements of train (default: the example"
                            + " extender, started for the demo). What it does not answer is decided without it.")
    private Optional<String> extender;

    @Option(
            names = "--extender-verbs",
            paramLabel = "VERB",
            split = ",",
            defaultValue = "batchPredicate,prioritize,allocateFunc,deallocateFunc,commit,abort",
            description = "What your extender is asked, each verb at the path of its name (default: ${DEFAULT-VALUE}).")
    private List<String> verbs = List.of();

    @Option(names = "--no-batch", description = "Leaves train out, so there are no gangs and no extender.")
    private boolean noBatch;

    @Option(names = "--json", description = "Prints the summary as JSON; the progress goes to standard error.")
    private boolean json;

    @Override
    public Integer call() {
        check();
        PrintWriter out = spec.commandLine().getOut();
        int length = shortly ? SHORT_SECONDS : seconds;
        double pace = shortly ? 10 * speed : speed;
        DemoPlan plan = new DemoPlan(agents, Duration.ofMillis(Math.round(1000 * length * pace)), seed, whenFreed);
        Summary summary = new DemoRunner(pace)
                .run(plan, allocator, maker(), orderedBy(), extendedBy(), stage(), end -> print(end, out));
        return summary.problems().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    private void check() {
        DemoCommand.within("--agents", agents, 1, DemoPlan.MOST_AGENTS);
        DemoCommand.within("--seconds", seconds, 1, MOST_SECONDS);
        DemoCommand.within("--speed", speed, 0.1, HIGHEST_SPEED);
    }

    private Function<AllocatorHost, Allocator> maker() {
        try {
            ModuleCatalog catalog = plugins.map(ModuleCatalog::withPlugins).orElseGet(ModuleCatalog::ofClassPath);
            Function<AllocatorHost, Allocator> maker =
                    new Allocators(catalog).maker(allocator, roleSorter, frameworkSorter, parameters);
            return host -> {
                try {
                    return maker.apply(host);
                } catch (UnknownModule mistake) {
                    throw UserError.usage(String.valueOf(mistake.getMessage()));
                }
            };
        } catch (UnknownModule mistake) {
            throw UserError.usage(String.valueOf(mistake.getMessage()));
        }
    }

    private OrderedBy orderedBy() {
        if (noServices && offerSet.isPresent()) {
            throw UserError.usage("The options --no-services and --offer-set exclude each other.")
                    .got("both")
                    .expected("at most one: without services there are no offers to order")
                    .toDo("leave one of them out");
        }
        if (noServices) {
            return new OrderedBy.Nobody();
        }
        try {
            return offerSet.<OrderedBy>map(url -> checked(url)).orElseGet(OrderedBy.Example::new);
        } catch (IllegalArgumentException mistake) {
            throw UserError.usage(String.valueOf(mistake.getMessage()));
        }
    }

    private static OrderedBy checked(String url) {
        Endpoint.parse(url);
        return new OrderedBy.Service(url);
    }

    private ExtendedBy extendedBy() {
        if (noBatch && extender.isPresent()) {
            throw UserError.usage("The options --no-batch and --extender exclude each other.")
                    .got("both")
                    .expected("at most one: without gangs there is nothing to have a say in")
                    .toDo("leave one of them out");
        }
        if (noBatch) {
            return new ExtendedBy.Nobody();
        }
        try {
            return extender.<ExtendedBy>map(url -> ExtendedBy.Service.checked(url, verbs))
                    .orElseGet(ExtendedBy.Example::new);
        } catch (ConfException mistake) {
            throw UserError.usage("The extender cannot be asked like this.")
                    .got("--extender " + extender.orElse("") + " --extender-verbs " + String.join(",", verbs))
                    .expected("an http or https address, and verbs of docs/extenders.md")
                    .toDo(mistake.problems().getFirst().problem());
        }
    }

    private Stage stage() {
        return json
                ? new Stage.Log(spec.commandLine().getErr())
                : Stage.of(
                        spec.commandLine().getOut(),
                        spec.commandLine().getColorScheme().ansi());
    }

    private void print(Summary summary, PrintWriter out) {
        if (json) {
            out.println(JsonMapper.builder()
                    .build()
                    .writerWithDefaultPrettyPrinter()
                    .writeValueAsString(summary));
        } else {
            summary.lines().forEach(out::println);
        }
        out.flush();
    }
}
