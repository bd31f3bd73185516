package io.tender.testkit.batch;

import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.Decision;
import io.tender.core.batch.SessionResult;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What must hold of every session.
 *
 * <ul>
 *   <li>A job of which tasks are launched then has its minimum placed or finished, in all and in each role. Tasks that ask
 *       for nothing count as placed, as they can start anywhere.
 *   <li>No launch takes a queue above its capability; tasks asked to end no longer count.
 *   <li>No launch takes a queue beyond its guarantee into what is left of the nodes the session saw once the guarantees of
 *       all other queues are set aside, be it alone or beside others.
 *   <li>No reclaim takes what a queue held when the session began below its guarantee.
 * </ul>
 */
final class SessionPromises {
    private final BatchCluster cluster;
    private final List<String> broken = new ArrayList<>();
    private Map<String, ResourceList> before = Map.of();
    private ResourceList total = ResourceList.empty();

    SessionPromises(BatchCluster cluster) {
        this.cluster = cluster;
    }

    List<String> broken() {
        return broken;
    }

    /** A session sees what is there now. */
    void opened(ResourceList sum) {
        total = sum;
        before = allocated();
    }

    private Map<String, ResourceList> allocated() {
        Map<String, ResourceList> sums = new TreeMap<>();
        for (JobId id : cluster.jobIds()) {
            Job job = cluster.job(id).orElseThrow();
            ResourceList sum = sums.getOrDefault(job.queue(), ResourceList.empty());
            for (Task task : job.tasks()) {
                if (cluster.status(task.id()).allocated()) {
                    sum = sum.plus(task.request());
                }
            }
            sums.put(job.queue(), sum);
        }
        return sums;
    }

    /** Its decisions have been carried out. */
    void ended(SessionResult result) {
        Map<JobId, List<Task>> launched = new TreeMap<>();
        for (Decision.Bind bind : result.binds()) {
            if (cluster.knows(bind.task()) && cluster.status(bind.task()) == TaskStatus.BINDING) {
                launched.computeIfAbsent(bind.job(), unused -> new ArrayList<>())
                        .add(cluster.task(bind.task()));
            }
        }
        launched.keySet().forEach(this::isWhole);
        Map<String, ResourceList> after = allocated();
        launched.forEach((job, tasks) -> {
            String queue = cluster.job(job).orElseThrow().queue();
            tasks.forEach(task -> {
                isWithinLimits(queue, after.getOrDefault(queue, ResourceList.empty()), task);
                sparesGuarantees(queue, after, task);
            });
        });
        guaranteesSurvive(result.evictions());
    }

    private void isWhole(JobId id) {
        Job job = cluster.job(id).orElseThrow();
        int placed = 0;
        Map<String, Integer> roles = new TreeMap<>();
        for (Task task : job.tasks()) {
            TaskStatus status = cluster.status(task.id());
            if (status.ready()
                    || (status == TaskStatus.PENDING && task.template().isBestEffort())) {
                placed++;
                roles.merge(task.role(), 1, Integer::sum);
            }
        }
        if (placed < job.minAvailable()) {
            broken.add("gang " + id + " started with " + placed + " of " + job.minAvailable() + " tasks");
        }
        job.roleMinimums().forEach((role, least) -> {
            if (roles.getOrDefault(role, 0) < least) {
                broken.add("gang " + id + " started with " + roles + ", of role " + role + " it needs " + least);
            }
        });
    }

    private void isWithinLimits(String name, ResourceList held, Task task) {
        Queue own = queue(name);
        for (String resource : task.request().asMap().keySet()) {
            long has = held.millis(resource);
            if (own.capability().has(resource) && has > own.capability().millis(resource)) {
                broken.add("queue " + name + " has " + held + ", its capability is " + own.capability());
            }
            long others = 0;
            for (Queue queue : cluster.queues()) {
                others += queue.name().equals(name) ? 0 : queue.guarantee().millis(resource);
            }
            long most = Math.max(own.guarantee().millis(resource), total.millis(resource) - others);
            if (others > 0 && has > most) {
                broken.add("queue " + name + " has " + held + " of " + total + ", others are guaranteed " + others
                        + " of " + resource);
            }
        }
    }

    /** Each queue by itself may keep within its limits, and all together still take what another was guaranteed. */
    private void sparesGuarantees(String name, Map<String, ResourceList> after, Task task) {
        for (String resource : task.request().asMap().keySet()) {
            long needed = 0;
            long owed = 0;
            for (Queue queue : cluster.queues()) {
                long has =
                        after.getOrDefault(queue.name(), ResourceList.empty()).millis(resource);
                long guaranteed = queue.guarantee().millis(resource);
                needed += Math.max(has, guaranteed);
                owed += Math.max(0, guaranteed - has);
            }
            long own = after.getOrDefault(name, ResourceList.empty()).millis(resource);
            boolean beyondItsOwn = own > queue(name).guarantee().millis(resource);
            if (beyondItsOwn && owed > 0 && needed > total.millis(resource)) {
                broken.add("queue " + name + " has " + own + " of " + resource + ", and of " + total.millis(resource)
                        + " too little is left of what others are guaranteed: " + owed + " is owed");
            }
        }
    }

    private Queue queue(String name) {
        return cluster.queues().stream()
                .filter(queue -> queue.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void guaranteesSurvive(List<Decision.Evict> evictions) {
        Map<String, ResourceList> held = new TreeMap<>(before);
        for (Decision.Evict evict : evictions) {
            if (cluster.knows(evict.task())) {
                String name = queueOf(evict.job());
                ResourceList request = cluster.task(evict.task()).request();
                ResourceList has = held.getOrDefault(name, ResourceList.empty()).minus(request);
                held.put(name, has);
                if (evict.reason().startsWith("reclaimed")) {
                    keepsGuarantee(evict.task(), queue(name), has, request.without(ResourceList.PODS));
                }
            }
        }
    }

    private String queueOf(JobId job) {
        return cluster.job(job).orElseThrow().queue();
    }

    private void keepsGuarantee(TaskId task, Queue queue, ResourceList has, ResourceList request) {
        for (String resource : request.asMap().keySet()) {
            if (has.millis(resource) < queue.guarantee().millis(resource)) {
                broken.add("reclaiming " + task + " leaves queue " + queue.name() + " with " + has
                        + ", it is guaranteed " + queue.guarantee());
            }
        }
    }
}
