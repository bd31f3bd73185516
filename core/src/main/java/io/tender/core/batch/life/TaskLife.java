package io.tender.core.batch.life;

import io.tender.model.batch.JobId;
import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.Optional;

/**
 * A task of a job at one moment.
 *
 * @param launched its latest run
 * @param exitCode how its last run ended
 * @param restarts how often it was started again by itself
 * @param since when it came into its phase
 * @param notBefore when it may start again
 */
public record TaskLife(
        String role,
        int index,
        TaskPhase phase,
        Optional<TaskId> launched,
        Optional<Integer> exitCode,
        int restarts,
        Instant since,
        Optional<Instant> notBefore) {

    static TaskLife fresh(String role, int index, TaskPhase phase, Instant now) {
        return new TaskLife(role, index, phase, Optional.empty(), Optional.empty(), 0, now, Optional.empty());
    }

    public TaskId id(JobId job) {
        return JobSpec.taskId(job, role, index);
    }

    TaskLife in(TaskPhase changed, Instant now) {
        return changed == phase
                ? this
                : new TaskLife(role, index, changed, launched, exitCode, restarts, now, Optional.empty());
    }

    TaskLife launchedAs(TaskId run) {
        return new TaskLife(role, index, phase, Optional.of(run), exitCode, restarts, since, notBefore);
    }

    TaskLife ended(TaskPhase changed, Optional<Integer> code, Instant now) {
        return new TaskLife(role, index, changed, launched, code, restarts, now, Optional.empty());
    }

    TaskLife backingOff(int again, Instant now, Instant until) {
        return new TaskLife(role, index, TaskPhase.BACKING_OFF, launched, exitCode, again, now, Optional.of(until));
    }
}
