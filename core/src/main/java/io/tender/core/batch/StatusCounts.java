package io.tender.core.batch;

import io.tender.model.batch.TaskStatus;

/** How many tasks have each status. */
final class StatusCounts {
    private final int[] counts;

    StatusCounts() {
        this(new int[TaskStatus.values().length]);
    }

    private StatusCounts(int[] counts) {
        this.counts = counts;
    }

    StatusCounts copy() {
        return new StatusCounts(counts.clone());
    }

    @SuppressWarnings("EnumOrdinal") // only ever an index into this array
    private static int place(TaskStatus status) {
        return status.ordinal();
    }

    int of(TaskStatus status) {
        return counts[place(status)];
    }

    void add(TaskStatus status) {
        counts[place(status)]++;
    }

    void move(TaskStatus from, TaskStatus to) {
        counts[place(from)]--;
        counts[place(to)]++;
    }
}
