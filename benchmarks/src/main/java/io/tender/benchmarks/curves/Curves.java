package io.tender.benchmarks.curves;

import io.tender.benchmarks.curves.Curve.Point;
import io.tender.benchmarks.measure.Statistics;
import io.tender.benchmarks.reference.ReferenceFigures;
import io.tender.benchmarks.workload.Bench;
import io.tender.benchmarks.workload.Bench.Offer;
import io.tender.benchmarks.workload.Candidate;
import io.tender.benchmarks.workload.Clusters;
import io.tender.benchmarks.workload.Recorder.Sample;
import io.tender.benchmarks.workload.WrongOutcome;
import io.tender.core.sorter.SorterKind;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Filters;
import io.tender.model.FrameworkInfo;
import io.tender.model.Quota;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Measures how costs grow, each with one size at a time. */
public final class Curves {

    private static final Optional<Filters> FOR_EVER = Optional.of(Filters.ofSeconds(Integer.MAX_VALUE));
    private static final int FEW_FRAMEWORKS = 200;
    private static final int FEW_ROLES = 10;
    private static final int ROUNDS = 9;
    private static final double NANOS_PER_MS = 1e6;
    private static final double NANOS_PER_US = 1e3;

    private final Candidate candidate;
    private final CurveSizes sizes;
    private final ReferenceFigures reference;
    private final Consumer<String> progress;

    public Curves(Candidate candidate, CurveSizes sizes, ReferenceFigures reference, Consumer<String> progress) {
        this.candidate = candidate;
        this.sizes = sizes;
        this.reference = reference;
        this.progress = progress;
    }

    public List<Curve> measure() {
        int decliningAgents = sizes.agents().getFirst();
        int mostDecliners = sizes.decliners().getLast();
        return List.of(
                oneAgent("agents", sizes.agents(), n -> offerOneAgain(n, FEW_FRAMEWORKS, FEW_ROLES, 0)),
                oneAgent(
                        "frameworks",
                        sizes.frameworks(),
                        n -> offerOneAgain(sizes.middleAgents(), n, Math.min(n, FEW_ROLES), 0)),
                oneAgent(
                        "roles", sizes.roles(), n -> offerOneAgain(sizes.middleAgents(), sizes.mostFrameworks(), n, 0)),
                oneAgent(
                        "filters on the agent",
                        sizes.decliners(),
                        n -> offerOneAgain(decliningAgents, 2 * mostDecliners, FEW_ROLES, n)),
                new Curve(
                        "curve-limits-agents",
                        "Returning and re-offering one agent, roles at their limits",
                        "agents",
                        "µs",
                        sample("at the limits", sizes.agents(), this::offerOneAgainAtLimits),
                        List.of()),
                new Curve(
                        "curve-unwanted-agents",
                        "One agent returned, roles at their limits, half unwanted",
                        "agents",
                        "µs",
                        sample("unwanted", sizes.agents(), this::offerOneAgainBesideUnwanted),
                        List.of()),
                new Curve(
                        "curve-full-round",
                        "A run that offers every agent (200 frameworks)",
                        "agents",
                        "ms",
                        sample("full round", sizes.agents(), this::fullRound),
                        reference(List.of("1000x200 (20 rounds)", "5000x200 (10 rounds)", "10000x200 (4 rounds)"))),
                new Curve(
                        "curve-all-filtered",
                        "A run in which filters stop everything (" + decliningAgents + " agents)",
                        "filters",
                        "ms",
                        scaled(sample("all filtered", sizes.decliners(), this::allFiltered), decliningAgents),
                        allFilteredReference()));
    }

    private Curve oneAgent(String across, List<Integer> at, IntToDoubleFunction time) {
        String file = "curve-one-agent-" + across.split(" ", 2)[0];
        return new Curve(file, "Returning and re-offering one agent", across, "µs", sample(file, at, time), List.of());
    }

    private List<Point> sample(String what, List<Integer> at, IntToDoubleFunction time) {
        List<Point> points = new ArrayList<>();
        for (int size : at) {
            progress.accept(what + ": " + size);
            points.add(new Point(size, time.applyAsDouble(size)));
        }
        return points;
    }

    /** One offer comes back while all others stay out; the next tick offers that agent again. In microseconds. */
    private double offerOneAgain(int agents, int frameworks, int roles, int filtersPerAgent) {
        Bench bench = cluster(agents, frameworks, roles);
        for (int i = 0; i < filtersPerAgent; i++) {
            bench.returnOffers(FOR_EVER);
            bench.tick();
        }
        expect("offers before one comes back", agents, bench.offersMade());
        return reofferOne(bench, bench.takeOffers());
    }

    private double reofferOne(Bench bench, List<Offer> out) {
        List<Offer> offers = new ArrayList<>(out);
        double[] times = new double[sizes.turns()];
        // The first half of the turns warms up and is overwritten by the second.
        for (int turn = 0; turn < 2 * times.length; turn++) {
            int index = (int) (turn * 7919L % offers.size());
            Offer offer = offers.get(index);
            Sample sample = Sample.of(() -> {
                bench.allocator()
                        .recoverResources(offer.framework(), offer.agent(), offer.resources(), Optional.empty(), false);
                bench.tick();
            });
            times[turn % times.length] = sample.nanos() / NANOS_PER_US;
            List<Offer> again = bench.takeOffers();
            expect("offers after one came back", 1, again.size());
            offers.set(index, again.getFirst());
        }
        return Statistics.of(times).median();
    }

    /**
     * As above, but every role stands at its limit: half of the agents are out, and the other half would be if they might.
     * What comes back gives a role room for one agent, and any that waits may be the one. In microseconds.
     */
    private double offerOneAgainAtLimits(int agents) {
        int perRole = Math.max(1, agents / 2 / FEW_ROLES);
        List<FrameworkInfo> frameworks = Clusters.frameworks(FEW_FRAMEWORKS, FEW_ROLES);
        ResourceLimits limits = ResourceLimits.of(Map.of("cpus", perRole * 4_000L, "mem", perRole * 4_096_000L));
        Quota quota = new Quota(ResourceQuantities.empty(), limits);
        Bench bench = new Bench(candidate, SorterKind.DRF);
        frameworks.stream()
                .flatMap(framework -> framework.roles().stream())
                .distinct()
                .forEach(role -> bench.allocator().updateQuota(role, quota));
        bench.addFrameworks(frameworks);
        bench.addAgents(plainAgents(agents));
        expect("offers up to the limits", Math.min(agents, perRole * FEW_ROLES), bench.offersMade());
        return reofferOne(bench, bench.takeOffers());
    }

    private static List<Bench.Agent> plainAgents(int agents) {
        return IntStream.range(0, agents)
                .mapToObj(i -> new Bench.Agent(
                        new AgentInfo(new AgentId("agent-" + i), "host-" + i, List.of(), Optional.empty()),
                        Resources.parse("cpus:4;mem:4096"),
                        Map.of()))
                .toList();
    }

    /**
     * As above, but everybody has declined those that are not out, for ever: what comes back gives a role room, and of all
     * that are free only the agent that came back is of any use. In microseconds.
     */
    private double offerOneAgainBesideUnwanted(int agents) {
        List<FrameworkInfo> frameworks = Clusters.frameworks(FEW_ROLES, FEW_ROLES);
        Bench bench = new Bench(candidate, SorterKind.DRF);
        bench.addFrameworks(frameworks);
        bench.addAgents(plainAgents(agents));
        List<Offer> kept = new ArrayList<>();
        for (int i = 0; i < frameworks.size(); i++) {
            for (Offer offer : bench.takeOffers()) {
                if (Integer.parseInt(offer.agent().value().substring("agent-".length())) < agents / 2) {
                    kept.add(offer);
                } else {
                    bench.allocator()
                            .recoverResources(offer.framework(), offer.agent(), offer.resources(), FOR_EVER, false);
                }
            }
            bench.tick();
        }
        expect("offers when everybody has declined the rest", 0, bench.offersMade());
        expect("offers that stay out", agents / 2, kept.size());
        Map<Role, ResourceQuantities> held = new TreeMap<>();
        kept.forEach(offer ->
                held.merge(offer.role(), offer.resources().unallocate().quantities(), ResourceQuantities::plus));
        held.forEach((role, all) -> bench.allocator()
                .updateQuota(
                        role,
                        new Quota(
                                ResourceQuantities.empty(),
                                ResourceLimits.of(Map.of("cpus", all.millis("cpus"), "mem", all.millis("mem"))))));
        bench.tick();
        return reofferOne(bench, kept);
    }

    /** In milliseconds. */
    private double fullRound(int agents) {
        Bench bench = cluster(agents, FEW_FRAMEWORKS, 1);
        double[] times = new double[ROUNDS];
        for (int round = 0; round < 2 * ROUNDS; round++) {
            bench.returnOffers(Optional.empty());
            times[round % ROUNDS] = Sample.of(bench::tick).nanos() / NANOS_PER_MS;
            expect("offers in a full round", agents, bench.offersMade());
        }
        return Statistics.of(times).median();
    }

    /** In milliseconds. */
    private double allFiltered(int decliners) {
        Bench bench = cluster(sizes.agents().getFirst(), decliners, 1);
        for (int i = 0; i < decliners; i++) {
            bench.returnOffers(FOR_EVER);
            bench.tick();
        }
        expect("offers when everybody has declined", 0, bench.offersMade());
        double[] times = new double[ROUNDS];
        for (int round = 0; round < 2 * ROUNDS; round++) {
            times[round % ROUNDS] = Sample.of(bench::tick).nanos() / NANOS_PER_MS;
        }
        expect("offers through filters", 0, bench.offersMade());
        return Statistics.of(times).median();
    }

    private Bench cluster(int agents, int frameworks, int roles) {
        List<FrameworkInfo> frameworkList = Clusters.frameworks(frameworks, roles);
        Bench bench = new Bench(candidate, SorterKind.DRF);
        bench.addFrameworks(frameworkList);
        bench.addAgents(Clusters.agents(agents, frameworkList));
        expect("offers after adding the agents", agents, bench.offersMade());
        return bench;
    }

    private List<Point> reference(List<String> labels) {
        List<Point> points = new ArrayList<>();
        for (String label : labels) {
            double agents = Double.parseDouble(label.substring(0, label.indexOf('x')));
            reference
                    .find("DeclineOffers", label, "offering round")
                    .ifPresent(figure -> points.add(new Point(agents, figure.medianMs())));
        }
        return points;
    }

    private List<Point> allFilteredReference() {
        List<Point> points = new ArrayList<>();
        for (String label : List.of("1000x1 (2 rounds)", "1000x50 (100 rounds)")) {
            double frameworks = Double.parseDouble(label.substring(label.indexOf('x') + 1, label.indexOf(' ')));
            reference
                    .find("DeclineOffers", label, "empty round")
                    .ifPresent(figure -> points.add(new Point(1000 * frameworks, figure.medianMs())));
        }
        return points;
    }

    private static List<Point> scaled(List<Point> points, int by) {
        return points.stream()
                .map(point -> new Point(point.size() * by, point.time()))
                .toList();
    }

    private static void expect(String what, long expected, long got) {
        if (expected != got) {
            throw new WrongOutcome(what, expected, got);
        }
    }
}
