package io.tender.daemon.cluster;

import io.tender.model.AgentCapability;
import io.tender.model.AgentInfo;
import io.tender.model.Resources;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What an agent says of itself when it joins, returns or changes.
 *
 * @param resources what it has, without the dynamic reservations and volumes that the master keeps
 * @param tasks every task it has that is not over, or whose end was not acknowledged: the last report of each
 */
public record AgentReport(
        AgentInfo agent, Set<AgentCapability> capabilities, Resources resources, List<TaskReport> tasks) {
    public AgentReport {
        capabilities = capabilities.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(capabilities));
        tasks = List.copyOf(tasks);
    }
}
