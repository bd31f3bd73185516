package io.tender.core.batch;

import io.tender.model.BrokenRule;
import io.tender.model.batch.Job;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import java.util.HashMap;
import java.util.Map;

/** Refuses at the door what could not be added up inside: sessions add freely what was let in. */
final class Sums {
    /** Far from the end of the numbers, since sessions add what is held, asked for, admitted and guaranteed. */
    static final long MOST = Long.MAX_VALUE / 16;

    private Sums() {}

    /** The sum, if no amount is below zero and no sum too large. */
    static ResourceList plus(ResourceList sum, ResourceList more, String what) {
        for (int i = 0; i < more.size(); i++) {
            check(more.name(i), more.millis(i), sum.millis(more.name(i)), what);
        }
        return sum.plus(more);
    }

    private static void check(String name, long amount, long others, String what) {
        if (amount < 0 || amount > MOST - others) {
            throw BrokenRule.of(
                    "There cannot be that much of a resource.",
                    what + " with " + ResourceList.print(name, amount) + " of " + name + ", beside "
                            + ResourceList.print(name, others),
                    "amounts from zero, and " + ResourceList.print(name, MOST) + " at most together",
                    "correct the amount");
        }
    }

    /** What a job may come to count for: all its tasks, or what its admission reserves if that is more. */
    static ResourceList ofJob(Job job) {
        String what = "job '" + job.id() + "'";
        Map<ResourceList, Integer> requests = new HashMap<>();
        for (Task task : job.tasks()) {
            requests.merge(task.request(), 1, Integer::sum);
        }
        ResourceList sum = ResourceList.empty();
        for (Map.Entry<ResourceList, Integer> request : requests.entrySet()) {
            ResourceList one = request.getKey();
            for (int i = 0; i < one.size(); i++) {
                // Whatever is below this can be multiplied.
                check(one.name(i), one.millis(i), MOST - MOST / request.getValue(), what);
            }
            sum = plus(sum, one.times(request.getValue()), what);
        }
        ResourceList reserved = job.minResources().orElse(ResourceList.empty());
        plus(ResourceList.empty(), reserved, what);
        return sum.max(reserved);
    }
}
