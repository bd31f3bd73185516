package io.tender.benchmarks.workload;

import io.tender.benchmarks.workload.Bench.Agent;
import io.tender.core.sorter.SorterKind;
import io.tender.model.FrameworkInfo;
import io.tender.model.Role;
import java.util.List;
import java.util.regex.Pattern;

/** Everybody declines everything for ever: filters pile up until nothing can be offered any more. */
record DeclineOffers(int agents, int frameworks, int rounds) implements Workload {

    static final Pattern LABELS = Pattern.compile("(\\d+)x(\\d+) \\((\\d+) rounds\\)");

    static final Family FAMILY = new Family(
            "DeclineOffers",
            "every offer is declined with an endless filter, round after round; a round's run is timed",
            Family.GRID + ", rounds",
            LABELS,
            label -> new DeclineOffers(Family.number(label, 1), Family.number(label, 2), Family.number(label, 3)),
            sizes -> sizes.grid((agents, frameworks) ->
                    new DeclineOffers(agents, frameworks, sizes.rounds().orElse(2 * frameworks))));

    /** 2014 is what the original says. */
    static final String USED = "cpus:16;mem:2014;disk:1024;ports:" + Inputs.fragmentedPorts(16);

    @Override
    public String name() {
        return FAMILY.name();
    }

    @Override
    public String label() {
        return agents + "x" + frameworks + " (" + rounds + " rounds)";
    }

    @Override
    public void run(Candidate candidate, Recorder recorder) {
        List<FrameworkInfo> frameworkList = Inputs.frameworks(frameworks, Role.ANY);
        List<Agent> agentList = Inputs.agents(agents, Inputs.LARGE_AGENT, frameworkList, USED, Role.ANY);
        Bench bench = new Bench(candidate, SorterKind.DRF);

        recorder.time("add frameworks", () -> bench.addFrameworks(frameworkList));
        recorder.time("add agents", () -> bench.addAgents(agentList));
        recorder.expect("offers after adding the agents", agents, bench.offersMade());
        DecliningRounds.play(bench, rounds, agents, frameworks, recorder);
    }
}
