package io.tender.benchmarks.workload;

import io.tender.benchmarks.workload.Bench.Agent;
import io.tender.benchmarks.workload.Recorder.Sample;
import io.tender.core.sorter.SorterKind;
import io.tender.model.FrameworkInfo;
import io.tender.model.Role;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Five rounds of returned offers; before each one a fifth more of the frameworks fall silent. */
record SuppressOffers(int agents, int frameworks) implements Workload {

    static final Family FAMILY = new Family(
            "SuppressOffers",
            "five rounds; in each one a fifth more of the frameworks are suppressed",
            Family.GRID,
            Family.GRID_LABEL,
            label -> new SuppressOffers(Family.number(label, 1), Family.number(label, 2)),
            sizes -> sizes.grid(SuppressOffers::new));

    static final int ROUNDS = 5;
    static final String USED = "cpus:16;mem:1024;disk:1024;ports:" + Inputs.fragmentedPorts(16);

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
        List<Agent> agentList = Inputs.agents(agents, Inputs.LARGE_AGENT, frameworkList, USED, Role.ANY);
        Bench bench = new Bench(candidate, SorterKind.DRF);

        recorder.time("add frameworks", () -> bench.addFrameworks(frameworkList));
        recorder.time("add agents", () -> bench.addAgents(agentList));
        recorder.expect("offers after adding the agents", agents, bench.offersMade());

        int suppressed = 0;
        for (int round = 0; round < ROUNDS; round++) {
            bench.returnOffers(Optional.empty());
            for (int i = 0; i < frameworks / ROUNDS; i++) {
                bench.allocator().suppressOffers(frameworkList.get(suppressed++).id(), Set.of());
            }
            bench.settle();
            Sample sample = Sample.of(bench::tick);
            int offered = bench.offersMade();
            recorder.expect("offers in round " + round, suppressed < frameworks ? agents : 0, offered);
            recorder.add(offered > 0 ? "offering round" : "empty round", sample);
        }
    }
}
