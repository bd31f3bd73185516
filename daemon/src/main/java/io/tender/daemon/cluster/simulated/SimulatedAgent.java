package io.tender.daemon.cluster.simulated;

import io.tender.daemon.cluster.TaskKey;
import io.tender.model.AgentInfo;
import io.tender.model.Resources;
import io.tender.model.batch.Node;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;

/** One agent and what is on it. */
final class SimulatedAgent {
    AgentInfo info;
    Resources resources;
    final SortedMap<TaskKey, SimulatedTask> tasks = new TreeMap<>();
    boolean inReach = true;
    SimulatedSettings.Load load;

    /** Whether it is no longer described, so that nothing happens on it any more. */
    boolean left;

    SimulatedAgent(AgentInfo info, Resources resources, SimulatedSettings.Load load) {
        this.info = info;
        this.resources = resources;
        this.load = load;
    }

    /**
     * How busy it is: what it was described with, and what its tasks use.
     *
     * @param uses which part of what it asked for a task uses
     */
    Node.Usage usage(double uses, Instant now) {
        long cpus = 0;
        long memory = 0;
        for (SimulatedTask task : tasks.values()) {
            if (!task.isOver()) {
                cpus += task.cpus;
                memory += task.memory;
            }
        }
        return new Node.Usage(
                percent(load.cpu(), cpus * uses, resources.amount("cpus")),
                percent(load.memory(), memory * uses, resources.amount("mem")),
                now);
    }

    private static double percent(double before, double used, long all) {
        return Math.min(100, before + (all == 0 ? 0 : 100 * used / all));
    }
}
