package io.tender.core.services;

import io.tender.model.service.TaskState;

/** Is told what happens, on the scheduler's turns; it must not call the scheduler back. */
public interface ServiceListener {

    /** Hears nothing. */
    ServiceListener NONE = new ServiceListener() {};

    /** A task came from one state into another. */
    default void taskChanged(TaskView task, TaskState before) {}

    /** An update moved on. */
    default void updateChanged(UpdateView update) {}
}
