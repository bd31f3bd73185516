package io.tender.core.batch.framework;

import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.Decision;
import io.tender.core.batch.Ignored;
import io.tender.model.Resources;
import io.tender.model.batch.JobId;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.TaskId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What of a session's decisions can still be carried out. Offers may have gone while it ran elsewhere, and tasks with them: a
 * gang of which a part can no longer start does not start at all, and the next session sees why.
 */
final class WholeGangs {
    private final BatchCluster cluster;
    private final SortedMap<Machine, List<Decision.Bind>> possible =
            new TreeMap<>(Comparator.comparing((Machine machine) -> machine.agent));
    private final Ignored ignored;
    private final Map<JobId, Integer> decided = new HashMap<>();

    /** @param ignored what is left to plugins, and taken from no offer */
    WholeGangs(BatchCluster cluster, List<Decision.Bind> binds, Map<String, Machine> byNode, Ignored ignored) {
        this.cluster = cluster;
        this.ignored = ignored;
        for (Decision.Bind bind : binds) {
            Machine machine = byNode.get(bind.node());
            decided.merge(bind.job(), 1, Integer::sum);
            if (machine != null && !machine.offers.isEmpty() && mayStart(bind)) {
                possible.computeIfAbsent(machine, unused -> new ArrayList<>()).add(bind);
            }
        }
    }

    /** Whether what the session saw still holds: the job is there and the task waits. */
    private boolean mayStart(Decision.Bind bind) {
        return cluster.knows(bind.task()) && cluster.status(bind.task()) == TaskStatus.PENDING;
    }

    /** What is to be started on each machine. */
    SortedMap<Machine, List<Decision.Bind>> startable() {
        Set<JobId> broken = new HashSet<>();
        while (true) {
            SortedMap<Machine, List<Decision.Bind>> fitting = new TreeMap<>(possible.comparator());
            Map<JobId, Set<TaskId>> starting = new HashMap<>();
            possible.forEach((machine, binds) -> {
                List<Decision.Bind> here = fitting(machine, binds, broken);
                if (!here.isEmpty()) {
                    fitting.put(machine, here);
                }
                here.forEach(bind -> starting.computeIfAbsent(bind.job(), unused -> new HashSet<>())
                        .add(bind.task()));
            });
            boolean whole = true;
            for (Map.Entry<JobId, Set<TaskId>> job : starting.entrySet()) {
                boolean complete = job.getValue().size() == decided.getOrDefault(job.getKey(), 0);
                if (!cluster.isWholeWith(job.getKey(), job.getValue(), complete)) {
                    whole = false;
                    broken.add(job.getKey());
                }
            }
            // Each round but the last finds another broken gang, and what it leaves may do for others.
            if (whole) {
                return fitting;
            }
        }
    }

    private List<Decision.Bind> fitting(Machine machine, List<Decision.Bind> binds, Set<JobId> broken) {
        Resources left = machine.offeredResources();
        List<Decision.Bind> fitting = new ArrayList<>();
        for (Decision.Bind bind : binds) {
            Task task = cluster.task(bind.task());
            ResourceList request = ignored.leave(task.request());
            Optional<Resources> ports = Measures.cutPorts(left, task.template().ports());
            if (!broken.contains(bind.job())
                    && ports.isPresent()
                    && Measures.offered(left).covers(request.without(ResourceList.PODS))) {
                left = left.minus(Measures.cut(left, request)).minus(ports.get());
                fitting.add(bind);
            }
        }
        return fitting;
    }
}
