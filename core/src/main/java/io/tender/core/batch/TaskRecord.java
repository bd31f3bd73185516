package io.tender.core.batch;

import io.tender.model.batch.JobId;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import java.time.Instant;
import java.util.Optional;

/**
 * A task as it was when a snapshot was taken.
 *
 * @param position its place among the tasks of its job
 * @param node where it is; empty while it waits
 * @param nominated the node that was freed for it; empty if none was
 */
record TaskRecord(
        Task task,
        JobId job,
        int position,
        TaskStatus status,
        String node,
        Optional<Instant> started,
        String nominated) {

    static TaskRecord waiting(Task task, JobId job, int position) {
        return new TaskRecord(task, job, position, TaskStatus.PENDING, "", Optional.empty(), "");
    }

    TaskRecord with(TaskStatus changed, String where, Optional<Instant> since) {
        return new TaskRecord(task, job, position, changed, where, since, where.isEmpty() ? nominated : "");
    }

    /** The same in the place of an earlier record of the task. */
    TaskRecord as(TaskRecord earlier) {
        return new TaskRecord(task, job, position, earlier.status, earlier.node, earlier.started, earlier.nominated);
    }

    TaskRecord nominatedTo(String where) {
        return new TaskRecord(task, job, position, status, node, started, where);
    }
}
