package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** One run of one instance, as the scheduler knows it. Changed by Lifecycle alone. */
final class Task {
    final TaskId id;
    final InstanceKey key;
    final TaskConfig config;

    /** How often in a row its predecessors ended too soon. */
    final int flaps;

    /** How many of its predecessors failed. */
    final int failures;

    TaskState state = TaskState.INIT;
    long since;
    long assignedAt;

    /** Since when it was pending when it was assigned, should it be put back. */
    long pendingSince;

    /** Whether somebody asked it to end, so that ending soon is no flapping. */
    boolean interrupted;

    @Nullable
    Place place;

    Agenda.Entry timeout = Agenda.Entry.NONE;

    /** Where a task was sent. */
    record Place(AgentId agent, String hostname, HostAttributes attributes, SortedMap<String, Integer> ports) {}

    Task(TaskId id, InstanceKey key, TaskConfig config, int flaps, int failures) {
        this.id = id;
        this.key = key;
        this.config = config;
        this.flaps = flaps;
        this.failures = failures;
    }

    boolean isPending() {
        return state == TaskState.PENDING;
    }

    TaskView view() {
        return new TaskView(
                id,
                key,
                config,
                state,
                since,
                Optional.ofNullable(place).map(Place::agent),
                place == null ? Collections.emptySortedMap() : place.ports(),
                failures);
    }
}
