package io.tender.model.service;

import io.tender.model.BrokenRule;

/** One run of one instance; a restarted instance gets a new one. */
public record TaskId(String value) implements Comparable<TaskId> {
    public TaskId {
        if (value.isBlank()) {
            throw BrokenRule.of(
                    "The id of a task is blank.",
                    "no character that can be seen",
                    "a visible name such as 'task-1'",
                    "name the task");
        }
    }

    @Override
    public int compareTo(TaskId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
