package io.tender.core.batch;

import io.tender.model.batch.TaskTemplate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
        // What could not be done for one task cannot be done for an equal one, and looking costs all nodes.
        Set<TaskTemplate> hopeless = Collections.newSetFromMap(new IdentityHashMap<>());
        boolean any = false;
        for (SessionTask task : work.pending(job, false)) {
            if (!work.isStarving(job)) {
                break;
            }
            if (task.template().mayPreempt() && !hopeless.contains(task.template())) {
                boolean made = makeRoom(work, statement, task);
                any |= made;
                if (!made) {
                    hopeless.add(task.template());
                }
            }
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
