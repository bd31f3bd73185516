package io.tender.benchmarks.placement;

import io.tender.benchmarks.workload.WrongOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The truth about one cluster: which task is where. It refuses what no correct scheduler would do. */
final class Ledger {

    static final int AGENT_CPUS = 32;
    static final int AGENT_MEMORY_MB = 128 * 1024;
    static final int AGENT_DISK_MB = 1_000_000;
    static final int TASK_CPUS = 1;
    static final int TASK_MEMORY_MB = 2 * 1024;

    /** A service must ask for some disk; it is never scarce here. */
    static final int TASK_DISK_MB = 1;

    private final List<String> agents;
    private final Map<String, Integer> tasksOn = new HashMap<>();
    private final Set<String> placed = new HashSet<>();

    Ledger(int agents) {
        this.agents = new ArrayList<>(agents);
        for (int i = 0; i < agents; i++) {
            String name = String.format(Locale.ROOT, "agent-%06d", i);
            this.agents.add(name);
            tasksOn.put(name, 0);
        }
    }

    List<String> agents() {
        return agents;
    }

    /** Notes that a task was started on an agent. */
    void start(String task, String agent) {
        Integer before = tasksOn.get(agent);
        if (before == null) {
            throw new WrongOutcome("agent of task " + task, "one that was offered", agent);
        }
        if (!placed.add(task)) {
            throw new WrongOutcome("placements of task " + task, 1, "another one, on " + agent);
        }
        int now = before + 1;
        if (now * TASK_CPUS > AGENT_CPUS || now * TASK_MEMORY_MB > AGENT_MEMORY_MB) {
            throw new WrongOutcome(
                    "tasks on " + agent, "at most " + Math.min(AGENT_CPUS, AGENT_MEMORY_MB / TASK_MEMORY_MB), now);
        }
        tasksOn.put(agent, now);
    }

    int freeCpus(String agent) {
        return AGENT_CPUS - tasks(agent) * TASK_CPUS;
    }

    int freeMemoryMb(String agent) {
        return AGENT_MEMORY_MB - tasks(agent) * TASK_MEMORY_MB;
    }

    int freeDiskMb(String agent) {
        return AGENT_DISK_MB - tasks(agent) * TASK_DISK_MB;
    }

    private int tasks(String agent) {
        return tasksOn.getOrDefault(agent, 0);
    }

    /** How many tasks have a place. */
    int placed() {
        return placed.size();
    }

    /** How many agents have a task. */
    int agentsUsed() {
        return (int) tasksOn.values().stream().filter(tasks -> tasks > 0).count();
    }
}
