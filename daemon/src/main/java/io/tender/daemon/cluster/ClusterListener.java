package io.tender.daemon.cluster;

import io.tender.model.AgentId;

/** Hears what happens on agents. May be called from any thread; never waits. */
public interface ClusterListener {
    /** An agent is there: for the first time, again after it was out of reach, or changed. */
    void joined(AgentReport agent);

    /** An agent is out of reach. Its tasks may still run; it may come back. */
    void unreachable(AgentId agent, String why);

    /** An agent has left for good, and nothing runs on it. */
    void left(AgentId agent, String why);

    /** What became of a task; the same report comes again until it is acknowledged. */
    void report(TaskReport report);

    /** Words of an executor for its framework; lost if either is busy or away. */
    default void message(ExecutorMessage words) {}
}
