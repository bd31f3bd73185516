package io.tender.core.batch.framework;

import io.tender.model.AgentId;
import io.tender.model.batch.JobId;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import java.util.Optional;

/**
 * What became of one run of a task.
 *
 * @param launched the id the master knows the run by; a task that runs again does so under another
 * @param state ASSIGNED when it is launched, then what the master reports
 * @param asked whether the scheduler asked it to end
 * @param exitCode how its process ended, if it did and if that is known
 * @param message more about it, for people; may be blank
 */
public record RunChange(
        JobId job,
        TaskId task,
        TaskId launched,
        AgentId agent,
        TaskState state,
        boolean asked,
        Optional<Integer> exitCode,
        String message) {}
