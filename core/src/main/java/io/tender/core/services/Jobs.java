package io.tender.core.services;

import io.tender.model.service.InstanceKey;
import io.tender.model.service.JobKey;
import io.tender.model.service.TaskConfig;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What should run: for each job the config of each of its instances. */
final class Jobs {
    private final TreeMap<JobKey, TreeMap<Integer, TaskConfig>> wanted = new TreeMap<>();

    boolean has(JobKey job) {
        return wanted.containsKey(job);
    }

    void want(InstanceKey key, TaskConfig config) {
        wanted.computeIfAbsent(key.job(), job -> new TreeMap<>()).put(key.instance(), config);
    }

    void unwant(InstanceKey key) {
        TreeMap<Integer, TaskConfig> instances = wanted.get(key.job());
        if (instances != null) {
            instances.remove(key.instance());
            if (instances.isEmpty()) {
                wanted.remove(key.job());
            }
        }
    }

    Optional<TaskConfig> config(InstanceKey key) {
        TreeMap<Integer, TaskConfig> instances = wanted.get(key.job());
        return instances == null ? Optional.empty() : Optional.ofNullable(instances.get(key.instance()));
    }

    /** The wanted instances of a job. */
    SortedMap<Integer, TaskConfig> instances(JobKey job) {
        return Collections.unmodifiableSortedMap(wanted.getOrDefault(job, new TreeMap<>()));
    }

    /** All jobs with their wanted instances, as they are now. */
    SortedMap<JobKey, SortedMap<Integer, TaskConfig>> all() {
        TreeMap<JobKey, SortedMap<Integer, TaskConfig>> all = new TreeMap<>();
        wanted.forEach((job, instances) -> all.put(job, Collections.unmodifiableSortedMap(new TreeMap<>(instances))));
        return Collections.unmodifiableSortedMap(all);
    }
}
