package io.tender.benchmarks.workload;

import io.tender.core.sorter.Sorter;
import io.tender.core.sorter.SorterKind;
import io.tender.model.AgentId;
import io.tender.model.ResourceQuantities;
import io.tender.spi.Chance;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The life of a sorter by itself: clients and agents come, something is charged on every agent, it is sorted twice, and
 * all is taken apart again.
 *
 * <p>The original never activates its clients, and inactive clients are not sorted; so there are two variants.
 */
record SorterRun(SorterKind kind, int agents, List<String> clients, boolean activated) {

    private static final ResourceQuantities TOTAL = ResourceQuantities.parse("cpus:24;mem:4096;disk:4096");
    private static final SorterInputs INPUTS = new SorterInputs();
    private static final long SEED = 1;

    /**
     * Agents come and go in loops of so many, since the compiler takes up soonest what is called often: it wants some
     * thousand calls, and in the largest cases a warm-up has no more than some dozen runs.
     */
    private static final int PORTION = 250;

    void play(Recorder recorder) {
        INPUTS.provide(agents);
        AgentId[] agentIds = INPUTS.agents(agents);
        Sorter sorter = Sorter.create(kind, Set.of(), Chance.seeded(SEED));

        recorder.time("add clients", () -> {
            clients.forEach(sorter::add);
            if (activated) {
                clients.forEach(sorter::activate);
            }
        });
        recorder.time("add agents", () -> {
            for (int from = 0; from < agents; from += PORTION) {
                addAgents(sorter, agentIds, from, Math.min(agents, from + PORTION));
            }
        });
        recorder.time("charge all", () -> {
            for (int i = 0; i < agents; i++) {
                sorter.allocated(client(i), agentIds[i], INPUTS.charged(i));
            }
        });
        recorder.time("first sort", () -> check(sorter.sort()));
        recorder.time("second sort", () -> check(sorter.sort()));
        expectAll(recorder, sorter.sort());
        recorder.time("uncharge all", () -> {
            for (int i = 0; i < agents; i++) {
                sorter.unallocated(client(i), agentIds[i], INPUTS.uncharged(i));
            }
        });
        recorder.expect(
                "names still held", 0, sorter.allocationScalarQuantities().size());
        recorder.time("remove agents", () -> {
            for (int from = 0; from < agents; from += PORTION) {
                int to = Math.min(agents, from + PORTION);
                switch (kind) {
                    case DRF -> removeFromDrf(sorter, agentIds, from, to);
                    case RANDOM -> removeFromRandom(sorter, agentIds, from, to);
                }
            }
        });
        recorder.time("remove clients", () -> clients.forEach(sorter::remove));
        recorder.expect("clients at the end", 0, sorter.count());
    }

    private static void addAgents(Sorter sorter, AgentId[] agentIds, int from, int to) {
        for (int i = from; i < to; i++) {
            sorter.addAgent(agentIds[i], TOTAL);
        }
    }

    // The reference compiles its loops once for each sorter. This one is there twice, so that ours, too, is compiled
    // for the sorter it meets.

    private static void removeFromDrf(Sorter sorter, AgentId[] agentIds, int from, int to) {
        for (int i = from; i < to; i++) {
            sorter.removeAgent(agentIds[i]);
        }
    }

    private static void removeFromRandom(Sorter sorter, AgentId[] agentIds, int from, int to) {
        for (int i = from; i < to; i++) {
            sorter.removeAgent(agentIds[i]);
        }
    }

    private String client(int agent) {
        return clients.get(agent % clients.size());
    }

    private void check(List<String> order) {
        int expected = activated ? clients.size() : 0;
        if (order.size() != expected) {
            throw new WrongOutcome("sorted clients", expected, order.size());
        }
    }

    private void expectAll(Recorder recorder, List<String> order) {
        recorder.expect("distinct sorted clients", activated ? clients.size() : 0, new HashSet<>(order).size());
    }
}
