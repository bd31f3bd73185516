package io.tender.daemon.cluster;

/** How far a task has come, as Mesos tells it; on the wire each name has TASK_ before it. */
public enum RunState {
    /** Accepted by the master, not heard of from its agent yet. */
    STAGING,
    STARTING,
    RUNNING,
    KILLING,
    FINISHED,
    FAILED,
    KILLED,
    /** Its description made no sense, so it never started. */
    ERROR,
    /** Told to frameworks that do not know of partitions, instead of the five below. */
    LOST,
    /** It never reached its agent. */
    DROPPED,
    /** Its agent is out of reach; it may still run. */
    UNREACHABLE,
    /** It ended with its agent. */
    GONE,
    /** An operator said that its agent is gone for good. */
    GONE_BY_OPERATOR,
    /** Nobody knows it. */
    UNKNOWN;

    /** Whether nothing can follow, and what it held is free. */
    public boolean isTerminal() {
        return switch (this) {
            case FINISHED, FAILED, KILLED, ERROR, LOST, DROPPED, GONE, GONE_BY_OPERATOR -> true;
            case STAGING, STARTING, RUNNING, KILLING, UNREACHABLE, UNKNOWN -> false;
        };
    }
}
