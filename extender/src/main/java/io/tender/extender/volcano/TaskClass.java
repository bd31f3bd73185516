package io.tender.extender.volcano;

import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.TaskView;
import org.jspecify.annotations.Nullable;

/** What equal tasks have in common: an answer about one of them holds for the others. */
final class TaskClass {
    private final EqualTasks equal;
    private final Object common;
    private final TaskTemplate template;
    private final String queue;
    private final String namespace;
    /** Templates are large, and classes are looked up for every question. */
    private final int hash;

    private TaskClass(EqualTasks equal, TaskView task) {
        this.equal = equal;
        this.common = equal.commonTo(task);
        this.template = task.template();
        this.queue = task.job().job().queue();
        this.namespace = task.namespace();
        this.hash =
                ((template.hashCode() * 31 + queue.hashCode()) * 31 + namespace.hashCode()) * 31 + common.hashCode();
    }

    static TaskClass of(EqualTasks equal, TaskView task) {
        return new TaskClass(equal, task);
    }

    boolean holds(TaskView task) {
        return equal.commonTo(task).equals(common)
                && task.template().equals(template)
                && task.job().job().queue().equals(queue)
                && task.namespace().equals(namespace);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TaskClass tasks
                && tasks.hash == hash
                && tasks.common.equals(common)
                && tasks.template.equals(template)
                && tasks.queue.equals(queue)
                && tasks.namespace.equals(namespace);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
