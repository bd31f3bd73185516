package io.tender.core.batch.life;

import io.tender.model.batch.JobId;
import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A task of a job at one moment.
 *
 * @param launched its latest run
 * @param exitCode how its last run ended
 * @param message what was said when its last run broke off, for people; blank if nothing was, or if it did not
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
        String message,
        int restarts,
        Instant since,
        Optional<Instant> notBefore) {
    /** It is remembered with each task, so it is cut where a sentence or two would have ended. */
    static final int LONGEST_MESSAGE = 500;

    public TaskLife {
        // What an earlier version of the program has written down says nothing of it.
        message = shortened(Objects.requireNonNullElse(message, ""));
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_MESSAGE ? text : text.substring(0, LONGEST_MESSAGE - 1) + "…";
    }

    static TaskLife fresh(String role, int index, TaskPhase phase, Instant now) {
        return new TaskLife(role, index, phase, Optional.empty(), Optional.empty(), "", 0, now, Optional.empty());
    }

    public TaskId id(JobId job) {
        return JobSpec.taskId(job, role, index);
    }

    TaskLife in(TaskPhase changed, Instant now) {
        return changed == phase
                ? this
                : new TaskLife(role, index, changed, launched, exitCode, message, restarts, now, Optional.empty());
    }

    TaskLife launchedAs(TaskId run) {
        return new TaskLife(role, index, phase, Optional.of(run), exitCode, message, restarts, since, notBefore);
    }

    /** Its run did what it was to do. */
    TaskLife ended(TaskPhase changed, Optional<Integer> code, Instant now) {
        return broken(changed, code, "", now);
    }

    /** Its run ended otherwise, and this was said of it. */
    TaskLife broken(TaskPhase changed, Optional<Integer> code, String said, Instant now) {
        return new TaskLife(role, index, changed, launched, code, said, restarts, now, Optional.empty());
    }

    TaskLife backingOff(int again, Instant now, Instant until) {
        return new TaskLife(
                role, index, TaskPhase.BACKING_OFF, launched, exitCode, message, again, now, Optional.of(until));
    }
}
