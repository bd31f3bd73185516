package io.tender.core.batch.plugin;

import io.tender.model.batch.JobId;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.PluginSetup;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Victims;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Dominant resource fairness: who has the smallest part of what it uses most goes first. */
final class DrfPlugin implements BatchPlugin {
    /** Shares that differ by less are equal; sums of parts are never exact. */
    static final double SHARE_DELTA = 1e-6;

    private final boolean hierarchy;

    DrfPlugin(PluginSetup setup) {
        hierarchy = setup.hierarchy();
    }

    @Override
    public Hooks open(SessionView session) {
        Jobs jobs = new Jobs(session);
        Hooks hooks = Hooks.none()
                .jobOrder((left, right) -> Double.compare(jobs.of(left).share, jobs.of(right).share))
                .preemptable(jobs::victims)
                .allocateHandler(task -> {
                    jobs.change(task, true);
                    return Answer.ofYes();
                })
                .deallocateHandler(task -> jobs.change(task, false))
                .simulateAddTask((task, node) -> jobs.change(task, true))
                .simulateRemoveTask((task, node) -> jobs.change(task, false));
        if (hierarchy) {
            HierarchicalShares tree = new HierarchicalShares(session);
            hooks.queueOrder((left, right) -> tree.compare(left.queue(), right.queue()))
                    .reclaimable(tree::victims)
                    .allocateHandler(task -> {
                        tree.change(task, true);
                        return Answer.ofYes();
                    })
                    .deallocateHandler(task -> tree.change(task, false))
                    .simulateAddTask((task, node) -> tree.change(task, true))
                    .simulateRemoveTask((task, node) -> tree.change(task, false));
        }
        return hooks;
    }

    private static final class JobShare {
        private final Holding allocated;
        private double share;

        JobShare(ResourceList allocated) {
            this.allocated = Holding.of(allocated);
        }
    }

    private static final class Jobs {
        private final ResourceList total;
        private final Map<JobId, JobShare> shares = new HashMap<>();

        Jobs(SessionView session) {
            total = session.total();
            for (JobView job : session.jobs()) {
                of(job);
            }
        }

        JobShare of(JobView job) {
            JobShare known = shares.get(job.id());
            if (known != null) {
                return known;
            }
            JobShare share = new JobShare(job.allocated());
            share.share = share.allocated.shareOf(total);
            shares.put(job.id(), share);
            return share;
        }

        void change(TaskView task, boolean added) {
            JobShare share = of(task.job());
            if (added) {
                share.allocated.add(task.request());
            } else {
                share.allocated.subtract(task.request());
            }
            share.share = share.allocated.shareOf(total);
        }

        /** A task may go if, after the exchange, its job still has no less than the job it goes for. */
        Victims victims(TaskView evictor, List<TaskView> evictees) {
            Holding mine = Holding.copyOf(of(evictor.job()).allocated);
            mine.add(evictor.request());
            double myShare = mine.shareOf(total);
            Map<JobId, Holding> left = new HashMap<>();
            List<TaskView> victims = new ArrayList<>();
            for (TaskView evictee : evictees) {
                Holding theirs =
                        left.computeIfAbsent(evictee.job().id(), unused -> Holding.copyOf(of(evictee.job()).allocated));
                theirs.subtract(evictee.request());
                if (myShare <= theirs.shareOf(total) + SHARE_DELTA) {
                    victims.add(evictee);
                } else {
                    theirs.add(evictee.request());
                }
            }
            return victims.isEmpty()
                    ? Victims.none("job '" + evictor.job().id() + "' would have a larger share than every job there")
                    : Victims.of(victims);
        }
    }
}
