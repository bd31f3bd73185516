package io.tender.spi.batch;

import java.util.List;

/**
 * Sees what all plugins together have decided, and has no say in it: for who wants to compare, not to take part. It is told
 * on the session's thread, right after each decision, and must come back at once. What it throws is noted as a fault of its
 * plugin and changes nothing.
 */
public interface Witness {

    /** Whether it would see this search for a node; asked first, since putting a contest together costs something. */
    default boolean wantsContest(TaskView task) {
        return false;
    }

    /** A node was sought for a task, and found or not. */
    default void contest(Contest contest) {}

    /**
     * It was decided which tasks of a node may be evicted.
     *
     * @param kind {@link HookKind#PREEMPTABLE} or {@link HookKind#RECLAIMABLE}
     * @param evictees those in question, never none
     * @param victims those that may go
     */
    default void eviction(
            HookKind<Evictable> kind, TaskView evictor, List<TaskView> evictees, List<? extends TaskView> victims) {}

    /** A job was admitted or not; without {@code minResources} it may have been admitted unasked. */
    default void admission(JobView job, boolean admitted) {}

    /** A job was found ready to start or not. */
    default void readiness(JobView job, boolean ready) {}

    /** A queue's turn came: it may go on or not. */
    default void turn(QueueView queue, boolean mayGoOn) {}
}
