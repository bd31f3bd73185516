package io.tender.extender.volcano;

/** What follows when a question brought no answer. */
enum Consequence {
    /** As if the extender had not been configured for the question. */
    UNASKED("as if it had not been asked"),
    MANAGED_TASKS_REFUSED("tasks with its resources are not placed in this session"),
    NODE_REFUSED("the node does not fit"),
    TASK_UNRANKED("the task is not placed, since its nodes cannot be ranked"),
    NO_VICTIMS("nobody is evicted"),
    JOB_REJECTED("the job is not admitted"),
    QUEUE_PASSED_OVER("the queue counts as overused"),
    JOB_NOT_READY("the job does not start"),
    ALLOCATION_UNDONE("the placement is undone"),
    NOT_BOUND("the task counts as not bound"),
    /** It is told in the next session, with the same key. */
    TOLD_AGAIN("it is told again in the next session"),
    /** Said again, it would be refused again; what comes after it need not wait. */
    NEVER_TOLD("it is not told again, since it is refused for good"),
    /** What it was told of has happened already, and nothing is left to refuse. */
    NOTED("the failure is noted");

    private final String words;

    Consequence(String words) {
        this.words = words;
    }

    /** For messages. */
    String words() {
        return words;
    }

    boolean isUnasked() {
        return this == UNASKED;
    }
}
