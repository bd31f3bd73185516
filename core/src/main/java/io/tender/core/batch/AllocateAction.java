package io.tender.core.batch;

import io.tender.model.batch.TaskStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Places waiting tasks, queue by queue and gang by gang; a gang gets all it needs, a promise of it, or nothing. */
final class AllocateAction implements Action {
    static final String NAME = "allocate";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Work work) {
        List<SessionJob> jobs = work.admittedJobs().stream()
                .filter(job -> job.count(TaskStatus.PENDING) > job.pendingBestEffort())
                .toList();
        // Those for whom others were evicted come first: the evicted would only take their room back, again and again.
        // They cannot
        // start yet, while one of the evicted may run with fewer tasks and have its eye on the same room for the rest.
        Map<Boolean, List<SessionJob>> owed = jobs.stream().collect(Collectors.partitioningBy(SessionJob::isOwedRoom));
        Map<Boolean, List<SessionJob>> starving =
                owed.getOrDefault(true, List.of()).stream().collect(Collectors.partitioningBy(work::isStarving));
        serve(work, starving.getOrDefault(true, List.of()));
        serve(work, starving.getOrDefault(false, List.of()));
        serve(work, owed.getOrDefault(false, List.of()));
    }

    private static void serve(Work work, List<SessionJob> jobs) {
        Turns turns = new Turns(work.orders(), jobs);
        Map<SessionJob, TaskLine> remaining = new HashMap<>();
        Optional<SessionQueue> next = turns.nextQueue();
        while (next.isPresent()) {
            SessionQueue queue = next.get();
            if (!work.isOverused(queue)) {
                Optional<SessionJob> job = turns.nextJob(queue);
                if (job.isPresent()) {
                    if (serve(work, job.get(), remaining)) {
                        turns.back(job.get());
                    }
                    turns.back(queue);
                }
            }
            next = turns.nextQueue();
        }
    }

    /** Gives a job its turn; true if it is to have another. */
    private static boolean serve(Work work, SessionJob job, Map<SessionJob, TaskLine> remaining) {
        if (job.needsDomains()) {
            return new DomainPlacement(work).serve(job);
        }
        TaskLine tasks = remaining.computeIfAbsent(job, asked -> new TaskLine(work.pendingTogether(asked)));
        place(work, job, tasks);
        if (work.isReady(job)) {
            boolean progress = !work.statementOf(job).isEmpty();
            work.commit(job);
            return progress && !tasks.isEmpty();
        }
        remaining.remove(job);
        // What is placed already is kept from others while the rest of the room is on its way.
        if (work.isPipelined(job) || work.isRoomOnItsWay(job)) {
            return false;
        }
        work.discard(job);
        return work.gangSearch().serve(job, work.session().domains().top())
                && work.readiness(job).isEmpty();
    }

    /** Places tasks until the job is ready or nothing more can be done for it. */
    private static void place(Work work, SessionJob job, TaskLine tasks) {
        tasks.begin();
        TaskPlacement placement = new TaskPlacement(work, work.statementOf(job));
        boolean everyTaskCounts = job.minAvailable() >= job.tasks().size();
        Optional<SessionTask> next = tasks.next();
        while (next.isPresent()) {
            boolean over = switch (placement.place(next.get(), null)) {
                case PLACED -> work.readiness(job).isEmpty();
                case REFUSED -> false;
                case NOWHERE -> tasks.giveUp(next.get()) && everyTaskCounts;
            };
            next = over ? Optional.empty() : tasks.next();
        }
    }
}
