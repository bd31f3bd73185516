package io.tender.core.batch;

import io.tender.core.batch.plugin.Shortfall;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What actions share: the session, the search for nodes, the questions they all ask, and the work still undecided. */
final class Work {
    private final Session session;
    private final NodeSearch search;
    private final EvictionNodes evictionNodes;
    private final GangSearch gangSearch;
    private final Set<String> actions;
    private final Map<SessionJob, Statement> undecided = new HashMap<>();
    private final Map<SessionJob, Optional<Refusal>> validity = new HashMap<>();

    Work(Session session, SearchSettings settings, Set<String> actions) {
        this.session = session;
        this.search = new NodeSearch(session, settings);
        this.evictionNodes = new EvictionNodes(session, settings);
        this.gangSearch = new GangSearch(this);
        this.actions = Set.copyOf(actions);
    }

    Session session() {
        return session;
    }

    NodeSearch search() {
        return search;
    }

    /** Where somebody would have to go first. */
    EvictionNodes evictionNodes() {
        return evictionNodes;
    }

    /** Where else a gang might go. */
    GangSearch gangSearch() {
        return gangSearch;
    }

    Orders orders() {
        return session.orders();
    }

    /** Whether the settings name that action for this scheduler. */
    boolean configured(String action) {
        return actions.contains(action);
    }

    /** Jobs that may be given something: admitted, and sensible. */
    List<SessionJob> admittedJobs() {
        List<SessionJob> jobs = new ArrayList<>();
        for (SessionJob job : session.jobs()) {
            if (job.phase() == JobPhase.PENDING && !configured("enqueue") && hasUnplaced(job)) {
                // Nobody admits jobs one by one, so all are.
                job.phase(JobPhase.INQUEUE);
            }
            if (job.phase() != JobPhase.PENDING && hasUnplaced(job) && isValid(job)) {
                jobs.add(job);
            }
        }
        return jobs;
    }

    private static boolean hasUnplaced(SessionJob job) {
        return job.count(TaskStatus.PENDING) + job.count(TaskStatus.PIPELINED) > 0;
    }

    boolean isValid(SessionJob job) {
        Optional<Refusal> refusal = validity.computeIfAbsent(
                job, asked -> session.ballot().all(HookKind.JOB_VALID, hook -> hook.isValid(asked)));
        refusal.ifPresent(reason -> session.explanations().ofJob(job, reason));
        return refusal.isEmpty();
    }

    boolean isReady(SessionJob job) {
        Optional<Refusal> refusal = readiness(job);
        refusal.ifPresent(reason -> session.explanations().ofJob(job, reason));
        return refusal.isEmpty();
    }

    Optional<Refusal> readiness(SessionJob job) {
        Optional<Refusal> refusal = session.ballot().all(HookKind.JOB_READY, hook -> hook.isReady(job));
        session.witnesses().readiness(job, refusal.isEmpty());
        return refusal;
    }

    boolean isPipelined(SessionJob job) {
        return session.ballot()
                .vote(HookKind.JOB_PIPELINED, hook -> hook.vote(job))
                .isEmpty();
    }

    /** Sub-groups exist where policies make them; elsewhere the job is asked about. */
    boolean isReady(SessionSubJob subJob) {
        return subJob.job().job().subGroups().isEmpty()
                ? readiness(subJob.job()).isEmpty()
                : session.ballot()
                        .all(HookKind.SUB_JOB_READY, hook -> hook.isReady(subJob))
                        .isEmpty();
    }

    boolean isPipelined(SessionSubJob subJob) {
        return subJob.job().job().subGroups().isEmpty()
                ? isPipelined(subJob.job())
                : session.ballot()
                        .vote(HookKind.SUB_JOB_PIPELINED, hook -> hook.vote(subJob))
                        .isEmpty();
    }

    /** Only the first tier with an opinion decides, and all of it must say yes. */
    boolean isStarving(SessionJob job) {
        var tiers = session.choir().tiersOf(HookKind.JOB_STARVING);
        if (tiers.isEmpty()) {
            return false;
        }
        for (var voice : tiers.getFirst()) {
            try {
                if (!voice.hook().isStarving(job)) {
                    return false;
                }
            } catch (RuntimeException thrown) {
                session.choir().fault(voice, HookKind.JOB_STARVING, thrown);
                return false;
            }
        }
        return true;
    }

    /** Whether a queue's turn is over for good. */
    boolean isOverused(SessionQueue queue) {
        Optional<Refusal> refusal = session.ballot().all(HookKind.OVERUSED, hook -> hook.mayGoOn(queue));
        session.witnesses().turn(queue, refusal.isEmpty());
        refusal.ifPresent(reason -> session.explanations().ofQueue(queue, reason));
        return refusal.isPresent();
    }

    Optional<Refusal> allocatable(SessionTask task) {
        SessionQueue queue = task.job().queue();
        return session.ballot().all(HookKind.ALLOCATABLE, hook -> hook.mayAllocate(queue, task));
    }

    boolean mayReclaim(SessionQueue queue, List<SessionTask> tasks) {
        List<TaskView> views = List.copyOf(tasks);
        Optional<Refusal> refusal = session.ballot().all(HookKind.PREEMPTIVE, hook -> {
            Answer answer = hook.mayReclaim(queue, views);
            return answer;
        });
        refusal.ifPresent(reason -> tasks.forEach(task -> session.refuse(task, reason)));
        return refusal.isEmpty();
    }

    /** The undecided work of a job: what was placed for it and awaits the rest of its gang. */
    Statement statementOf(SessionJob job) {
        return undecided.computeIfAbsent(job, unused -> session.statement());
    }

    void commit(SessionJob job) {
        Statement statement = undecided.remove(job);
        // Before, since a binder may refuse, and that is to be known.
        session.explanations().forget(job);
        if (statement != null) {
            statement.commit();
        }
    }

    void discard(SessionJob job) {
        Statement statement = undecided.remove(job);
        if (statement != null) {
            statement.discard();
        }
    }

    /** Waiting tasks in the order they are to be placed: what roles need at least before what is beyond. */
    List<SessionTask> pending(SessionJob job, boolean bestEffort) {
        return pending(job, task -> task.isBestEffort() == bestEffort);
    }

    /**
     * The same of those that need room, and of those that need none and others of the job have to be beside: they cannot be left until
     * all others have their place.
     */
    List<SessionTask> pendingTogether(SessionJob job) {
        return pending(job, Work::isPlacedWithOthers);
    }

    static boolean isPlacedWithOthers(SessionTask task) {
        return !task.isBestEffort() || Company.isAwaited(task);
    }

    private List<SessionTask> pending(SessionJob job, Predicate<SessionTask> which) {
        List<SessionTask> tasks = new ArrayList<>();
        for (SessionTask task : job.tasks()) {
            if (task.status() == TaskStatus.PENDING && !task.template().gated() && which.test(task)) {
                tasks.add(task);
            }
        }
        tasks.sort(orders()::tasks);
        return Shortfall.first(job, tasks);
    }

    /** Whether somebody was evicted for the job and the room is still on its way: then nobody else is evicted for it. */
    boolean isRoomOnItsWay(SessionJob job) {
        return job.isOwedRoom()
                && job.tasks().stream().anyMatch(task -> task.wasWaiting() && isRoomOnItsWay(task.nominated()));
    }

    /**
     * Whether others may be evicted for a job: not while room is on its way to it, nor soon after that was in vain. That it was is seen
     * where the room has come and the job still waits; the pause begins when this session ends.
     */
    boolean mayEvictFor(SessionJob job) {
        Optional<Instant> pause = session.pauseOf(job);
        pause.ifPresent(until -> session.explanations()
                .ofJob(
                        job,
                        new Refusal(
                                Refusal.SCHEDULER,
                                "evict",
                                Verdict.Code.UNSCHEDULABLE,
                                "others were evicted for it and it did not get their room: nobody else is for "
                                        + Duration.between(session.now(), until).toSeconds() + "s")));
        return pause.isEmpty() && !job.isOwedRoom();
    }

    private boolean isRoomOnItsWay(String nominated) {
        return !nominated.isEmpty()
                && (session.isAwaited(nominated)
                        || session.node(nominated)
                                .filter(node -> node.tasks().stream().anyMatch(SessionTask::wasLeaving))
                                .isPresent());
    }

    /** Tasks whose room had all the time to come and which still wait: nothing is owed to them any more. */
    List<SessionTask> nominatedInVain() {
        List<SessionTask> tasks = new ArrayList<>();
        for (SessionJob job : session.jobs()) {
            if (job.isOwedRoom() && !isRoomOnItsWay(job)) {
                job.tasks().stream()
                        .filter(task -> task.status() == TaskStatus.PENDING
                                && !task.nominated().isEmpty())
                        .forEach(tasks::add);
            }
        }
        return tasks;
    }

    /** What is placed and not decided when the session ends comes to nothing. */
    List<SessionTask> leftUndecided() {
        List<SessionTask> left = new ArrayList<>();
        undecided.values().forEach(statement -> statement.placements().forEach(placed -> left.add(placed.task())));
        left.sort((a, b) -> a.id().compareTo(b.id()));
        return left;
    }
}
