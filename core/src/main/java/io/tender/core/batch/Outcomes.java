package io.tender.core.batch;

import io.tender.model.batch.JobId;
import io.tender.model.batch.TaskStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What became of the tentative work of a session. */
final class Outcomes {
    private final List<Decision> decisions = new ArrayList<>();
    private final Set<SessionTask> bound = new LinkedHashSet<>();
    private final Set<SessionTask> aborted = new LinkedHashSet<>();

    void bound(SessionTask task, boolean already) {
        bound.add(task);
        aborted.remove(task);
        decisions.add(new Decision.Bind(task.job().id(), task.id(), nodeOf(task), already));
    }

    /** The room is still being freed: the task is to be tried there first once it is. */
    void pipelined(SessionTask task) {
        aborted(task);
        decisions.add(new Decision.Nominate(task.id(), nodeOf(task)));
    }

    void evicted(SessionTask task, String reason, String beneficiary) {
        decisions.add(new Decision.Evict(task.job().id(), task.id(), nodeOf(task), reason, beneficiary));
    }

    void nominated(JobId job, SortedMap<String, String> domains) {
        decisions.add(new Decision.NominateDomains(job, Collections.unmodifiableSortedMap(new TreeMap<>(domains))));
    }

    void aborted(SessionTask task) {
        if (!bound.contains(task)) {
            aborted.add(task);
        }
    }

    private static String nodeOf(SessionTask task) {
        return task.node().orElseThrow().name();
    }

    List<Decision> decisions() {
        return decisions;
    }

    List<SessionTask> committed() {
        return List.copyOf(bound);
    }

    /** What was placed at some time in the session and is not bound at its end. */
    List<SessionTask> abandoned() {
        return aborted.stream()
                .filter(task -> task.status() != TaskStatus.BINDING)
                .toList();
    }
}
