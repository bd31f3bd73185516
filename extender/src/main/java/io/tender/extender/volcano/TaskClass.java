package io.tender.extender.volcano;

import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.TaskView;
import org.jspecify.annotations.Nullable;

/** What equal tasks have in common: an answer about one of them holds for the others. */
final class TaskClass {
    private final TaskTemplate template;
    private final String queue;
    private final String namespace;
    /** Templates are large, and classes are looked up for every question. */
    private final int hash;

    private TaskClass(TaskTemplate template, String queue, String namespace) {
        this.template = template;
        this.queue = queue;
        this.namespace = namespace;
        this.hash = (template.hashCode() * 31 + queue.hashCode()) * 31 + namespace.hashCode();
    }

    static TaskClass of(TaskView task) {
        return new TaskClass(task.template(), task.job().job().queue(), task.namespace());
    }

    boolean holds(TaskView task) {
        return task.template().equals(template)
                && task.job().job().queue().equals(queue)
                && task.namespace().equals(namespace);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TaskClass tasks
                && tasks.hash == hash
                && tasks.template.equals(template)
                && tasks.queue.equals(queue)
                && tasks.namespace.equals(namespace);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
