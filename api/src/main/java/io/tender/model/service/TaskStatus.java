package io.tender.model.service;

import io.tender.model.BrokenRule;
import java.util.Optional;

/**
 * What the master reports of a task.
 *
 * @param state one of STARTING, RUNNING, FINISHED, FAILED, KILLED, LOST, and PARTITIONED for one out of reach
 * @param message more about it, for people; may be blank
 * @param exitCode how its process ended, if it did and if that is known
 */
public record TaskStatus(TaskId task, TaskState state, String message, Optional<Integer> exitCode) {
    public TaskStatus {
        switch (state) {
            case STARTING, RUNNING, FINISHED, FAILED, KILLED, LOST, PARTITIONED -> {}
            default ->
                throw BrokenRule.of(
                        "Nobody but the scheduler itself knows that state.",
                        state + " of task '" + task + "'",
                        "STARTING, RUNNING, FINISHED, FAILED, KILLED, LOST or PARTITIONED",
                        "translate the master's state to one of these");
        }
    }

    public static TaskStatus of(TaskId task, TaskState state) {
        return new TaskStatus(task, state, "", Optional.empty());
    }

    /** The same of a process that ended with that code. */
    public TaskStatus withExitCode(int code) {
        return new TaskStatus(task, state, message, Optional.of(code));
    }
}
