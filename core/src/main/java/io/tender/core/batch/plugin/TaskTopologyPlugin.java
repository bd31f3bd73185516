package io.tender.core.batch.plugin;

import io.tender.model.batch.JobId;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Keeps roles of a job together or apart: tasks are put in buckets, and a bucket on one node where it fits. */
final class TaskTopologyPlugin implements BatchPlugin {
    private final int weight;

    TaskTopologyPlugin(Arguments arguments) {
        weight = ResourceWeights.weight(arguments, "task-topology.weight", 1);
    }

    @Override
    public Hooks open(SessionView session) {
        Map<JobId, Buckets> jobs = new HashMap<>();
        for (JobView job : session.jobs()) {
            // Most jobs say nothing of the kind, and their tasks are not looked at.
            RoleAffinity.of(job.job()).ifPresent(affinity -> jobs.put(job.id(), new Buckets(job, affinity)));
        }
        if (jobs.isEmpty()) {
            return Hooks.none();
        }
        return Hooks.none()
                .taskOrder((left, right) -> compare(jobs, left, right))
                .nodeOrder(new Togetherness(jobs))
                .allocateHandler(task -> {
                    of(jobs, task).ifPresent(buckets -> buckets.placed(task, true));
                    return Answer.ofYes();
                })
                .deallocateHandler(task -> of(jobs, task).ifPresent(buckets -> buckets.placed(task, false)))
                .simulateAddTask((task, node) -> of(jobs, task).ifPresent(buckets -> buckets.placed(task, true)))
                .simulateRemoveTask((task, node) -> of(jobs, task).ifPresent(buckets -> buckets.placed(task, false)));
    }

    private static Optional<Buckets> of(Map<JobId, Buckets> jobs, TaskView task) {
        return Optional.ofNullable(jobs.get(task.job().id()));
    }

    private static int compare(Map<JobId, Buckets> jobs, TaskView left, TaskView right) {
        Buckets buckets = jobs.get(left.job().id());
        return buckets == null || !left.job().id().equals(right.job().id()) ? 0 : buckets.compare(left, right);
    }

    private final class Togetherness implements NodeOrder {
        private final Map<JobId, Buckets> jobs;

        Togetherness(Map<JobId, Buckets> jobs) {
            this.jobs = jobs;
        }

        @Override
        public double score(TaskView task, NodeView node) {
            Buckets buckets = jobs.get(task.job().id());
            return buckets == null ? 0 : buckets.score(task, node) * weight;
        }

        /** Buckets belong to tasks, not to templates. */
        @Override
        public Reach reach(TaskView task) {
            return Reach.CLUSTER;
        }
    }
}
