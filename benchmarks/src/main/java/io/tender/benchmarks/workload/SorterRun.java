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

    void play(Recorder recorder) {
        INPUTS.provide(agents);
        List<AgentId> agentIds = INPUTS.agents(agents);
        Sorter sorter = Sorter.create(kind, Set.of(), Chance.seeded(SEED));

        recorder.time("add clients", () -> {
            clients.forEach(sorter::add);
            if (activated) {
                clients.forEach(sorter::activate);
            }
        });
        recorder.time("add agents", () -> agentIds.forEach(agent -> sorter.addAgent(agent, TOTAL)));
        recorder.time("charge all", () -> {
            for (int i = 0; i < agents; i++) {
                sorter.allocated(client(i), agentIds.get(i), INPUTS.charged(i));
            }
        });
        recorder.time("first sort", () -> check(sorter.sort()));
        recorder.time("second sort", () -> check(sorter.sort()));
        expectAll(recorder, sorter.sort());
        recorder.time("uncharge all", () -> {
            for (int i = 0; i < agents; i++) {
                sorter.unallocated(client(i), agentIds.get(i), INPUTS.uncharged(i));
            }
        });
        recorder.expect(
                "names still held", 0, sorter.allocationScalarQuantities().size());
        recorder.time("remove agents", () -> agentIds.forEach(sorter::removeAgent));
        recorder.time("remove clients", () -> clients.forEach(sorter::remove));
        recorder.expect("clients at the end", 0, sorter.count());
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
