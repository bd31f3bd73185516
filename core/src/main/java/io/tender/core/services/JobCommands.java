package io.tender.core.services;

import io.tender.model.BrokenRule;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.JobKey;
import io.tender.model.service.TaskConfig;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;

/** What people ask of jobs: each command is checked whole before anything is changed. */
final class JobCommands {
    private final ServiceSettings settings;
    private final Jobs jobs;
    private final TaskBook tasks;
    private final Lifecycle lifecycle;
    private final UpdateAffinity affinity;
    private final Updates updates;

    JobCommands(UpdateParts parts, Updates updates) {
        this.settings = parts.settings();
        this.jobs = parts.jobs();
        this.tasks = parts.tasks();
        this.lifecycle = parts.lifecycle();
        this.affinity = parts.affinity();
        this.updates = updates;
    }

    /** Starts a job with instances 0 to n-1. */
    void submit(TaskConfig config, int instances) {
        JobKey job = config.job();
        checkAbsence(job);
        checkCount(job, instances);
        for (int i = 0; i < instances; i++) {
            InstanceKey key = new InstanceKey(job, i);
            jobs.want(key, config);
            lifecycle.create(key, config);
        }
    }

    /** Refuses what could not be submitted or, if the job is there, begun as an update; changes nothing. */
    void check(TaskConfig config, int instances) {
        if (!jobs.has(config.job())) {
            checkAbsence(config.job());
        }
        checkCount(config.job(), instances);
    }

    private void checkAbsence(JobKey job) {
        if (jobs.has(job) || !tasks.of(job).isEmpty()) {
            throw BrokenRule.of(
                    "Job '" + job + "' exists.",
                    "a request to submit it",
                    "a job that is not there, and all of whose tasks are gone",
                    "update it, or kill it first");
        }
    }

    /** Takes a job back, as {@link ServiceScheduler#adopt} says. */
    void adopt(
            JobKey job,
            SortedMap<Integer, TaskConfig> wanted,
            List<AdoptedTask> adopted,
            SortedMap<Integer, Integer> failures) {
        if (jobs.has(job) || !tasks.of(job).isEmpty()) {
            throw BrokenRule.of(
                    "Job '" + job + "' exists.", "a request to take it back", "a job that is not there", "do it once");
        }
        checkAdoption(job, wanted.values(), adopted);
        wanted.forEach((instance, config) -> jobs.want(new InstanceKey(job, instance), config));
        adopted.forEach(lifecycle::adopt);
        for (AdoptedTask task : adopted) {
            if (!wanted.containsKey(task.instance())) {
                tasks.of(new InstanceKey(job, task.instance()))
                        .ifPresent(unwanted -> lifecycle.apply(unwanted, TaskEvent.KILL));
            }
        }
        wanted.forEach((instance, config) -> {
            InstanceKey key = new InstanceKey(job, instance);
            if (tasks.of(key).isEmpty()) {
                lifecycle.create(key, config, failures.getOrDefault(instance, 0));
            }
        });
    }

    private static void checkAdoption(JobKey job, Collection<TaskConfig> wanted, List<AdoptedTask> adopted) {
        TreeSet<Integer> instances = new TreeSet<>();
        boolean good = wanted.stream().allMatch(config -> config.job().equals(job));
        for (AdoptedTask task : adopted) {
            good &= task.config().job().equals(job) && instances.add(task.instance());
        }
        if (!good) {
            throw BrokenRule.of(
                    "Job '" + job + "' cannot be taken back like this.",
                    adopted.stream().map(AdoptedTask::id).toList(),
                    "configs of that job alone, and one task per instance at most",
                    "give what was recorded of the job");
        }
    }

    private void checkCount(JobKey job, int instances) {
        if (instances < 1 || instances > settings.maxTasksPerJob()) {
            throw BrokenRule.of(
                    "Job '" + job + "' cannot have so many instances.",
                    instances,
                    "1 to " + settings.maxTasksPerJob() + " (max_tasks_per_job)",
                    "change the number, or the setting");
        }
    }

    /** Makes a job's instances 0 to n-1: starts those that are missing, ends those above. */
    void scale(JobKey job, int instances) {
        updates.refuseDuringUpdate(job, "scale it");
        SortedMap<Integer, TaskConfig> now = known(job);
        checkCount(job, instances);
        TaskConfig config = jobs.config(new InstanceKey(job, now.lastKey())).orElseThrow();
        for (int instance : List.copyOf(now.keySet())) {
            if (instance >= instances) {
                kill(new InstanceKey(job, instance));
            }
        }
        for (int i = 0; i < instances; i++) {
            InstanceKey key = new InstanceKey(job, i);
            if (jobs.config(key).isEmpty()) {
                jobs.want(key, config);
                if (tasks.of(key).isEmpty()) {
                    lifecycle.create(key, config);
                }
            }
        }
    }

    private SortedMap<Integer, TaskConfig> known(JobKey job) {
        SortedMap<Integer, TaskConfig> instances = jobs.instances(job);
        if (instances.isEmpty()) {
            throw BrokenRule.of(
                    "There is no job '" + job + "'.",
                    "a command for it",
                    jobs.all().isEmpty()
                            ? "a job, but there is none"
                            : "one of " + jobs.all().keySet(),
                    "submit it, or correct the name");
        }
        return instances;
    }

    /** Ends a job; an update of it is aborted. */
    void kill(JobKey job) {
        List<Integer> instances = List.copyOf(known(job).keySet());
        updates.jobKilled(job);
        instances.forEach(instance -> kill(new InstanceKey(job, instance)));
    }

    /** Ends some instances of a job; the others keep their numbers. An update of it goes on without them. */
    void kill(JobKey job, Collection<Integer> instances) {
        known(job);
        TreeSet<Integer> ended = new TreeSet<>(instances);
        updates.leaveOut(job, ended);
        ended.forEach(instance -> kill(new InstanceKey(job, instance)));
        updates.goOn(job);
    }

    private void kill(InstanceKey key) {
        affinity.release(key);
        jobs.unwant(key);
        tasks.of(key).ifPresent(task -> lifecycle.apply(task, TaskEvent.KILL));
    }

    /** Starts some instances anew. */
    void restart(JobKey job, Collection<Integer> instances) {
        known(job);
        for (int instance : new TreeSet<>(instances)) {
            tasks.of(new InstanceKey(job, instance)).ifPresent(task -> lifecycle.apply(task, TaskEvent.RESTART));
        }
    }

    /**
     * Brings a job step by step to this config and number of instances.
     *
     * @param paused whether it waits with the very first instance until it is resumed
     */
    void startUpdate(TaskConfig config, int instances, UpdateSettings how, boolean paused) {
        known(config.job());
        checkCount(config.job(), instances);
        updates.start(config, instances, how, paused);
    }
}
