package io.tender.core.batch.plugin;

import io.tender.model.batch.SubGroupPolicy;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.SubJobView;
import io.tender.spi.batch.TaskView;
import java.util.Map;

/** When a gang is whole: in all, in each role and in each kind of sub-group. */
final class GangRules {
    private GangRules() {}

    static Answer isReady(JobView job) {
        return isWhole(job, false) ? Answer.ofYes() : Answer.no(missing(job, false));
    }

    /** The same as nothing {@link #missing}, without words: jobs are compared far more often than explained. */
    static boolean isWhole(JobView job, boolean promisesCount) {
        if (placed(job, promisesCount) < job.minAvailable()) {
            return false;
        }
        boolean plain =
                job.job().roleMinimums().isEmpty() && job.job().subGroups().isEmpty();
        return plain || missing(job, promisesCount).isEmpty();
    }

    private static int placed(JobView job, boolean promisesCount) {
        return job.readyTasks() + job.pendingBestEffort() + (promisesCount ? job.waitingTasks() : 0);
    }

    static Answer isReady(SubJobView subJob) {
        String missing = missing(subJob, false);
        return missing.isEmpty() ? Answer.ofYes() : Answer.no(missing);
    }

    /** Whether there are enough tasks at all, wherever they are. */
    static Answer isValid(JobView job) {
        if (checksRoles(job)) {
            for (Map.Entry<String, Integer> role : job.job().roleMinimums().entrySet()) {
                int valid = ready(job, role.getKey())
                        + job.count(role.getKey(), TaskStatus.PIPELINED)
                        + job.count(role.getKey(), TaskStatus.PENDING);
                if (valid < role.getValue()) {
                    return Answer.no("NotEnoughPodsOfTask: role '" + role.getKey() + "' has " + valid + " tasks of "
                            + role.getValue());
                }
            }
        }
        for (SubGroupPolicy policy : job.job().subGroups()) {
            int groups = 0;
            for (SubJobView subJob : job.subJobs()) {
                if (subJob.policy().equals(policy.name()) && valid(subJob) >= subJob.minAvailable()) {
                    groups++;
                }
            }
            if (groups < policy.minGroups()) {
                return Answer.no("NotEnoughPodsOfTask: sub-group policy '" + policy.name() + "' has " + groups
                        + " whole groups of " + policy.minGroups());
            }
        }
        int valid = job.readyTasks() + job.waitingTasks() + job.count(TaskStatus.PENDING);
        return valid >= job.minAvailable()
                ? Answer.ofYes()
                : Answer.no("NotEnoughTasks: the job has " + valid + " tasks of " + job.minAvailable());
    }

    private static int valid(SubJobView subJob) {
        int valid = 0;
        for (TaskView task : subJob.tasks()) {
            TaskStatus status = task.status();
            if (status.ready() || status == TaskStatus.PIPELINED || status == TaskStatus.PENDING) {
                valid++;
            }
        }
        return valid;
    }

    /** Roles count only where the job as a whole needs at least what its roles need together. */
    static boolean checksRoles(JobView job) {
        Map<String, Integer> minimums = job.job().roleMinimums();
        if (minimums.isEmpty()) {
            return false;
        }
        long sum = 0;
        for (int minimum : minimums.values()) {
            sum += minimum;
        }
        return job.minAvailable() >= sum;
    }

    static int ready(JobView job, String role) {
        return job.count(role, TaskStatus.ALLOCATED)
                + job.count(role, TaskStatus.BINDING)
                + job.count(role, TaskStatus.BOUND)
                + job.count(role, TaskStatus.RUNNING)
                + job.count(role, TaskStatus.SUCCEEDED);
    }

    /** What is missing before the gang is whole; empty if nothing. */
    static String missing(JobView job, boolean promisesCount) {
        int have = placed(job, promisesCount);
        if (have < job.minAvailable()) {
            return have + " of " + job.minAvailable() + " tasks have a place";
        }
        if (checksRoles(job)) {
            for (Map.Entry<String, Integer> role : job.job().roleMinimums().entrySet()) {
                int placed = ready(job, role.getKey())
                        + (promisesCount ? job.count(role.getKey(), TaskStatus.PIPELINED) : 0);
                if (placed < role.getValue() && placed + pendingBestEffort(job, role.getKey()) < role.getValue()) {
                    return placed + " of " + role.getValue() + " tasks of role '" + role.getKey() + "' have a place";
                }
            }
        }
        return job.job().subGroups().isEmpty() ? "" : missingGroups(job, promisesCount);
    }

    private static String missingGroups(JobView job, boolean promisesCount) {
        for (SubGroupPolicy policy : job.job().subGroups()) {
            int whole = 0;
            for (SubJobView subJob : job.subJobs()) {
                if (subJob.policy().equals(policy.name())
                        && missing(subJob, promisesCount).isEmpty()) {
                    whole++;
                }
            }
            if (whole < policy.minGroups()) {
                return whole + " of " + policy.minGroups() + " groups of policy '" + policy.name() + "' are whole";
            }
        }
        return "";
    }

    private static int pendingBestEffort(JobView job, String role) {
        if (job.pendingBestEffort() == 0) {
            return 0;
        }
        int count = 0;
        for (TaskView task : job.tasks()) {
            if (task.status() == TaskStatus.PENDING
                    && task.role().equals(role)
                    && task.template().isBestEffort()) {
                count++;
            }
        }
        return count;
    }

    static String missing(SubJobView subJob, boolean promisesCount) {
        int have = 0;
        for (TaskView task : subJob.tasks()) {
            TaskStatus status = task.status();
            if (status.ready()
                    || (promisesCount && status == TaskStatus.PIPELINED)
                    || (status == TaskStatus.PENDING && task.template().isBestEffort())) {
                have++;
            }
        }
        return have >= subJob.minAvailable()
                ? ""
                : have + " of " + subJob.minAvailable() + " tasks of group '" + subJob.id() + "' have a place";
    }
}
