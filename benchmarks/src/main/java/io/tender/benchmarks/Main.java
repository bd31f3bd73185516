package io.tender.benchmarks;

import io.tender.benchmarks.curves.Curve;
import io.tender.benchmarks.curves.CurvePlot;
import io.tender.benchmarks.curves.CurveSizes;
import io.tender.benchmarks.measure.Effort;
import io.tender.benchmarks.placement.PlacementEffort;
import io.tender.benchmarks.placement.PlacementSize;
import io.tender.benchmarks.reference.Calibration;
import io.tender.benchmarks.reference.ReferenceFigures;
import io.tender.benchmarks.report.ConsoleReport;
import io.tender.benchmarks.report.MarkdownReport;
import io.tender.benchmarks.report.Report;
import io.tender.benchmarks.scale.ScaleRun;
import io.tender.benchmarks.workload.Candidate;
import io.tender.benchmarks.workload.Family;
import io.tender.benchmarks.workload.Sizes;
import io.tender.benchmarks.workload.Workload;
import io.tender.benchmarks.workload.Workloads;
import io.tender.benchmarks.workload.WrongOutcome;
import io.tender.core.allocator.HierarchicalAllocator;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures the allocator beside the C++ allocator of Mesos, and the service scheduler beside Fenzo. */
@Command(
        name = "benchmarks/run",
        description =
                "Measures the allocator beside the C++ allocator of Mesos, and the service scheduler beside Fenzo.",
        subcommands = {
            JmhCommand.class,
            ClientCommand.class,
            ServerCommand.class,
            OfferSetsCommand.class,
            BatchCommand.class,
            DaemonCommand.class,
            RecordCommand.class,
            StartCommand.class
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  benchmarks/run                                the 14 workloads, in the sizes of the reference figures",
            "  benchmarks/run all --markdown                 everything, into docs/benchmarks.md",
            "  benchmarks/run DeclineOffers --agents 1000,10000 --frameworks 50,200 --rounds 20",
            "  benchmarks/run placement --agents 1000,5000,10000 --tasks 10000 --batch 1000",
            "  benchmarks/run jmh --filter Resources",
            "  benchmarks/run client                         the client of extenders, beside wrk",
            "  benchmarks/run offersets                      the ordering of offers by a service, over HTTP",
            "  benchmarks/run record                         what a recording proxy adds to each call",
            "  benchmarks/run daemon                         the daemon under the load of 1,000 frameworks",
            "  benchmarks/run start                          the daemon's start, and its recovery of a large cluster"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all was measured",
            "1:something was decided wrongly, so its times mean nothing",
            "2:the command line is wrong",
            "3:the surroundings or the program itself failed"
        })
public final class Main implements Callable<Integer> {

    private static final String ALL = "all";
    private static final String SCALE = "scale";
    private static final String CURVES = "curves";
    private static final String PLACEMENT = "placement";
    private static final List<String> EXTRAS = List.of(SCALE, CURVES, PLACEMENT);
    private static final Candidate CANDIDATE = (host, sorter) -> new HierarchicalAllocator(host, sorter, sorter);

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "WORKLOAD",
            description =
                    "Names from --list, 'scale', 'curves', 'placement', or 'all'. None: the 14 workloads of Mesos.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = {"--agents", "--hosts"},
            split = ",",
            description = "Numbers of agents, instead of the reference's sizes.")
    private List<Integer> agents = new ArrayList<>();

    @Option(names = "--frameworks", split = ",", description = "Numbers of frameworks (clients, roles), likewise.")
    private List<Integer> frameworks = new ArrayList<>();

    @Option(names = "--roles", description = "Number of roles for 'scale'.")
    private Optional<Integer> roles = Optional.empty();

    @Option(names = "--rounds", description = "Rounds, where a workload has a number of them to choose.")
    private Optional<Integer> rounds = Optional.empty();

    @Option(names = "--tasks", description = "Number of tasks for 'placement' (default: ${DEFAULT-VALUE}).")
    private int tasks = 10_000;

    @Option(names = "--batch", description = "Tasks handed over together, likewise (default: ${DEFAULT-VALUE}).")
    private int batch = 1_000;

    @Option(names = "--repeat", description = "Measured runs per case, after warm-up (default: ${DEFAULT-VALUE}).")
    private int repeat = 5;

    @Option(names = "--quick", description = "The smallest case of each, hardly repeated: shows that all works.")
    private boolean quick;

    @Option(names = "--no-calibration", description = "Do not measure the machine with the C programs first.")
    private boolean noCalibration;

    @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON.")
    private Optional<Path> json = Optional.empty();

    @Option(names = "--from", paramLabel = "FILE", description = "Measure nothing; report what --json wrote.")
    private Optional<Path> from = Optional.empty();

    @Option(
            names = "--markdown",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "FILE",
            description = "Write the tables into a document, between its markers; curves go into images/ beside it"
                    + " (default: docs/benchmarks.md of this repository).")
    private Optional<Path> markdown = Optional.empty();

    @Option(names = "--list", description = "Only list the workloads.")
    private boolean list;

    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "true");
        System.exit(run(
                new PrintWriter(System.out, true, System.out.charset()),
                new PrintWriter(System.err, true, System.err.charset()),
                args));
    }

    static int run(PrintWriter out, PrintWriter err, String... args) {
        return new CommandLine(new Main())
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler((mistake, parsed) -> {
                    err.println(mistake.getMessage());
                    err.println("  to do:    see --help and --list");
                    return 2;
                })
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    if (failure instanceof WrongOutcome) {
                        err.println("A wrong decision. " + failure.getMessage());
                        return 1;
                    }
                    failure.printStackTrace(err);
                    return 3;
                })
                .execute(args);
    }

    @Override
    public Integer call() throws IOException {
        checkNumbers();
        PrintWriter out = spec.commandLine().getOut();
        if (list) {
            list(out);
            return 0;
        }
        ConsoleReport console = new ConsoleReport(out);
        Report report = from.isPresent() ? Report.read(from.get()) : measure(console);
        console.end(report);
        if (json.isPresent()) {
            report.write(json.get());
        }
        if (markdown.isPresent()) {
            Path document = markdown.get().toString().isEmpty() ? ownDocument() : markdown.get();
            new MarkdownReport(report).writeInto(document);
            for (Curve curve : report.curves()) {
                CurvePlot.write(curve, document.resolveSibling("images"));
            }
        }
        return 0;
    }

    private void checkNumbers() {
        requirePositive("--agents", agents);
        requirePositive("--frameworks", frameworks);
        requirePositive("--roles", roles.stream().toList());
        requirePositive("--rounds", rounds.stream().toList());
        requirePositive("--tasks", List.of(tasks));
        requirePositive("--batch", List.of(batch));
        requirePositive("--repeat", List.of(repeat));
    }

    private void requirePositive(String option, List<Integer> numbers) {
        for (int number : numbers) {
            if (number < 1) {
                throw new ParameterException(
                        spec.commandLine(), option + ": got " + number + ", expected a number above zero");
            }
        }
    }

    static Path ownDocument() {
        return Path.of(System.getProperty("tender.home", ""), "docs", "benchmarks.md");
    }

    private Report measure(ConsoleReport console) {
        Plan plan = plan();
        Progress progress =
                new Progress(spec.commandLine().getErr(), Boolean.getBoolean("tender.terminal"), plan.parts());
        return new Session(CANDIDATE, console, progress).measure(plan);
    }

    private Plan plan() {
        List<Workload> cases = new ArrayList<>();
        ReferenceFigures figures = ReferenceFigures.load();
        families().forEach(family -> cases.addAll(cases(family, figures)));
        return new Plan(
                cases,
                wants(SCALE) ? Optional.of(scaleSize()) : Optional.empty(),
                wants(CURVES) ? Optional.of(quick ? CurveSizes.quick() : CurveSizes.usual()) : Optional.empty(),
                wants(PLACEMENT) ? placementSizes() : List.of(),
                quick ? Effort.quick(Math.min(repeat, 2)) : Effort.usual(repeat),
                quick ? PlacementEffort.quick() : PlacementEffort.usual(repeat),
                figures,
                calibration());
    }

    private List<PlacementSize> placementSizes() {
        List<Integer> usual = quick ? List.of(100) : List.of(1_000, 5_000, 10_000);
        try {
            return (agents.isEmpty() ? usual : agents)
                    .stream()
                            .map(count -> new PlacementSize(count, quick ? Math.min(tasks, 400) : tasks, batch))
                            .toList();
        } catch (IllegalArgumentException tooMany) {
            throw new ParameterException(spec.commandLine(), "--tasks: " + tooMany.getMessage());
        }
    }

    private ScaleRun.Size scaleSize() {
        ScaleRun.Size usual = quick ? ScaleRun.Size.QUICK : ScaleRun.Size.USUAL;
        int frameworkCount = frameworks.isEmpty() ? usual.frameworks() : frameworks.getLast();
        return new ScaleRun.Size(
                agents.isEmpty() ? usual.agents() : agents.getLast(),
                frameworkCount,
                Math.min(roles.orElse(usual.roles()), frameworkCount));
    }

    private Optional<Calibration> calibration() {
        // Fenzo runs on the same machine in the same hour: nothing to normalise.
        boolean sameMachine = names.equals(List.of(PLACEMENT));
        if (noCalibration || quick || sameMachine) {
            return Optional.empty();
        }
        PrintWriter err = spec.commandLine().getErr();
        String program = System.getProperty("tender.calibration", "");
        if (program.isEmpty()) {
            err.println("No C compiler was found, so the machine is not calibrated: ratios are raw.");
            return Optional.empty();
        }
        err.println("Calibrating the machine (some 15 seconds)");
        err.flush();
        return Optional.of(Calibration.run(Path.of(program)));
    }

    private boolean wants(String extra) {
        return names.contains(extra) || names.contains(ALL);
    }

    private List<Family> families() {
        if (names.isEmpty() || names.contains(ALL)) {
            return Workloads.ALL;
        }
        return names.stream()
                .filter(name -> !EXTRAS.contains(name))
                .map(name -> Workloads.named(name)
                        .orElseThrow(() -> new ParameterException(
                                spec.commandLine(),
                                "There is no workload '" + name + "'.\n  known:    "
                                        + String.join(", ", knownNames()))))
                .toList();
    }

    private static List<String> knownNames() {
        List<String> known =
                new ArrayList<>(Workloads.ALL.stream().map(Family::name).toList());
        known.addAll(EXTRAS);
        known.add(ALL);
        return known;
    }

    private List<Workload> cases(Family family, ReferenceFigures figures) {
        if (agents.isEmpty() && frameworks.isEmpty() && rounds.isEmpty()) {
            List<Workload> cases =
                    figures.labels(family.name()).stream().map(family::labelled).toList();
            return quick ? cases.subList(0, 1) : cases;
        }
        OptionalInt given = rounds.map(OptionalInt::of).orElse(OptionalInt.empty());
        return family.sized(new Sizes(agents, frameworks, given));
    }

    private static void list(PrintWriter out) {
        for (Family family : Workloads.ALL) {
            out.printf("%-27s%s%n%-27stakes: %s%n", family.name(), family.what(), "", family.sizes());
        }
        out.printf("%-27s%s%n", SCALE, "one large cluster: times, heap per agent and framework, garbage per offer");
        out.printf("%-27s%s%n", CURVES, "how costs grow with agents, frameworks, roles and filters; plots");
        out.printf(
                "%-27s%s%n%-27stakes: %s%n",
                PLACEMENT, "tasks placed on held offers, beside Fenzo", "", "--agents, --tasks, --batch");
        out.flush();
    }
}
