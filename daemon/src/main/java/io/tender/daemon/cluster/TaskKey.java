package io.tender.daemon.cluster;

import io.tender.model.FrameworkId;
import io.tender.model.service.TaskId;

/** Names one task among all: two frameworks may use the same id. */
public record TaskKey(FrameworkId framework, TaskId task) implements Comparable<TaskKey> {
    @Override
    public int compareTo(TaskKey other) {
        int byFramework = framework.compareTo(other.framework);
        return byFramework != 0 ? byFramework : task.compareTo(other.task);
    }

    @Override
    public String toString() {
        return framework + "/" + task;
    }
}
