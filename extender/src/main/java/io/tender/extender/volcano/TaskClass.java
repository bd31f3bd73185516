package io.tender.extender.volcano;

import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.TaskView;

/** What equal tasks have in common: an answer about one of them holds for the others. */
record TaskClass(TaskTemplate template, String queue, String namespace) {
    static TaskClass of(TaskView task) {
        return new TaskClass(task.template(), task.job().job().queue(), task.namespace());
    }
}
