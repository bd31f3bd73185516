package io.tender.core.batch.life;

/** How far a task of a job has come. */
public enum TaskPhase {
    /** Held back until the roles it depends on run. */
    BLOCKED,
    /** Waits for a place, or was sent to one. */
    PENDING,
    RUNNING,
    /** Was asked to end, so that it begins anew. */
    ENDING,
    /** Failed, and starts again after a while. */
    BACKING_OFF,
    SUCCEEDED,
    FAILED;

    public boolean isOver() {
        return this == SUCCEEDED || this == FAILED;
    }
}
