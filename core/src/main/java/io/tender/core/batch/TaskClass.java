package io.tender.core.batch;

import io.tender.model.batch.TaskTemplate;

/** What makes tasks interchangeable to everybody who does not look at the job. */
record TaskClass(TaskTemplate template, String queue, String namespace) {
    static TaskClass of(SessionTask task) {
        return new TaskClass(
                task.template(), task.job().queue().name(), task.job().id().namespace());
    }
}
