package io.tender.core.batch.plugin;

import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.TaskId;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.TaskView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tasks of one job, divided into what should be on one node. */
final class Buckets {
    private final RoleAffinity affinity;
    private final List<Bucket> buckets = new ArrayList<>();
    private final Map<TaskId, Bucket> byTask = new HashMap<>();

    /** Placed tasks of the job by node and role. */
    private final Map<String, Map<String, Integer>> placed = new HashMap<>();

    private int largest;

    private static final class Bucket {
        final int index;
        final Map<String, Integer> roles = new HashMap<>();
        final Map<TaskId, ResourceList> waiting = new LinkedHashMap<>();
        final Holding request = new Holding();
        final Map<String, Integer> onNode = new HashMap<>();
        int size;

        Bucket(int index) {
            this.index = index;
        }
    }

    Buckets(JobView job, RoleAffinity affinity) {
        this.affinity = affinity;
        List<TaskView> waiting = new ArrayList<>();
        Map<String, Bucket> byNode = new TreeMap<>();
        for (TaskView task : job.tasks()) {
            if (!affinity.names(task.role())) {
                continue;
            }
            if (task.status() == TaskStatus.PENDING) {
                waiting.add(task);
            } else if (task.status().holdsRoom()) {
                task.node().ifPresent(node -> {
                    Bucket bucket = byNode.computeIfAbsent(node.name(), unused -> newBucket());
                    join(bucket, task);
                    place(bucket, task, node.name(), 1);
                });
            }
        }
        waiting.sort(Comparator.<TaskView>comparingInt(task -> -affinity.rank(task.role()))
                .thenComparing(TaskView::role)
                .thenComparingInt(task -> task.task().index())
                .thenComparing(task -> task.id().toString()));
        for (TaskView task : waiting) {
            Bucket bucket = best(task);
            join(bucket, task);
            bucket.waiting.put(task.id(), task.request());
            bucket.request.add(task.request());
        }
        for (Bucket bucket : buckets) {
            largest = Math.max(largest, bucket.size);
        }
    }

    private Bucket newBucket() {
        Bucket bucket = new Bucket(buckets.size());
        buckets.add(bucket);
        return bucket;
    }

    private void join(Bucket bucket, TaskView task) {
        bucket.roles.merge(task.role(), 1, Integer::sum);
        bucket.size++;
        byTask.put(task.id(), bucket);
    }

    /** The bucket a task goes with best, the smallest of equals; a new one if it goes badly with all. */
    private Bucket best(TaskView task) {
        @Nullable Bucket best = null;
        int most = Integer.MIN_VALUE;
        for (Bucket bucket : buckets) {
            int score = affinity.score(task.role(), bucket.roles, false);
            if (score > most || (score == most && best != null && bucket.size < best.size)) {
                most = score;
                best = bucket;
            }
        }
        return best == null || most < 0 ? newBucket() : best;
    }

    /** Tasks in buckets first, then large buckets before small ones, then roles in their order. */
    int compare(TaskView left, TaskView right) {
        Bucket l = byTask.get(left.id());
        Bucket r = byTask.get(right.id());
        if (l == null || r == null) {
            return Boolean.compare(l == null, r == null);
        }
        if (l != r) {
            int bySize = Integer.compare(r.size, l.size);
            return bySize != 0 ? bySize : Integer.compare(l.index, r.index);
        }
        return Integer.compare(affinity.rank(right.role()), affinity.rank(left.role()));
    }

    void placed(TaskView task, boolean added) {
        Bucket bucket = byTask.get(task.id());
        if (bucket == null || task.node().isEmpty()) {
            return;
        }
        place(bucket, task, task.node().get().name(), added ? 1 : -1);
        if (added && bucket.waiting.remove(task.id()) != null) {
            bucket.request.subtract(task.request());
        } else if (!added
                && task.status() == TaskStatus.PENDING
                && bucket.waiting.put(task.id(), task.request()) == null) {
            bucket.request.add(task.request());
        }
    }

    private void place(Bucket bucket, TaskView task, String node, int by) {
        bucket.onNode.merge(node, by, Integer::sum);
        placed.computeIfAbsent(node, unused -> new HashMap<>()).merge(task.role(), by, Integer::sum);
    }

    /** How much of the bucket would be on the node, less those the task must be apart from, in parts of the largest bucket. */
    double score(TaskView task, NodeView node) {
        Bucket bucket = byTask.get(task.id());
        if (bucket == null) {
            return 0;
        }
        int score = bucket.onNode.getOrDefault(node.name(), 0);
        score += Math.min(0, affinity.score(task.role(), placed.getOrDefault(node.name(), Map.of()), true));
        score += fitting(bucket, task, node.futureIdle());
        return largest == 0 ? 0 : 100.0 * score / largest;
    }

    /** How many waiting tasks of the bucket the node could take, this one among them. */
    private static int fitting(Bucket bucket, TaskView task, ResourceList room) {
        Holding taken = Holding.of(task.request());
        int count = 1;
        if (room.covers(bucket.request.toList())) {
            return Math.max(1, bucket.waiting.size());
        }
        for (Map.Entry<TaskId, ResourceList> other : bucket.waiting.entrySet()) {
            if (!other.getKey().equals(task.id()) && taken.leavesRoomFor(other.getValue(), room)) {
                taken.add(other.getValue());
                count++;
            }
        }
        return count;
    }
}
