package io.tender.benchmarks.workload;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import java.util.ArrayList;
import java.util.List;

/**
 * Agents and what is charged on them, made once and used by every run: making them takes a thousand times as long as
 * sorting, so runs that made their own would be over before the compiler had seen the sorter.
 *
 * <p>Nothing in here changes; it only grows.
 */
final class SorterInputs {

    private static final String HELD = "cpus:16;mem:2014;disk:1024;ports:" + Inputs.fragmentedPorts(100);

    private final List<AgentId> agents = new ArrayList<>();
    private final List<Resources> charged = new ArrayList<>();
    private final List<Resources> uncharged = new ArrayList<>();

    /** Makes sure that there are so many. */
    void provide(int count) {
        for (int i = agents.size(); i < count; i++) {
            agents.add(new AgentId("agent" + (i + 1)));
            // Taken back are equal objects, not the same ones: telling equal from same must not pay here.
            charged.add(Resources.parse(HELD));
            uncharged.add(Resources.parse(HELD));
        }
    }

    AgentId[] agents(int count) {
        return agents.subList(0, count).toArray(AgentId[]::new);
    }

    Resources charged(int agent) {
        return charged.get(agent);
    }

    Resources uncharged(int agent) {
        return uncharged.get(agent);
    }
}
