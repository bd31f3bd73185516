package io.tender.core.batch.life;

import io.tender.model.BrokenRule;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Task;
import io.tender.model.service.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A job as somebody wrote it down: what its gang is, and what is to become of it.
 *
 * @param frame everything about its gang but its tasks
 * @param maxRetry how often it is restarted before it counts as failed
 * @param minSuccess how many tasks must succeed for the job to be done; none said: as many as must be available
 * @param timeToLive after which a job that is over is removed
 */
public record JobSpec(
        Job frame,
        int maxRetry,
        Optional<Integer> minSuccess,
        Optional<Duration> timeToLive,
        List<LifePolicy> policies,
        List<RoleSpec> roles) {
    public static final int USUAL_RETRIES = 3;

    public JobSpec {
        policies = List.copyOf(policies);
        roles = List.copyOf(roles);
        Set<String> names = new HashSet<>();
        for (RoleSpec role : roles) {
            if (!names.add(role.name())) {
                throw BrokenRule.of(
                        "Job '" + frame.id() + "' has two tasks of one name.",
                        "'" + role.name() + "' twice",
                        "different names",
                        "rename one");
            }
        }
        int replicas = roles.stream().mapToInt(RoleSpec::replicas).sum();
        if (frame.minAvailable() > replicas
                || maxRetry < 0
                || timeToLive.filter(Duration::isNegative).isPresent()) {
            throw BrokenRule.of(
                    "Job '" + frame.id() + "' has an impossible number.",
                    "minAvailable " + frame.minAvailable() + " of " + replicas + " replicas, maxRetry " + maxRetry,
                    "minAvailable up to the replicas of all tasks, and nothing below zero",
                    "correct the number");
        }
    }

    /** One with the usual retries, no policies, and kept when it is over. */
    public static JobSpec of(Job frame, RoleSpec... roles) {
        return new JobSpec(frame, USUAL_RETRIES, Optional.empty(), Optional.empty(), List.of(), List.of(roles));
    }

    public JobSpec withPolicies(LifePolicy... changed) {
        return new JobSpec(frame, maxRetry, minSuccess, timeToLive, List.of(changed), roles);
    }

    public JobSpec withRoles(RoleSpec... changed) {
        return new JobSpec(frame, maxRetry, minSuccess, timeToLive, policies, List.of(changed));
    }

    public JobSpec needingSuccesses(int least) {
        return new JobSpec(frame, maxRetry, Optional.of(least), timeToLive, policies, roles);
    }

    public JobSpec retrying(int most) {
        return new JobSpec(frame, most, minSuccess, timeToLive, policies, roles);
    }

    public JobSpec livingFor(Duration time) {
        return new JobSpec(frame, maxRetry, minSuccess, Optional.of(time), policies, roles);
    }

    public JobId id() {
        return frame.id();
    }

    Optional<RoleSpec> role(String name) {
        return roles.stream().filter(role -> role.name().equals(name)).findFirst();
    }

    /**
     * The id of a task. Namespaces, roles and numbers have no dots, so ids of different tasks differ; launched, a task gets
     * another dot and a number.
     */
    public static TaskId taskId(JobId job, String role, int index) {
        return new TaskId(job.namespace() + "." + job.name() + "." + role + "." + index);
    }

    /** The gang with the tasks that may run now; of what is held back nothing is demanded yet. */
    Job gang(JobState state) {
        List<Task> tasks = new ArrayList<>();
        SortedMap<String, Integer> minimums = new TreeMap<>();
        for (TaskLife task : state.tasks()) {
            RoleSpec role = role(task.role()).orElseThrow();
            if (task.phase() != TaskPhase.BLOCKED) {
                String name = id().name() + "-" + task.role() + "-" + task.index();
                tasks.add(new Task(task.id(id()), name, task.index(), role.template(), state.created()));
                role.minAvailable().ifPresent(least -> minimums.put(role.name(), least));
            }
        }
        return new Job(
                frame.id(),
                frame.id() + "@" + state.created().toEpochMilli(),
                frame.queue(),
                frame.priority(),
                frame.priorityClass(),
                Math.min(frame.minAvailable(), tasks.size()),
                minimums,
                frame.minResources(),
                frame.topology(),
                frame.subGroups(),
                frame.labels(),
                frame.annotations(),
                frame.preemptable(),
                frame.revocableZone(),
                frame.budgetMinAvailable(),
                frame.budgetMaxUnavailable(),
                frame.waitingTime(),
                state.created(),
                tasks);
    }

    /** How the job begins. */
    JobState beginning(Instant now) {
        return new JobState(
                LifePhase.PENDING, "", 0, 0, now, now, Optional.empty(), false, false, List.of(), List.of(), List.of());
    }
}
