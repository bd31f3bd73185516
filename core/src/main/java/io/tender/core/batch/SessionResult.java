package io.tender.core.batch;

import io.tender.model.service.TaskId;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What came of a session.
 *
 * @param decisions in the order in which they were taken
 * @param explanations why what waits is waiting
 * @param promised tasks that wait for room which is being freed, and where
 * @param faults plugins that threw
 * @param ignored what was left to plugins, and is no part of what decisions take
 * @param looksAround whether a plugin moves tasks to calmer nodes, and so wants to see those too on which nothing runs
 */
public record SessionResult(
        Cycle cycle,
        List<Decision> decisions,
        Explanations explanations,
        SortedMap<TaskId, String> promised,
        List<Fault> faults,
        Ignored ignored,
        boolean looksAround) {
    public SessionResult {
        decisions = List.copyOf(decisions);
        promised = Collections.unmodifiableSortedMap(new TreeMap<>(promised));
        faults = List.copyOf(faults);
    }

    public List<Decision.Bind> binds() {
        return decisions.stream()
                .filter(Decision.Bind.class::isInstance)
                .map(Decision.Bind.class::cast)
                .toList();
    }

    public List<Decision.Evict> evictions() {
        return decisions.stream()
                .filter(Decision.Evict.class::isInstance)
                .map(Decision.Evict.class::cast)
                .toList();
    }
}
