package io.tender.benchmarks.scale;

import io.tender.benchmarks.scale.ScaleResult.Step;
import io.tender.benchmarks.workload.Bench;
import io.tender.benchmarks.workload.Bench.Agent;
import io.tender.benchmarks.workload.Candidate;
import io.tender.benchmarks.workload.Clusters;
import io.tender.benchmarks.workload.Recorder.Sample;
import io.tender.benchmarks.workload.WrongOutcome;
import io.tender.core.sorter.SorterKind;
import io.tender.model.AgentCapability;
import io.tender.model.Filters;
import io.tender.model.FrameworkInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** One large cluster in one JVM: agents with fragmented ports, many frameworks in many roles. */
public final class ScaleRun {

    private static final Optional<Filters> FOR_EVER = Optional.of(Filters.ofSeconds(Integer.MAX_VALUE));
    private static final Set<AgentCapability> CAPABILITIES = AgentCapability.all();
    private static final int ROUNDS = 5;

    private final int agents;
    private final int frameworks;
    private final int roles;
    private final Consumer<String> progress;
    private final List<Step> steps = new ArrayList<>();

    /** How large the cluster is. */
    public record Size(int agents, int frameworks, int roles) {
        public static final Size USUAL = new Size(100_000, 10_000, 1_000);

        /** Enough to see that everything works. */
        public static final Size QUICK = new Size(1_000, 100, 10);
    }

    public ScaleRun(Size size, Consumer<String> progress) {
        this.agents = size.agents();
        this.frameworks = size.frameworks();
        this.roles = size.roles();
        this.progress = progress;
    }

    public ScaleResult run(Candidate candidate) {
        Bench bench = new Bench(candidate, SorterKind.DRF);

        long empty = HeapMeter.usedBytes();
        List<FrameworkInfo> frameworkList = Clusters.frameworks(frameworks, roles);
        step("add frameworks", 0, () -> bench.addFrameworks(frameworkList));
        long withFrameworks = HeapMeter.usedBytes();

        addAgents(bench, frameworkList);
        // The run is queued but has not begun: what is in use now are the agents alone.
        long withAgents = HeapMeter.usedBytes();

        step("first run", agents, bench::settle);
        expect("offers in the first run", agents, bench.offersMade());
        long withOffers = HeapMeter.usedBytes();

        step("quiet tick (all is offered)", 0, bench::tick);
        expect("offers after a quiet tick", agents, bench.offersMade());

        for (int round = 1; round <= ROUNDS; round++) {
            step("return all, round " + round, agents, () -> bench.returnOffers(Optional.empty()));
            step("next run, round " + round, agents, bench::tick);
            expect("offers in round " + round, agents, bench.offersMade());
        }

        long beforeFilters = HeapMeter.usedBytes();
        step("decline all for ever", agents, () -> bench.returnOffers(FOR_EVER));
        step("next run with filters", agents, bench::tick);
        expect("offers to other frameworks", agents, bench.offersMade());
        long withFilters = HeapMeter.usedBytes();
        step("quiet tick with filters", 0, bench::tick);

        step("decline all for ever, at an instant each", agents, () -> bench.returnOneByOne(FOR_EVER));
        step("next run with more filters", agents, bench::tick);
        expect("offers to still other frameworks", agents, bench.offersMade());
        long withLoneFilters = HeapMeter.usedBytes();

        return new ScaleResult(
                agents,
                frameworks,
                roles,
                List.copyOf(steps),
                (withAgents - withFrameworks) / agents,
                (withFrameworks - empty) / frameworks,
                (withOffers - withAgents) / agents,
                (withFilters - beforeFilters) / agents,
                (withLoneFilters - withFilters) / agents,
                withLoneFilters >> 20,
                Runtime.getRuntime().maxMemory() >> 20);
    }

    /** The agents' descriptions are made one by one outside the timed part and kept by nobody but the allocator. */
    private void addAgents(Bench bench, List<FrameworkInfo> frameworkList) {
        progress.accept("add agents");
        long nanos = 0;
        long bytes = 0;
        for (int i = 0; i < agents; i++) {
            Agent agent = Clusters.agent(i, frameworkList);
            Sample sample = Sample.of(() -> bench.allocator()
                    .addAgent(agent.info(), CAPABILITIES, Optional.empty(), agent.total(), agent.used()));
            nanos += sample.nanos();
            bytes += sample.bytes();
        }
        steps.add(new Step("add agents (without the run)", nanos / 1e6, 0, bytes));
    }

    private void step(String name, long offers, Runnable section) {
        progress.accept(name);
        Sample sample = Sample.of(section);
        steps.add(new Step(name, sample.nanos() / 1e6, offers, sample.bytes()));
    }

    private static void expect(String what, long expected, long got) {
        if (expected != got) {
            throw new WrongOutcome(what, expected, got);
        }
    }
}
