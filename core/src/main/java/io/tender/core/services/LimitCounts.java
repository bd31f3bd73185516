package io.tender.core.services;

import io.tender.model.service.HostAttributes;
import io.tender.model.service.JobKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many tasks of a job are on machines with a certain value of an attribute.
 *
 * <p>Counted at once when a task gets or loses its place, so that the next task of the same attempt sees it. Only for
 * jobs and attributes that have a limit: a job is counted through when its limit is first asked for, never again.
 */
final class LimitCounts {
    private final TaskBook tasks;
    private final Map<JobKey, OfJob> jobs = new HashMap<>();

    /** The counts of one job. */
    static final class OfJob {
        private final TreeMap<String, Map<String, Integer>> byAttribute = new TreeMap<>();

        int count(String attribute, String value) {
            Map<String, Integer> byValue = byAttribute.get(attribute);
            return byValue == null ? 0 : byValue.getOrDefault(value, 0);
        }

        private void change(HostAttributes attributes, int by) {
            byAttribute.forEach((attribute, byValue) -> change(byValue, attributes.valuesOf(attribute), by));
        }

        private static void change(Map<String, Integer> byValue, Collection<String> values, int by) {
            for (String value : values) {
                byValue.merge(value, by, (old, more) -> old + more == 0 ? null : old + more);
            }
        }
    }

    LimitCounts(TaskBook tasks) {
        this.tasks = tasks;
    }

    /** The counts of a job, kept up to date from now on for these attributes. */
    OfJob of(JobKey job, Collection<String> attributes) {
        OfJob counts = jobs.computeIfAbsent(job, key -> new OfJob());
        for (String attribute : attributes) {
            if (!counts.byAttribute.containsKey(attribute)) {
                counts.byAttribute.put(attribute, countThrough(job, attribute));
            }
        }
        return counts;
    }

    private Map<String, Integer> countThrough(JobKey job, String attribute) {
        Map<String, Integer> byValue = new HashMap<>();
        for (Task task : tasks.of(job)) {
            Task.Place place = task.place;
            if (place != null && task.state.isPlaced()) {
                OfJob.change(byValue, place.attributes().valuesOf(attribute), 1);
            }
        }
        return byValue;
    }

    void placed(JobKey job, HostAttributes attributes) {
        OfJob counts = jobs.get(job);
        if (counts != null) {
            counts.change(attributes, 1);
        }
    }

    void unplaced(JobKey job, HostAttributes attributes) {
        OfJob counts = jobs.get(job);
        if (counts != null) {
            counts.change(attributes, -1);
        }
    }

    void forget(JobKey job) {
        jobs.remove(job);
    }
}
