package io.tender.extender.server;

import java.util.List;
import java.util.Optional;

/**
 * The cluster as a session sees it when it opens.
 *
 * @param session its id; real Volcano sends none
 * @param since the session whose snapshot this one changes, if it holds changes only
 */
public record Snapshot(
        Optional<String> session,
        Extent extent,
        Optional<String> since,
        List<Agent> agents,
        List<Job> jobs,
        List<Queue> queues,
        List<String> removedAgents,
        List<String> removedJobs,
        List<String> removedQueues) {

    /** How much of the cluster is told. */
    public enum Extent {
        FULL,
        /** What has changed since an earlier session. */
        DELTA,
        /** Nothing but that a session opens. */
        NONE
    }

    public Snapshot {
        agents = List.copyOf(agents);
        jobs = List.copyOf(jobs);
        queues = List.copyOf(queues);
        removedAgents = List.copyOf(removedAgents);
        removedJobs = List.copyOf(removedJobs);
        removedQueues = List.copyOf(removedQueues);
    }
}
