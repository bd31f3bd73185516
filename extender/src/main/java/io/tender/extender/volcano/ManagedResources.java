package io.tender.extender.volcano;

import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.TaskView;
import java.util.List;

/** The resources an extender looks after; tasks that ask for none of them are none of its business. */
final class ManagedResources {
    private final List<String> names;

    /** @param names none stands for all tasks */
    ManagedResources(List<String> names) {
        this.names = List.copyOf(names);
    }

    boolean concerns(TaskView task) {
        return concerns(task.request());
    }

    /** A job is concerned if one of its tasks is, or what admission reserves for it. */
    boolean concerns(JobView job) {
        return names.isEmpty()
                || job.job().minResources().map(this::concerns).orElse(false)
                || job.tasks().stream().anyMatch(this::concerns);
    }

    private boolean concerns(ResourceList request) {
        if (names.isEmpty()) {
            return true;
        }
        for (String name : names) {
            if (request.has(name)) {
                return true;
            }
        }
        return false;
    }

    List<TaskView> of(List<? extends TaskView> tasks) {
        return tasks.stream()
                .filter(this::concerns)
                .map(task -> (TaskView) task)
                .toList();
    }
}
