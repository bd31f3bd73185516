package io.tender.model.service;

/** One run of one instance; a restarted instance gets a new one. */
public record TaskId(String value) implements Comparable<TaskId> {
    public TaskId {
        if (value.isBlank()) {
            throw new IllegalArgumentException("The id of a task is blank; expected a visible name such as 'task-1'");
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
