package io.tender.benchmarks.workload;

import io.tender.benchmarks.workload.Bench.Agent;
import io.tender.benchmarks.workload.Bench.Offer;
import io.tender.core.sorter.SorterKind;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Three kinds of frameworks launch tasks from offers of whole agents, until all run.
 *
 * <p>The original loses one offer in each round, so its cluster leaks away; here every offer is answered.
 */
record MultiFrameworkAllocations(int agents, int rounds) implements Workload {

    /** After this many rounds it has long been clear whether the tasks find their place. */
    private static final int USUAL_ROUNDS = 100;

    static final Family FAMILY = new Family(
            "MultiFrameworkAllocations",
            "554 frameworks of three kinds in 55 roles launch tasks from what they are offered",
            "agents, rounds",
            Pattern.compile("(\\d+) agents"),
            label -> new MultiFrameworkAllocations(Family.number(label, 1), USUAL_ROUNDS),
            sizes -> sizes.agents().stream()
                    .map(agents -> (Workload)
                            new MultiFrameworkAllocations(agents, sizes.rounds().orElse(USUAL_ROUNDS)))
                    .toList());

    /** Rounds that are reported by themselves, as the reference does. */
    private static final int FIRST_ROUNDS = 10;

    private static final String AGENT = "cpus:64;mem:488000";
    private static final ResourceQuantities LEAST_CPUS = ResourceQuantities.parse("cpus:0.01");
    private static final ResourceQuantities LEAST_MEM = ResourceQuantities.parse("mem:32");

    /** A framework with tasks of one size, of which it launches only so many from one offer. */
    private static final class Launcher {
        private final FrameworkInfo framework;
        private final Resources task;
        private final int perOffer;
        private int waiting;

        Launcher(String id, String role, int tasks, String task, int perOffer) {
            this.framework = Inputs.framework(id, Role.of(role));
            this.task = Resources.parse(task);
            this.perOffer = perOffer;
            this.waiting = tasks;
        }

        /** Launches what fits, and returns what is left of the offer. */
        Resources launch(Resources offer, Role role) {
            Resources allocated = task.allocate(role);
            Resources left = offer;
            for (int i = 0; i < perOffer && waiting > 0 && left.contains(allocated); i++) {
                left = left.minus(allocated);
                waiting--;
            }
            return left;
        }
    }

    @Override
    public String name() {
        return FAMILY.name();
    }

    @Override
    public String label() {
        return agents + " agents";
    }

    @Override
    public void run(Candidate candidate, Recorder recorder) {
        List<Launcher> launchers = launchers();
        Map<FrameworkId, Launcher> byId = new HashMap<>();
        launchers.forEach(launcher -> byId.put(launcher.framework.id(), launcher));
        List<Agent> agentList = IntStream.range(0, agents)
                .mapToObj(i -> new Agent(Inputs.info("agent-" + i), Resources.parse(AGENT), Map.of()))
                .toList();
        Bench bench = new Bench(candidate, SorterKind.DRF);
        QuotaRuns.prepare(
                bench, agentList, launchers.stream().map(l -> l.framework).toList(), Map.of(), recorder);

        Map<AgentId, Resources> free = new HashMap<>();
        agentList.forEach(agent -> free.put(agent.id(), agent.total()));
        int wanted = waiting(launchers);
        int round = 0;
        while (round < rounds && waiting(launchers) > 0) {
            round++;
            recorder.time(round <= FIRST_ROUNDS ? "round " + round : "later rounds", bench::tick);
            long worthOffering = free.values().stream()
                    .map(Resources::quantities)
                    .filter(left -> left.contains(LEAST_CPUS) || left.contains(LEAST_MEM))
                    .count();
            List<Offer> offers = bench.takeOffers();
            recorder.expect("offers in round " + round, worthOffering, offers.size());
            for (Offer offer : offers) {
                Launcher launcher =
                        Optional.ofNullable(byId.get(offer.framework())).orElseThrow();
                Resources left = launcher.launch(offer.resources(), offer.role());
                free.put(offer.agent(), left.unallocate());
                if (!left.isEmpty()) {
                    bench.allocator().recoverResources(offer.framework(), offer.agent(), left, Optional.empty(), false);
                }
            }
            bench.settle();
            if (round == 1 || round == FIRST_ROUNDS) {
                recorder.fact("tasks after round " + round, wanted - waiting(launchers));
            }
        }
        recorder.fact("tasks at the end", wanted - waiting(launchers));
        recorder.fact("rounds", round);
    }

    private static List<Launcher> launchers() {
        List<Launcher> launchers = new ArrayList<>();
        for (int n = 1; n <= 4; n++) {
            launchers.add(new Launcher("Marathon-" + n + "-0", "roleA-" + n, 4000, "cpus:0.07;mem:400", 100));
        }
        for (int n = 0; n < 500; n++) {
            launchers.add(new Launcher("Jenkins-" + n, "roleB", 5, "cpus:0.1;mem:4000", 1));
        }
        for (int n = 1; n <= 50; n++) {
            launchers.add(new Launcher("SparkDispatcher-" + n + "-0", "roleC-" + n, 20, "cpus:1;mem:1000", 5));
        }
        return launchers;
    }

    private static int waiting(List<Launcher> launchers) {
        return launchers.stream().mapToInt(launcher -> launcher.waiting).sum();
    }
}
