package io.tender.benchmarks.workload;

import io.tender.benchmarks.workload.Bench.Agent;
import io.tender.core.sorter.SorterKind;
import io.tender.model.FrameworkInfo;
import io.tender.model.Role;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Five rounds of returned offers while 99 of 100 frameworks are silent. */
record ExtremeSuppressOffers(int agents, int frameworks) implements Workload {

    static final Family FAMILY = new Family(
            "ExtremeSuppressOffers",
            "five rounds with 99 % of the frameworks suppressed",
            Family.GRID,
            Family.GRID_LABEL,
            label -> new ExtremeSuppressOffers(Family.number(label, 1), Family.number(label, 2)),
            sizes -> sizes.grid(ExtremeSuppressOffers::new));

    private static final double SILENT = 0.99;

    @Override
    public String name() {
        return FAMILY.name();
    }

    @Override
    public String label() {
        return agents + "x" + frameworks;
    }

    @Override
    public void run(Candidate candidate, Recorder recorder) {
        List<FrameworkInfo> frameworkList = Inputs.frameworks(frameworks, Role.ANY);
        List<Agent> agentList = Inputs.agents(agents, Inputs.LARGE_AGENT, frameworkList, SuppressOffers.USED, Role.ANY);
        Bench bench = new Bench(candidate, SorterKind.DRF);

        recorder.time("add frameworks", () -> bench.addFrameworks(frameworkList));
        recorder.time("add agents", () -> bench.addAgents(agentList));
        recorder.expect("offers after adding the agents", agents, bench.offersMade());

        for (FrameworkInfo framework : frameworkList.subList(0, (int) (SILENT * frameworks))) {
            bench.allocator().suppressOffers(framework.id(), Set.of());
        }
        bench.settle();
        for (int round = 0; round < SuppressOffers.ROUNDS; round++) {
            bench.returnOffers(Optional.empty());
            recorder.time("offering round", bench::tick);
            recorder.expect("offers in round " + round, agents, bench.offersMade());
        }
    }
}
