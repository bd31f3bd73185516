package io.tender.core.batch.life;

import java.util.Arrays;
import java.util.Optional;

/** What can happen to a job and its tasks, by the words that policies use. */
public enum LifeEvent {
    /** Each of the others but that a task waits. */
    ANY("*", true),
    /** A task failed and is not started again by itself. */
    POD_FAILED("PodFailed", true),
    /** A task lost its place without having ended: it was preempted, or its agent is gone. */
    POD_EVICTED("PodEvicted", true),
    /** A task waits; of use only with a timeout, since every task does at first. */
    POD_PENDING("PodPending", true),
    /** Some tasks run, but the gang cannot be made whole. */
    UNKNOWN("Unknown", true),
    /** All tasks of a role succeeded. */
    TASK_COMPLETED("TaskCompleted", true),
    /** The tasks of a role were restarted more often than its maxRetry. */
    TASK_FAILED("TaskFailed", true),
    JOB_UPDATED("JobUpdated", true),
    /** Something changed that is no reason for an action; the job is looked at anew. */
    OUT_OF_SYNC("OutOfSync", false),
    /** Somebody asked for an action. */
    COMMAND_ISSUED("CommandIssued", false);

    private final String word;
    private final boolean inPolicies;

    LifeEvent(String word, boolean inPolicies) {
        this.word = word;
        this.inPolicies = inPolicies;
    }

    public String word() {
        return word;
    }

    /** Whether a policy may name it. */
    public boolean inPolicies() {
        return inPolicies;
    }

    public static Optional<LifeEvent> of(String word) {
        return Arrays.stream(values()).filter(event -> event.word.equals(word)).findFirst();
    }
}
