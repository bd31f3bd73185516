package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A task that was sent to a machine in an earlier life of the scheduler and is not over.
 *
 * @param config what it was started with; its instance may be wanted with another by now
 * @param state a state in which it has its place
 * @param sinceMillis when it came into its state, in milliseconds since 1970
 * @param failures how often its instance failed before
 */
public record AdoptedTask(
        TaskId id,
        int instance,
        TaskConfig config,
        TaskState state,
        AgentId agent,
        String hostname,
        HostAttributes attributes,
        SortedMap<String, Integer> ports,
        long sinceMillis,
        int failures) {
    public AdoptedTask {
        if (!state.isPlaced() || instance < 0) {
            throw BrokenRule.of(
                    "Only a task that has its place can be taken over.",
                    state + " of '" + id + "', instance " + instance,
                    "a state in which it is on a machine, and an instance from 0 on",
                    "leave tasks out that wait or are over; wanted instances without a task get one");
        }
        ports = Collections.unmodifiableSortedMap(new TreeMap<>(ports));
    }
}
