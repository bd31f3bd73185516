package io.tender.model.service;

/** How far a task has come. */
public enum TaskState {
    /** Just made; nobody has seen it. */
    INIT,
    /** Fails again and again, so it waits before it may be placed. */
    THROTTLED,
    /** Wants a place. */
    PENDING,
    /** Sent to a machine. */
    ASSIGNED,
    /** Being set up there. */
    STARTING,
    RUNNING,
    FINISHED,
    FAILED,
    KILLED,
    /** Gone without a word. */
    LOST,
    /** Asked to end for good. */
    KILLING,
    /** Asked to end, so that it starts anew. */
    RESTARTING,
    /** Asked to end, because its machine is to be maintained. */
    DRAINING,
    /** Asked to end, because a more important task needs its place. */
    PREEMPTING,
    /** Its machine cannot be reached; it may still run. */
    PARTITIONED;

    /** Whether it is over. */
    public boolean isTerminal() {
        return switch (this) {
            case FINISHED, FAILED, KILLED, LOST -> true;
            default -> false;
        };
    }

    /** Whether it holds a place on a machine; such tasks count for limits. */
    public boolean isPlaced() {
        return switch (this) {
            case INIT, THROTTLED, PENDING, FINISHED, FAILED, KILLED, LOST -> false;
            default -> true;
        };
    }

    /** Whether it should soon be in another state; one that is not is given up as lost. */
    public boolean isTransient() {
        return switch (this) {
            case ASSIGNED, KILLING, RESTARTING, DRAINING, PREEMPTING -> true;
            default -> false;
        };
    }
}
