package io.tender.core.batch.framework;

import io.tender.model.AgentId;
import io.tender.model.batch.JobId;
import io.tender.model.service.TaskId;

/**
 * One attempt to run a task: the master knows it by an id of its own, since a task may be tried again.
 *
 * @param evicted whether it was asked to end
 */
record Run(TaskId launched, TaskId task, JobId job, AgentId agent, boolean evicted) {
    Run leaving() {
        return new Run(launched, task, job, agent, true);
    }
}
