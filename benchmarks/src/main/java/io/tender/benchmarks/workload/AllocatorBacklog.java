package io.tender.benchmarks.workload;

import io.tender.benchmarks.workload.Bench.Agent;
import io.tender.core.sorter.SorterKind;
import io.tender.model.FrameworkInfo;
import io.tender.model.Role;
import java.util.List;
import java.util.Set;

/** Many causes of a run at once, which must not become many runs. */
record AllocatorBacklog(int agents, int frameworks) implements Workload {

    static final Family FAMILY = new Family(
            "AllocatorBacklog",
            "adds frameworks and agents, then every framework revives while nothing is free",
            Family.GRID,
            Family.GRID_LABEL,
            label -> new AllocatorBacklog(Family.number(label, 1), Family.number(label, 2)),
            sizes -> sizes.grid(AllocatorBacklog::new));

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
        List<Agent> agentList = Inputs.agents(agents, Inputs.LARGE_AGENT);
        Bench bench = new Bench(candidate, SorterKind.DRF);

        phase(bench, recorder, "add frameworks", () -> bench.addFrameworks(frameworkList));
        recorder.expect("offers without agents", 0, bench.offersMade());
        phase(bench, recorder, "add agents", () -> bench.addAgents(agentList));
        recorder.expect(
                "offers after adding the agents", agents, bench.takeOffers().size());
        phase(bench, recorder, "revive all", () -> {
            frameworkList.forEach(framework -> bench.allocator().reviveOffers(framework.id(), Set.of()));
            bench.settle();
        });
        recorder.expect("offers after reviving", 0, bench.offersMade());
    }

    private static void phase(Bench bench, Recorder recorder, String name, Runnable section) {
        long before = bench.runs();
        recorder.time(name, section);
        long runs = bench.runs() - before;
        recorder.fact("runs: " + name, runs);
        if (runs > 1) {
            throw new WrongOutcome("allocation runs while doing: " + name, "at most 1", runs);
        }
    }
}
