package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A task at one moment.
 *
 * @param sinceMillis when it came into its state, in milliseconds since 1970
 * @param agent where it was sent; empty while it has no place
 * @param ports the number behind each port it named
 * @param failures how often its instance failed before
 */
public record TaskView(
        TaskId id,
        InstanceKey instance,
        TaskConfig config,
        TaskState state,
        long sinceMillis,
        Optional<AgentId> agent,
        SortedMap<String, Integer> ports,
        int failures) {}
