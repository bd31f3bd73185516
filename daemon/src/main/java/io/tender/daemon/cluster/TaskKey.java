package io.tender.daemon.cluster;

import io.tender.model.FrameworkId;
import io.tender.model.service.TaskId;
import java.util.Comparator;

/** Names one task among all: two frameworks may use the same id. */
public record TaskKey(FrameworkId framework, TaskId task) implements Comparable<TaskKey> {
    private static final Comparator<TaskKey> ORDER =
            Comparator.comparing(TaskKey::framework).thenComparing(TaskKey::task);

    @Override
    public int compareTo(TaskKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return framework + "/" + task;
    }
}
