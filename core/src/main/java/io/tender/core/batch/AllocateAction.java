package io.tender.core.batch;

import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
        Map<SessionJob, Deque<SessionTask>> remaining = new HashMap<>();
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
    private static boolean serve(Work work, SessionJob job, Map<SessionJob, Deque<SessionTask>> remaining) {
        if (job.needsDomains()) {
            return new DomainPlacement(work).serve(job);
        }
        Deque<SessionTask> tasks =
                remaining.computeIfAbsent(job, asked -> new ArrayDeque<>(work.pending(asked, false)));
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
    private static void place(Work work, SessionJob job, Deque<SessionTask> tasks) {
        Set<TaskTemplate> hopeless = Collections.newSetFromMap(new IdentityHashMap<>());
        // Those who have to be beside others of the job that come after them have their turn when these have had
        // theirs.
        Set<TaskTemplate> early = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<SessionTask> later = new ArrayDeque<>();
        boolean mayBeEarly = true;
        TaskPlacement placement = new TaskPlacement(work, work.statementOf(job));
        boolean everyTaskCounts = job.minAvailable() >= job.tasks().size();
        boolean ready = false;
        while (!ready && !(tasks.isEmpty() && later.isEmpty())) {
            if (tasks.isEmpty()) {
                tasks.addAll(later);
                later.clear();
                early.clear();
                mayBeEarly = false;
            }
            SessionTask task = tasks.remove();
            if (hopeless.contains(task.template())) {
                continue;
            }
            if (early.contains(task.template())) {
                later.add(task);
                continue;
            }
            switch (placement.place(task, null)) {
                case PLACED -> ready = work.readiness(job).isEmpty();
                case REFUSED -> {}
                case NOWHERE -> {
                    if (mayBeEarly && tasks.stream().anyMatch(other -> Company.waitsFor(task, other))) {
                        early.add(task.template());
                        later.add(task);
                    } else {
                        hopeless.add(task.template());
                        if (everyTaskCounts) {
                            return;
                        }
                    }
                }
            }
        }
        tasks.addAll(later);
    }
}
