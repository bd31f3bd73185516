package io.tender.core.batch;

import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
import io.tender.model.service.TaskId;
import java.util.SortedMap;

/** What a session wants done. */
public sealed interface Decision {

    /**
     * Start a task on a node.
     *
     * @param bound whether a plugin has done so already
     */
    record Bind(JobId job, TaskId task, String node, boolean bound) implements Decision {}

    /**
     * End a task to make room.
     *
     * @param beneficiary for which job; empty if the task is only moved
     */
    record Evict(JobId job, TaskId task, String node, String reason, String beneficiary) implements Decision {}

    /** A job changes its phase. */
    record Phase(JobId job, JobPhase phase) implements Decision {}

    /**
     * Room is being freed on this node for a task, which is to be tried there first.
     *
     * @param node empty if the room came to nothing and the task waits like any other
     */
    record Nominate(TaskId task, String node) implements Decision {}

    /** Room is being freed in these domains for the sub-groups of a job. */
    record NominateDomains(JobId job, SortedMap<String, String> domains) implements Decision {}
}
