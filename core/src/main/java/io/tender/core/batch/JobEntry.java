package io.tender.core.batch;

import io.tender.model.batch.Job;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.TaskId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A job that is being changed; its record is made again when the next snapshot needs it. */
final class JobEntry {
    final Job job;
    final ResourceList asked;
    JobPhase phase = JobPhase.PENDING;
    final List<TaskRecord> tasks = new ArrayList<>();
    Map<String, String> nominatedDomains = Map.of();
    /** Whether room is of no use to it for now. */
    boolean setAside;

    JobEntry(Job job, ResourceList asked) {
        this.job = job;
        this.asked = asked;
        for (Task task : job.tasks()) {
            tasks.add(TaskRecord.waiting(task, job.id(), tasks.size()));
        }
    }

    JobRecord record(long version) {
        return JobRecord.of(job, phase, tasks, nominatedDomains, version);
    }

    /**
     * Whether it would have what it needs, placed or finished, with these tasks as well. Tasks that ask for nothing count as
     * placed.
     *
     * @param complete whether these are all that a session placed; sub-groups are as whole as the session left them
     */
    boolean isWholeWith(Set<TaskId> starting, boolean complete) {
        int placed = 0;
        Map<String, Integer> roles = new HashMap<>();
        for (TaskRecord task : tasks) {
            boolean bestEffort = task.status() == TaskStatus.PENDING
                    && task.task().template().isBestEffort();
            if (task.status().ready()
                    || bestEffort
                    || starting.contains(task.task().id())) {
                placed++;
                roles.merge(task.task().role(), 1, Integer::sum);
            }
        }
        Map<String, Integer> minimums = job.roleMinimums();
        long roleSum = minimums.values().stream().mapToLong(Integer::longValue).sum();
        boolean rolesWhole = roleSum > job.minAvailable()
                || minimums.entrySet().stream()
                        .allMatch(role -> roles.getOrDefault(role.getKey(), 0) >= role.getValue());
        return placed >= job.minAvailable()
                && rolesWhole
                && (complete || job.subGroups().isEmpty());
    }

    /** What it asks for to go on: its gang as far as that waits, or one task more; and what its admission reserves. */
    ResourceList lacks() {
        long ready = tasks.stream().filter(task -> task.status().ready()).count();
        long missing = Math.max(1, job.minAvailable() - ready);
        ResourceList lacks = ResourceList.empty();
        for (TaskRecord task : tasks) {
            if (missing > 0
                    && task.status() == TaskStatus.PENDING
                    && !task.task().template().gated()) {
                lacks = lacks.plus(task.task().request());
                missing--;
            }
        }
        return phase == JobPhase.PENDING ? lacks.max(job.minResources().orElse(ResourceList.empty())) : lacks;
    }
}
