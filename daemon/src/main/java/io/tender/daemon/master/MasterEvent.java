package io.tender.daemon.master;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;

/** What operators who watch are told; each is one event of the Mesos operator API. */
public sealed interface MasterEvent {
    record TaskAdded(TaskView task) implements MasterEvent {}

    /** @param status what changed it */
    record TaskUpdated(TaskView task, Status status) implements MasterEvent {}

    record AgentAdded(AgentView agent) implements MasterEvent {}

    record AgentRemoved(AgentId agent) implements MasterEvent {}

    record FrameworkAdded(FrameworkView framework) implements MasterEvent {}

    record FrameworkUpdated(FrameworkView framework) implements MasterEvent {}

    record FrameworkRemoved(FrameworkId framework) implements MasterEvent {}
}
