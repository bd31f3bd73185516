package io.tender.model.service;

import io.tender.model.BrokenRule;

/** One place of a job, numbered from 0; over time several tasks fill it, one after the other. */
public record InstanceKey(JobKey job, int instance) implements Comparable<InstanceKey> {
    public InstanceKey {
        if (instance < 0) {
            throw BrokenRule.of(
                    "Job '" + job + "' has no such instance.",
                    instance,
                    "a number from 0 on",
                    "count instances from 0");
        }
    }

    @Override
    public int compareTo(InstanceKey other) {
        int order = job.compareTo(other.job);
        return order != 0 ? order : Integer.compare(instance, other.instance);
    }

    @Override
    public String toString() {
        return job + "/" + instance;
    }
}
