package io.tender.core.batch.framework;

import io.tender.core.batch.Cycle;
import io.tender.core.batch.SessionResult;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;

/** Hears what a batch scheduler does, on its turns; it must not call the scheduler back within them. */
public interface BatchListener {
    BatchListener NONE = new BatchListener() {};

    /** A session is over and its decisions have been carried out. */
    default void sessionEnded(SessionResult result) {}

    /** A session broke off; nothing came of it, and another is tried. */
    default void sessionFailed(Cycle cycle, RuntimeException why) {}

    /** A run was launched, moved on or ended; those of jobs that were removed are told of too. */
    default void runChanged(RunChange change) {}

    /** A session found a job to be in another phase. */
    default void phaseChanged(JobId job, JobPhase phase) {}
}
