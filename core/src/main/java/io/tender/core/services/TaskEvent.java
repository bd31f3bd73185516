package io.tender.core.services;

import io.tender.model.service.TaskState;

/** What can happen to a task. */
enum TaskEvent {
    /** It may look for a place. */
    ADMIT,
    /** It has to wait first, because it flaps. */
    DELAY,
    /** A place was found. */
    ASSIGN,
    /** It was chosen for a place and not sent there. */
    PUT_BACK,
    /** Reported by the master. */
    STARTING,
    RUNNING,
    FINISHED,
    FAILED,
    KILLED,
    LOST,
    UNREACHABLE,
    /** Somebody wants it gone for good. */
    KILL,
    /** Somebody wants it started anew. */
    RESTART,
    /** Its machine is to be emptied. */
    DRAIN,
    /** A more important task needs its place. */
    PREEMPT,
    /** It stayed too long where it is. */
    EXPIRE;

    /** The event that a reported state is. */
    static TaskEvent reported(TaskState state) {
        return switch (state) {
            case STARTING -> STARTING;
            case RUNNING -> RUNNING;
            case FINISHED -> FINISHED;
            case FAILED -> FAILED;
            case KILLED -> KILLED;
            case LOST -> LOST;
            case PARTITIONED -> UNREACHABLE;
            default -> throw new IllegalArgumentException("A master does not report " + state);
        };
    }
}
