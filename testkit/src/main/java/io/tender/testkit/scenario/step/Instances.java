package io.tender.testkit.scenario.step;

import io.tender.model.service.InstanceKey;
import io.tender.model.service.JobKey;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Some instances of a job: {@code www/prod/web/0}, {@code www/prod/web/0..2}, or {@code www/prod/web} for all.
 *
 * @param numbers empty: all of them
 */
public record Instances(JobKey job, SortedSet<Integer> numbers) implements Comparable<Instances> {

    public Instances {
        numbers = Collections.unmodifiableSortedSet(new TreeSet<>(numbers));
    }

    public boolean isAll() {
        return numbers.isEmpty();
    }

    public boolean has(InstanceKey key) {
        return key.job().equals(job) && (isAll() || numbers.contains(key.instance()));
    }

    @Override
    public int compareTo(Instances other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        if (isAll()) {
            return job.toString();
        }
        return job + "/" + numbers.first() + (numbers.size() == 1 ? "" : ".." + numbers.last());
    }
}
