package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.List;

/** The verbs of batch sessions, which the dialects volcano and tender share. */
final class BatchVerbs {
    static final Verb PREDICATE = new Verb("predicate");
    static final Verb BATCH_PREDICATE = new Verb("batchPredicate");
    static final Verb PRIORITIZE = new Verb("prioritize");
    static final Verb PREEMPTABLE = new Verb("preemptable");
    static final Verb RECLAIMABLE = new Verb("reclaimable");
    static final Verb JOB_ENQUEUEABLE = new Verb("jobEnqueueable");
    static final Verb JOB_READY = new Verb("jobReady");
    static final Verb QUEUE_OVERUSED = new Verb("queueOverused");
    static final Verb ON_SESSION_OPEN = new Verb("onSessionOpen");
    static final Verb ON_SESSION_CLOSE = new Verb("onSessionClose");
    static final Verb JOB_ENQUEUED = new Verb("jobEnqueued");
    static final Verb ALLOCATE = new Verb("allocateFunc");
    static final Verb DEALLOCATE = new Verb("deallocateFunc");
    static final Verb BIND = new Verb("bind");
    static final Verb COMMIT = new Verb("commit");
    static final Verb ABORT = new Verb("abort");

    /** Those whose answers name nodes come first: by them it can be seen whether answers were mixed up. */
    static final List<Verb> ASKING = List.of(
            PRIORITIZE,
            BATCH_PREDICATE,
            PREDICATE,
            PREEMPTABLE,
            RECLAIMABLE,
            JOB_ENQUEUEABLE,
            JOB_READY,
            QUEUE_OVERUSED);

    static final List<Verb> CHANGING =
            List.of(ON_SESSION_OPEN, ON_SESSION_CLOSE, JOB_ENQUEUED, ALLOCATE, DEALLOCATE, BIND, COMMIT, ABORT);

    private BatchVerbs() {}
}
