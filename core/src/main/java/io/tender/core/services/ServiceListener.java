package io.tender.core.services;

import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskState;

/** Is told what happens, on the scheduler's turns; it must not call the scheduler back. */
public interface ServiceListener {

    /** Hears nothing. */
    ServiceListener NONE = new ServiceListener() {};

    /** A task came from one state into another. */
    default void taskChanged(TaskView task, TaskState before) {}

    /** An update moved on. */
    default void updateChanged(UpdateView update) {}

    /** The offer set threw, answered what it must not, or took too long. Told each time; the native order served instead. */
    default void offerSetFailed(Throwable cause) {}

    /** The offer set has answered a question as it should. Told each time. */
    default void offerSetAnswered() {}

    /** An attempt to place tasks of the group ended by an exception, or the master could not be told; it is tried again. */
    default void attemptBroke(TaskGroupKey group, Throwable cause) {}
}
