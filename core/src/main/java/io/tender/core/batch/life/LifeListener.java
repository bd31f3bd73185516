package io.tender.core.batch.life;

import io.tender.model.batch.JobId;

/** Hears what becomes of jobs; told in the turn in which it happens, and before anything is done about it. */
public interface LifeListener {
    LifeListener NONE = new LifeListener() {};

    /**
     * A job is in another state than before. The changes are worth remembering: together they make the state from which the
     * job goes on after a restart.
     */
    default void jobChanged(JobId job, JobChange change, JobState state) {}

    /** Nothing of a job is left: it was deleted, or its time to live is over. */
    default void jobGone(JobId job) {}
}
