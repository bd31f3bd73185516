package io.tender.daemon.cluster.simulated;

import io.tender.daemon.cluster.TaskKey;
import io.tender.model.AgentInfo;
import io.tender.model.Resources;
import java.util.SortedMap;
import java.util.TreeMap;

/** One agent and what is on it. */
final class SimulatedAgent {
    AgentInfo info;
    Resources resources;
    final SortedMap<TaskKey, SimulatedTask> tasks = new TreeMap<>();
    boolean inReach = true;

    /** Whether it is no longer described, so that nothing happens on it any more. */
    boolean left;

    SimulatedAgent(AgentInfo info, Resources resources) {
        this.info = info;
        this.resources = resources;
    }
}
