package io.tender.core.batch.plugin;

import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Evictable;
import io.tender.spi.batch.Eviction;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.SubJobView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Victims;
import java.util.ArrayList;
import java.util.List;

/** Higher priority goes first, and may evict what is strictly lower. */
final class PriorityPlugin implements BatchPlugin {

    @Override
    public Hooks open(SessionView session) {
        return Hooks.none()
                .taskOrder((left, right) -> Integer.compare(
                        right.template().priority(), left.template().priority()))
                .jobOrder((left, right) ->
                        Integer.compare(right.job().priority(), left.job().priority()))
                .subJobOrder((left, right) -> Integer.compare(highest(right), highest(left)))
                .preemptable(Evictable.each(PriorityPlugin::lowerThan))
                .unifiedEvictable(PriorityPlugin::lowerThanGang)
                .jobStarving(PriorityPlugin::lacksTasks);
    }

    private static int highest(SubJobView subJob) {
        int highest = Integer.MIN_VALUE;
        for (TaskView task : subJob.tasks()) {
            highest = Math.max(highest, task.template().priority());
        }
        return highest;
    }

    private static boolean lacksTasks(JobView job) {
        return job.readyTasks() + job.waitingTasks() < job.job().tasks().size();
    }

    private static Victims lowerThan(TaskView evictor, List<TaskView> evictees) {
        List<TaskView> victims = new ArrayList<>();
        for (TaskView evictee : evictees) {
            boolean lower = evictee.job().id().equals(evictor.job().id())
                    ? evictee.template().priority() < evictor.template().priority()
                    : evictee.job().job().priority() < evictor.job().job().priority();
            if (lower) {
                victims.add(evictee);
            }
        }
        return victims.isEmpty() ? Victims.none("no task there has a lower priority") : Victims.of(victims);
    }

    /** Between queues priorities do not count: they are the business of each queue. */
    private static Victims lowerThanGang(Eviction eviction, List<TaskView> candidates) {
        if (eviction.reclaim()) {
            return Victims.abstain();
        }
        List<TaskView> victims = new ArrayList<>();
        for (TaskView candidate : candidates) {
            if (candidate.job().job().priority() < eviction.job().job().priority()) {
                victims.add(candidate);
            }
        }
        return victims.isEmpty() ? Victims.none("no job there has a lower priority") : Victims.of(victims);
    }
}
