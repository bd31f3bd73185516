package io.tender.core.batch.plugin;

import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Evictable;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Victims;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Never evicts what the cluster itself needs to run. */
final class ConformancePlugin implements BatchPlugin {
    private static final String SYSTEM_NAMESPACE = "kube-system";
    private static final Set<String> CRITICAL = Set.of("system-cluster-critical", "system-node-critical");

    @Override
    public Hooks open(SessionView session) {
        return Hooks.none()
                .preemptable(Evictable.each((evictor, evictees) -> ordinary(evictees)))
                .reclaimable(Evictable.each((evictor, evictees) -> ordinary(evictees)))
                .unifiedEvictable((eviction, candidates) -> ordinary(candidates));
    }

    private static Victims ordinary(List<TaskView> evictees) {
        List<TaskView> victims = new ArrayList<>(evictees.size());
        for (TaskView evictee : evictees) {
            if (!isCritical(evictee)) {
                victims.add(evictee);
            }
        }
        return victims.isEmpty() ? Victims.none("all tasks there are critical to the cluster") : Victims.of(victims);
    }

    private static boolean isCritical(TaskView task) {
        return task.namespace().equals(SYSTEM_NAMESPACE)
                || task.template().priorityClass().filter(CRITICAL::contains).isPresent()
                || task.job().job().priorityClass().filter(CRITICAL::contains).isPresent();
    }
}
