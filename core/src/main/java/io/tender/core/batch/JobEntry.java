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
    /** Whether something else than room keeps it back for now. */
    boolean setAside;
    /** Whether all agents together could not take what must run at once. */
    boolean tooLarge;

    JobEntry(Job job, ResourceList asked) {
        this.job = job;
        this.asked = asked;
        for (Task task : job.tasks()) {
            tasks.add(TaskRecord.waiting(task, job.id(), tasks.size()));
        }
    }

    /** Whether room is of no use to it for now. */
    boolean wantsNoRoom() {
        return setAside || tooLarge;
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
        boolean rolesWhole = !countsRoles()
                || job.roleMinimums().entrySet().stream()
                        .allMatch(role -> roles.getOrDefault(role.getKey(), 0) >= role.getValue());
        return placed >= job.minAvailable()
                && rolesWhole
                && (complete || job.subGroups().isEmpty());
    }

    /**
     * Whether as many tasks as must run at once could, if nothing else did; false only if that is certain. Tasks that run already
     * count as those that wait do: what they hold is part of what there is.
     */
    boolean couldRunWithin(Bounds bounds) {
        Map<String, Map<ResourceList, Integer>> roles = new HashMap<>();
        Map<ResourceList, Integer> all = new HashMap<>();
        Map<String, Integer> succeeded = new HashMap<>();
        int over = 0;
        for (TaskRecord task : tasks) {
            String role = task.task().role();
            if (task.status() == TaskStatus.SUCCEEDED) {
                over++;
                succeeded.merge(role, 1, Integer::sum);
            } else if (task.status() != TaskStatus.FAILED) {
                ResourceList request = task.task().request();
                all.merge(request, 1, Integer::sum);
                roles.computeIfAbsent(role, unused -> new HashMap<>()).merge(request, 1, Integer::sum);
            }
        }
        if (!couldRun(all, job.minAvailable() - over, bounds)) {
            return false;
        }
        return !countsRoles()
                || job.roleMinimums().entrySet().stream()
                        .allMatch(least -> couldRun(
                                roles.getOrDefault(least.getKey(), Map.of()),
                                least.getValue() - succeeded.getOrDefault(least.getKey(), 0),
                                bounds));
    }

    private static boolean couldRun(Map<ResourceList, Integer> requests, int needed, Bounds bounds) {
        int there = requests.values().stream().mapToInt(Integer::intValue).sum();
        if (needed > there) {
            // Too many have failed, which no agent changes: that is for others to say.
            return true;
        }
        Map<ResourceList, Integer> ofAgents = new HashMap<>();
        requests.forEach((request, count) -> ofAgents.merge(bounds.ofAgents(request), count, Integer::sum));
        return bounds.capacity().couldTake(ofAgents, needed, bounds.tasksPerAgent());
    }

    /** Minimums of roles that are more than the gang together are not kept. */
    private boolean countsRoles() {
        return job.roleMinimums().values().stream()
                        .mapToLong(Integer::longValue)
                        .sum()
                <= job.minAvailable();
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
