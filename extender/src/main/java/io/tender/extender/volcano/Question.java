package io.tender.extender.volcano;

/** What an extender can be asked or told; each has an argument that gives its path. */
enum Question {
    ON_SESSION_OPEN("onSessionOpen", false),
    ON_SESSION_CLOSE("onSessionClose", true),
    PREDICATE("predicate", false),
    BATCH_PREDICATE("batchPredicate", false),
    PRIORITIZE("prioritize", false),
    PREEMPTABLE("preemptable", false),
    RECLAIMABLE("reclaimable", false),
    JOB_ENQUEUEABLE("jobEnqueueable", false),
    JOB_ENQUEUED("jobEnqueued", true),
    QUEUE_OVERUSED("queueOverused", false),
    JOB_READY("jobReady", false),
    ALLOCATE("allocateFunc", true),
    DEALLOCATE("deallocateFunc", true),
    BIND("bind", true),
    COMMIT("commit", true),
    ABORT("abort", true);

    private final String label;
    private final boolean event;

    Question(String label, boolean event) {
        this.label = label;
        this.event = event;
    }

    /** As in {@code extender.ignorable.<label>}, in metrics and in messages. */
    String label() {
        return label;
    }

    /** The argument that gives its path. */
    String argument() {
        return "extender." + label + "Verb";
    }

    /** Whether hearing it twice could change something at the other side, so that it has an idempotency key. */
    boolean isEvent() {
        return event;
    }
}
