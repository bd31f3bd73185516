package io.tender.core.batch;

import io.tender.model.batch.TaskStatus;
import java.util.List;
import java.util.Optional;

/** Places tasks that ask for nothing but a place. */
final class BackfillAction implements Action {
    static final String NAME = "backfill";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Work work) {
        List<SessionJob> jobs = work.admittedJobs().stream()
                .filter(job -> job.pendingBestEffort() > 0)
                .toList();
        Turns turns = new Turns(work.orders(), jobs);
        Optional<SessionQueue> queue = turns.nextQueue();
        while (queue.isPresent()) {
            Optional<SessionJob> job = turns.nextJob(queue.get());
            if (job.isPresent()) {
                fill(work, job.get());
                turns.back(queue.get());
            }
            queue = turns.nextQueue();
        }
    }

    private static void fill(Work work, SessionJob job) {
        for (SessionTask task : work.pending(job, true)) {
            Optional<Refusal> refusal = work.search().refusalOf(task);
            if (refusal.isEmpty()) {
                refusal = place(work, task);
            }
            refusal.ifPresent(reason -> work.session().refuse(task, reason));
        }
        if (job.count(TaskStatus.ALLOCATED) > 0 && work.isReady(job)) {
            work.commit(job);
        }
    }

    private static Optional<Refusal> place(Work work, SessionTask task) {
        Found found = work.search().best(task);
        if (found instanceof Found.At at && at.now()) {
            Optional<Refusal> refusal = work.statementOf(task.job()).allocate(task, at.node());
            if (refusal.isEmpty()) {
                work.session().explanations().forget(task);
            }
            return refusal;
        }
        if (found instanceof Found.Nowhere nowhere) {
            work.session().explanations().ofFit(task, nowhere.errors());
        }
        return found instanceof Found.Unranked unranked ? Optional.of(unranked.refusal()) : Optional.empty();
    }
}
