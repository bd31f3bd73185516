package io.tender.daemon.cluster.simulated;

import io.tender.daemon.cluster.TaskKey;
import io.tender.model.AgentInfo;
import io.tender.model.Resources;
import java.util.SortedMap;
import java.util.TreeMap;

/** One agent and what is on it. */
final class SimulatedAgent {
    final AgentInfo info;
    final Resources resources;
    final SortedMap<TaskKey, SimulatedTask> tasks = new TreeMap<>();
    boolean inReach = true;

    SimulatedAgent(AgentInfo info, Resources resources) {
        this.info = info;
        this.resources = resources;
    }
}
