package io.tender.core.batch.life;

/** Where a job is in its life, as Volcano tells it. */
public enum LifePhase {
    /** Waits until enough of its tasks run. */
    PENDING("Pending"),
    /** Is being stopped, and may be resumed. */
    ABORTING("Aborting"),
    ABORTED("Aborted"),
    RUNNING("Running"),
    /** Tasks are being ended so that they begin anew. */
    RESTARTING("Restarting"),
    /** Has done enough; what still runs is being ended. */
    COMPLETING("Completing"),
    COMPLETED("Completed"),
    /** Is being stopped for good. */
    TERMINATING("Terminating"),
    TERMINATED("Terminated"),
    FAILED("Failed");

    private final String word;

    LifePhase(String word) {
        this.word = word;
    }

    /** The word people and documents use. */
    public String word() {
        return word;
    }

    /** Whether nothing can follow; only such a job is removed after its time to live. */
    public boolean isFinal() {
        return this == COMPLETED || this == TERMINATED || this == FAILED;
    }

    /** Whether its tasks may be placed. */
    boolean isActive() {
        return this == PENDING || this == RUNNING || this == RESTARTING;
    }
}
