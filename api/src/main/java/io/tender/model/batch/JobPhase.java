package io.tender.model.batch;

/** Where a job is in its life, as a pod group tells it. */
public enum JobPhase {
    /** Waits to be admitted; only the action enqueue sees it. */
    PENDING,
    /** Admitted, and waits for room. */
    INQUEUE,
    /** Enough of its tasks have had their nodes. */
    RUNNING,
    /** Some of its tasks run, but it could not be made whole. */
    UNKNOWN,
    /** All of its tasks that had nodes are over. */
    COMPLETED
}
