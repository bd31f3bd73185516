package io.tender.core.services;

import io.tender.model.BrokenRule;
import io.tender.model.service.JobKey;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskState;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeMap;

/** The updates in progress, one per job at most, and how the last one of each job that is still there ended. */
final class Updates implements Lifecycle.Follower {
    private final UpdateParts parts;
    private final TreeMap<JobKey, RollingUpdate> byJob = new TreeMap<>();

    Updates(UpdateParts parts) {
        this.parts = parts;
    }

    /** @param paused whether it waits with the very first instance until it is resumed */
    void start(TaskConfig config, int instances, UpdateSettings settings, boolean paused) {
        refuseDuringUpdate(config.job(), "start an update");
        RollingUpdate update = new RollingUpdate(parts, config, instances, settings);
        byJob.put(config.job(), update);
        parts.listener().updateChanged(update.view());
        if (paused) {
            update.pause();
        } else {
            update.step();
        }
    }

    /** Refuses a command that would pull against an update in progress. */
    void refuseDuringUpdate(JobKey job, String what) {
        if (isActive(job)) {
            throw BrokenRule.of(
                    "Job '" + job + "' is being updated.",
                    "a request to " + what,
                    "no update in progress",
                    "wait for the update, or abort it");
        }
    }

    private boolean isActive(JobKey job) {
        RollingUpdate update = byJob.get(job);
        return update != null && !update.state().isOver();
    }

    private RollingUpdate active(JobKey job) {
        RollingUpdate update = byJob.get(job);
        if (update == null || update.state().isOver()) {
            throw BrokenRule.of(
                    "Job '" + job + "' is not being updated.",
                    update == null ? "no update" : "an update that is " + update.state(),
                    "an update in progress",
                    "start one, or name the right job");
        }
        return update;
    }

    void pause(JobKey job) {
        active(job).pause();
    }

    void resume(JobKey job) {
        active(job).resume();
    }

    void abort(JobKey job) {
        active(job).abort();
    }

    /** The job is gone, and with it what was to become of it. */
    void jobKilled(JobKey job) {
        if (isActive(job)) {
            active(job).abort();
        }
    }

    /** Somebody ends these instances; an update in progress goes on without them, once it is told to. */
    void leaveOut(JobKey job, Collection<Integer> instances) {
        if (isActive(job)) {
            instances.forEach(active(job)::leaveOut);
        }
    }

    void goOn(JobKey job) {
        if (isActive(job)) {
            active(job).step();
        }
        if (parts.lifecycle().isGone(job)) {
            jobGone(job);
        }
    }

    @Override
    public void jobGone(JobKey job) {
        if (!isActive(job)) {
            byJob.remove(job);
        }
    }

    Optional<UpdateView> view(JobKey job) {
        return Optional.ofNullable(byJob.get(job)).map(RollingUpdate::view);
    }

    @Override
    public void taskChanged(Task task, TaskState before) {
        RollingUpdate update = byJob.get(task.key.job());
        if (update != null && !update.state().isOver()) {
            update.taskChanged(task);
        }
    }
}
