package io.tender.core.batch.life;

import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What comes of something a job was told.
 *
 * @param placed whether the scheduler should have its gang; otherwise its tasks are to end
 * @param restarts tasks that are to begin anew
 * @param wakeAt when time alone changes something
 * @param forget whether nothing of it is left to be remembered
 */
record LifeStep(JobState state, boolean placed, List<TaskId> restarts, Optional<Instant> wakeAt, boolean forget) {
    LifeStep {
        restarts = List.copyOf(restarts);
    }
}
