package io.tender.extender.volcano;

import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.TaskView;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The resources an extender looks after, and the jobs; tasks of others are none of its business. */
final class ManagedResources {
    private final List<String> names;
    private final Predicate<JobView> jobs;

    /** @param names none stands for all tasks */
    ManagedResources(List<String> names) {
        this(names, any -> true);
    }

    private ManagedResources(List<String> names, Predicate<JobView> jobs) {
        this.names = List.copyOf(names);
        this.jobs = jobs;
    }

    /** The same resources, of these jobs alone. */
    ManagedResources among(Predicate<JobView> some) {
        return new ManagedResources(names, some);
    }

    /** Whether a job is one of those it looks after, whatever it asks for. */
    boolean serves(JobView job) {
        return jobs.test(job);
    }

    boolean concerns(TaskView task) {
        return jobs.test(task.job()) && concerns(task.template());
    }

    /** As with the schedulers whose extenders they are: it is enough to name a resource, whatever the amount. */
    private boolean concerns(TaskTemplate template) {
        Set<String> named = template.named();
        return concerns(template.request())
                || (!named.isEmpty() && names.stream().anyMatch(named::contains));
    }

    /** A job is concerned if one of its tasks is, or what admission reserves for it. */
    boolean concerns(JobView job) {
        return jobs.test(job)
                && (names.isEmpty()
                        || job.job().minResources().map(this::concerns).orElse(false)
                        || job.tasks().stream().anyMatch(this::concerns));
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
