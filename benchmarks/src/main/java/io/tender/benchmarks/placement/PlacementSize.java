package io.tender.benchmarks.placement;

/**
 * How much is to be placed where.
 *
 * @param agents machines, each of 32 CPUs and 128 GiB
 * @param tasks tasks of 1 CPU and 2 GiB
 * @param batch tasks handed over together
 */
public record PlacementSize(int agents, int tasks, int batch) {

    /** How many of the tasks an agent has room for. */
    public static final int TASKS_PER_AGENT = 32;

    public PlacementSize {
        if (tasks > (long) agents * TASKS_PER_AGENT) {
            throw new IllegalArgumentException("got " + tasks + " tasks for " + agents + " agents, expected at most "
                    + TASKS_PER_AGENT + " for each agent, since every task must find a place");
        }
    }
}
