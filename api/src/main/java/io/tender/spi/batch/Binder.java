package io.tender.spi.batch;

import java.util.Optional;

/**
 * Starts a task on its node in place of the scheduler. Asked at commit. Combined: the first who takes the task.
 */
@FunctionalInterface
public interface Binder {
    /** Empty if it does not care for the task; otherwise whether it is bound. */
    Optional<Answer> bind(TaskView task, NodeView node);
}
