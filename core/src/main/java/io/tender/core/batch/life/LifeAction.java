package io.tender.core.batch.life;

import java.util.Arrays;
import java.util.Optional;

/** What is done about an event, or because somebody asked for it. */
public enum LifeAction {
    /** Ends all tasks; the job can be resumed. */
    ABORT_JOB("AbortJob"),
    /** Ends all tasks and begins with all of them anew. */
    RESTART_JOB("RestartJob"),
    /** Ends the tasks of one role, and begins with them anew. */
    RESTART_TASK("RestartTask"),
    /** Ends one task and begins with it anew. */
    RESTART_POD("RestartPod"),
    /** Ends all tasks for good. */
    TERMINATE_JOB("TerminateJob"),
    /** Ends what still runs and counts the job as done. */
    COMPLETE_JOB("CompleteJob"),
    /** Goes on with a job that was aborted; what was over by then stays so. */
    RESUME_JOB("ResumeJob"),
    /** Looks at the job anew, and does what its tasks give cause for. */
    SYNC_JOB("SyncJob");

    private final String word;

    LifeAction(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    /** Whether a policy may ask for it. */
    public boolean inPolicies() {
        return this != SYNC_JOB;
    }

    /** Whether somebody may ask for it without naming tasks. */
    public boolean ofWholeJobs() {
        return inPolicies() && this != RESTART_TASK && this != RESTART_POD;
    }

    public static Optional<LifeAction> of(String word) {
        return Arrays.stream(values())
                .filter(action -> action.word.equals(word))
                .findFirst();
    }
}
