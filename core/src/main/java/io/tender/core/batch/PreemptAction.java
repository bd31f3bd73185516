package io.tender.core.batch;

import io.tender.spi.batch.Arguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes room for starving jobs by evicting lower ones of the same queue, and within a job lower tasks. */
final class PreemptAction implements Action {
    static final String NAME = "preempt";

    private final TopologyAwarePreemption.Settings settings;

    PreemptAction(Arguments arguments) {
        settings = TopologyAwarePreemption.Settings.of(arguments);
    }

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
        betweenJobs(work, starving);
        for (SessionJob job : starving) {
            withinJob(work, job);
        }
    }

    private void betweenJobs(Work work, List<SessionJob> starving) {
        Turns turns = new Turns(work.orders(), starving);
        Optional<SessionQueue> queue = turns.nextQueue();
        while (queue.isPresent()) {
            Optional<SessionJob> job = turns.nextJob(queue.get());
            if (job.isPresent()) {
                preempt(work, job.get());
                turns.back(queue.get());
            }
            queue = turns.nextQueue();
        }
    }

    private void preempt(Work work, SessionJob job) {
        Statement statement = work.session().statement();
        TaskLine tasks = new TaskLine(waiting(work, job));
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

    private boolean makeRoom(Work work, Statement statement, SessionTask task) {
        if (work.search().refusalOf(task).isPresent()) {
            return false;
        }
        if (Evictions.promiseFree(work, statement, task)) {
            return true;
        }
        List<SessionNode> nodes = work.evictionNodes().of(task, true);
        if (settings.enabled()) {
            return new TopologyAwarePreemption(work, settings).makeRoom(statement, task, nodes);
        }
        SessionQueue queue = task.job().queue();
        return Evictions.preempting(work)
                .makeRoom(
                        statement,
                        task,
                        nodes,
                        other -> other.job() != task.job() && other.job().queue() == queue);
    }

    private static void withinJob(Work work, SessionJob job) {
        for (SessionTask task : waiting(work, job)) {
            Statement statement = work.session().statement();
            boolean made = work.search().refusalOf(task).isEmpty()
                    && Evictions.preempting(work)
                            .makeRoom(
                                    statement,
                                    task,
                                    work.evictionNodes().of(task, true),
                                    other -> other.job() == job && work.orders().tasks(task, other) < 0);
            if (!made) {
                statement.discard();
                return;
            }
            statement.commit();
        }
    }

    /** Waiting tasks for which others may be evicted. */
    private static List<SessionTask> waiting(Work work, SessionJob job) {
        List<SessionTask> tasks = new ArrayList<>(work.pending(job, false));
        tasks.addAll(work.pending(job, true));
        tasks.removeIf(task -> !task.template().mayPreempt());
        return tasks;
    }
}
