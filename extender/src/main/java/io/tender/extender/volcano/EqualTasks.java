package io.tender.extender.volcano;

import io.tender.spi.batch.TaskView;

/** Which tasks share an answer. Their templates, queues and namespaces are the same in any case. */
enum EqualTasks {
    /** Those of one job: requests name the job, so an answer may depend on it. */
    JOB,
    /** Those of all jobs: the extender says that it does not look at the job. */
    TEMPLATE,
    /** None: each is asked about by itself. */
    NONE;

    /** What equal tasks have in common beside the template. */
    Object commonTo(TaskView task) {
        return switch (this) {
            case JOB -> task.job().id();
            case TEMPLATE -> "";
            case NONE -> task.id();
        };
    }
}
