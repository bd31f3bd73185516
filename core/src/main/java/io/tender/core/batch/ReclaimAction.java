package io.tender.core.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes room for starving jobs by evicting tasks of other queues that have more than their share. */
final class ReclaimAction implements Action {
    static final String NAME = "reclaim";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Work work) {
        List<SessionJob> starving = new ArrayList<>();
        for (SessionJob job : work.admittedJobs()) {
            if (!job.needsDomains() && work.isStarving(job) && work.mayEvictFor(job)) {
                starving.add(job);
            }
        }
        Turns turns = new Turns(work.orders(), starving);
        Optional<SessionQueue> queue = turns.nextQueue();
        while (queue.isPresent()) {
            if (!work.isOverused(queue.get())) {
                Optional<SessionJob> job = turns.nextJob(queue.get());
                if (job.isPresent()) {
                    reclaim(work, job.get());
                    turns.back(queue.get());
                }
            }
            queue = turns.nextQueue();
        }
    }

    private static void reclaim(Work work, SessionJob job) {
        Statement statement = work.session().statement();
        TaskLine tasks = new TaskLine(work.pendingTogether(job).stream()
                .filter(task -> task.template().mayPreempt())
                .toList());
        boolean any = false;
        Optional<SessionTask> next = tasks.next();
        while (next.isPresent() && work.isStarving(job)) {
            if (makeRoom(work, statement, next.get())) {
                any = true;
            } else {
                tasks.giveUp(next.get());
            }
            next = tasks.next();
        }
        // Where nobody has to go, it is not for this action to place tasks.
        if (any && statement.evictsAnybody() && work.isPipelined(job)) {
            statement.commit();
        } else {
            statement.discard();
        }
    }

    private static boolean makeRoom(Work work, Statement statement, SessionTask task) {
        SessionQueue queue = task.job().queue();
        if (task.isBestEffort()) {
            // Nobody is evicted for it, so what its queue may take back does not matter.
            return work.search().refusalOf(task).isEmpty() && Evictions.promiseFree(work, statement, task);
        }
        if (!work.mayReclaim(queue, List.of(task))
                || work.search().refusalOf(task).isPresent()) {
            return false;
        }
        return Evictions.promiseFree(work, statement, task)
                || Evictions.reclaiming(work)
                        .makeRoom(
                                statement,
                                task,
                                work.evictionNodes().of(task, false),
                                other -> other.job().queue() != queue
                                        && other.job().queue().queue().reclaimable());
    }
}
