package io.tender.core.batch;

import io.tender.model.batch.JobPhase;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.JobEnqueueable;
import io.tender.spi.batch.Vote;
import java.util.List;
import java.util.Optional;

/** Admits waiting jobs, queue by queue; a job that says what it needs at least is voted on, others by those who judge all. */
final class EnqueueAction implements Action {
    static final String NAME = "enqueue";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Work work) {
        Session session = work.session();
        List<SessionJob> waiting = session.jobs().stream()
                .filter(job -> job.phase() == JobPhase.PENDING)
                .toList();
        boolean everyJob = session.ballot().has(HookKind.JOB_ENQUEUEABLE, JobEnqueueable::judgesEveryJob);
        Turns turns = new Turns(work.orders(), waiting);
        Optional<SessionQueue> queue = turns.nextQueue();
        while (queue.isPresent()) {
            Optional<SessionJob> job = turns.nextJob(queue.get());
            if (job.isPresent()) {
                consider(session, job.get(), everyJob);
                turns.back(queue.get());
            }
            queue = turns.nextQueue();
        }
    }

    private static void consider(Session session, SessionJob job, boolean everyJob) {
        boolean reserves = job.job().minResources().isPresent();
        Optional<Refusal> refusal = reserves || everyJob
                ? session.ballot()
                        .vote(
                                HookKind.JOB_ENQUEUEABLE,
                                hook -> reserves || hook.judgesEveryJob() ? hook.vote(job) : Vote.abstain())
                : Optional.empty();
        session.witnesses().admission(job, refusal.isEmpty());
        if (refusal.isPresent()) {
            session.explanations().ofJob(job, refusal.get());
            return;
        }
        job.phase(JobPhase.INQUEUE);
        session.events().enqueued(job);
    }
}
