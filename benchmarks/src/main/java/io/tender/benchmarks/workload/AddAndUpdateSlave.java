package io.tender.benchmarks.workload;

import io.tender.benchmarks.workload.Bench.Agent;
import io.tender.core.sorter.SorterKind;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkInfo;
import io.tender.model.Resource;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.List;
import java.util.Optional;

/** Frameworks, then agents, then a change of every agent's total: an estimate of revocable cpus. */
record AddAndUpdateSlave(int agents, int frameworks) implements Workload {

    static final Family FAMILY = new Family(
            "AddAndUpdateSlave",
            "adds frameworks and agents, then adds revocable cpus to every agent",
            Family.GRID,
            Family.GRID_LABEL,
            label -> new AddAndUpdateSlave(Family.number(label, 1), Family.number(label, 2)),
            sizes -> sizes.grid(AddAndUpdateSlave::new));

    private static final String TOTAL = "cpus:2;mem:1024;disk:4096;ports:[31000-32000]";
    private static final String USED =
            "cpus:1;mem:128;disk:1024;ports:[31126-31510,31512-31623,31810-31852,31854-31964]";
    private static final long REVOCABLE_CPUS = 10_000;

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
        List<FrameworkInfo> frameworkList =
                Inputs.frameworks(frameworks, Role.ANY, FrameworkCapability.REVOCABLE_RESOURCES);
        List<Agent> agentList = Inputs.agents(agents, TOTAL, frameworkList, USED, Role.ANY);
        Bench bench = new Bench(candidate, SorterKind.DRF);

        recorder.time("add frameworks", () -> bench.addFrameworks(frameworkList));

        recorder.time("add agents", () -> bench.addAgents(agentList));
        recorder.expect(
                "offers after adding the agents", agents, bench.takeOffers().size());
        recorder.fact("offer callbacks for added agents", bench.callbacks());

        long before = bench.callbacks();
        recorder.time("update agents", () -> {
            Resources oversubscribed =
                    Resources.of(Resource.scalar("cpus", REVOCABLE_CPUS).asRevocable());
            for (Agent agent : agentList) {
                Resources total = agent.total().plus(oversubscribed);
                bench.allocator().updateAgent(agent.info(), Optional.of(total), Optional.empty());
            }
            bench.settle();
        });
        recorder.expect(
                "offers after updating the agents", agents, bench.takeOffers().size());
        recorder.fact("offer callbacks for updated agents", bench.callbacks() - before);
    }
}
