package io.tender.spi.framework;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.TaskId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A task to be started on what was offered.
 *
 * @param resources what it takes out of the offers, with the roles they were offered under
 * @param ports the number given to each port the task named
 */
public record Launch(TaskId task, AgentId agent, Resources resources, SortedMap<String, Integer> ports) {
    public Launch {
        ports = ports.isEmpty()
                ? Collections.emptySortedMap()
                : Collections.unmodifiableSortedMap(new TreeMap<>(ports));
    }
}
