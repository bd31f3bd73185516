package io.tender.core.batch.plugin;

import io.tender.model.batch.SubGroupPolicy;
import io.tender.model.service.TaskId;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.SubJobView;
import io.tender.spi.batch.TaskView;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a job has above its gang: counts off the tasks it loses, as long as what makes it whole is left, in all, in each role and
 * in each kind of sub-group.
 */
public final class Surplus {
    private final JobView job;
    private final Map<String, Integer> roleMinimums;
    /** How many ready tasks each role has left; those that were asked about. */
    private final Map<String, Integer> roles = new HashMap<>();

    private final Map<TaskId, Group> groups = new HashMap<>();
    /** How many whole groups each policy has beyond those it needs. */
    private final Map<String, Integer> spareGroups = new HashMap<>();

    private int ready;

    /** What is left of a sub-group. */
    private static final class Group {
        private final String policy;
        private final int minimum;
        private int ready;

        Group(SubJobView subJob) {
            policy = subJob.policy();
            minimum = subJob.minAvailable();
            for (TaskView task : subJob.tasks()) {
                ready += task.status().ready() ? 1 : 0;
            }
        }

        boolean isWhole() {
            return ready >= minimum;
        }

        /** One less, and it is not. */
        boolean isJustWhole() {
            return ready == minimum;
        }
    }

    public Surplus(JobView job) {
        this.job = job;
        this.ready = job.readyTasks();
        this.roleMinimums = GangRules.checksRoles(job) ? job.job().roleMinimums() : Map.of();
        if (!job.job().subGroups().isEmpty()) {
            divide();
        }
    }

    private void divide() {
        for (SubGroupPolicy policy : job.job().subGroups()) {
            spareGroups.put(policy.name(), -policy.minGroups());
        }
        for (SubJobView subJob : job.subJobs()) {
            // Tasks that no policy groups belong to none.
            if (spareGroups.containsKey(subJob.policy())) {
                Group group = new Group(subJob);
                subJob.tasks().forEach(task -> groups.put(task.id(), group));
                spareGroups.merge(group.policy, group.isWhole() ? 1 : 0, Integer::sum);
            }
        }
    }

    /** Whether the job can lose this one too; then it counts as lost. */
    public boolean takes(TaskView task) {
        Optional<Group> group = Optional.ofNullable(groups.get(task.id()));
        int needed = roleMinimums.getOrDefault(task.role(), 0);
        int inRole = needed > 0 ? roles.computeIfAbsent(task.role(), role -> GangRules.ready(job, role)) : 0;
        if (ready <= job.minAvailable()
                || (needed > 0 && inRole <= needed)
                || group.filter(one -> one.isJustWhole() && spareGroups.getOrDefault(one.policy, 0) <= 0)
                        .isPresent()) {
            return false;
        }
        ready--;
        if (needed > 0) {
            roles.put(task.role(), inRole - 1);
        }
        group.ifPresent(this::loses);
        return true;
    }

    private void loses(Group group) {
        spareGroups.merge(group.policy, group.isJustWhole() ? -1 : 0, Integer::sum);
        group.ready--;
    }
}
