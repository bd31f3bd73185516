package io.tender.extender.volcano;

import io.tender.extender.client.ExtenderFailure;

/**
 * What a failed question means: the one place that decides it. A failure is everything but a good answer: nobody there,
 * too late, another status than 200, no JSON, wrong types, too large, or an answer that cannot be true. An answer that says
 * no is no failure and is never softened.
 */
final class FailureTable {
    private FailureTable() {}

    static Consequence of(Question question, boolean ignorable) {
        return ignorable ? Consequence.UNASKED : failingClosed(question);
    }

    /** The same for kube-scheduler's protocol, where scores are never worth a refusal. */
    static Consequence ofKube(Question question, boolean ignorable) {
        return of(question, ignorable || question == Question.PRIORITIZE);
    }

    /** What becomes of a message that would be told again: one that is refused for good would only be refused again. */
    static Consequence after(ExtenderFailure failure, Consequence usual) {
        return usual == Consequence.TOLD_AGAIN && failure.refusesForGood() ? Consequence.NEVER_TOLD : usual;
    }

    private static Consequence failingClosed(Question question) {
        return switch (question) {
            case ON_SESSION_OPEN -> Consequence.MANAGED_TASKS_REFUSED;
            case PREDICATE, BATCH_PREDICATE -> Consequence.NODE_REFUSED;
            case PRIORITIZE -> Consequence.TASK_UNRANKED;
            case PREEMPTABLE, RECLAIMABLE -> Consequence.NO_VICTIMS;
            case JOB_ENQUEUEABLE -> Consequence.JOB_REJECTED;
            case QUEUE_OVERUSED -> Consequence.QUEUE_PASSED_OVER;
            case JOB_READY -> Consequence.JOB_NOT_READY;
            case ALLOCATE -> Consequence.ALLOCATION_UNDONE;
            case BIND -> Consequence.NOT_BOUND;
            case COMMIT, ABORT -> Consequence.TOLD_AGAIN;
            case ON_SESSION_CLOSE, JOB_ENQUEUED, DEALLOCATE -> Consequence.NOTED;
        };
    }
}
