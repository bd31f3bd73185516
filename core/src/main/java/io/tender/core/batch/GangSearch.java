package io.tender.core.batch;

import io.tender.core.batch.plugin.Shortfall;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The second look at a gang for which there was no room task by task: other tasks of it, larger ones first, on other nodes, in other
 * domains, going back on what turns out not to work. It is for the rare job that fits in a way that the usual order misses; so its tries
 * are counted, and those of all jobs of a session together.
 */
final class GangSearch {
    /** Gangs of more waiting tasks than this are placed in the usual order only. */
    private static final int MOST_TASKS = 500;

    /** How often a way that was found may turn out to be refused by somebody who is asked last, as it takes long. */
    private static final int ROUNDS = 4;

    /** Laying out so many tasks takes as long as a try. */
    private static final int TASKS_PER_TRY = 4;

    /** One look may take such a part of the tries that are left; the rest is for promises or another round. */
    private static final int PARTS = 2;

    /** The same where there are several domains to look at: about as many of them have their turn in a session. */
    private static final int PARTS_OF_DOMAINS = 8;

    private final Work work;
    private final Session session;
    private @Nullable GangTries tries;

    GangSearch(Work work) {
        this.work = work;
        this.session = work.session();
    }

    /** Gives a job that has nothing what it needs, or a promise of that; false if there is no way, and then nothing is changed. */
    boolean serve(SessionJob job, SessionDomain within) {
        return isWorthwhile(job) && serve(job, within, PARTS);
    }

    /**
     * The same within one of these domains, those of the first list first. Of a list others come first in each session: those at the
     * front may take all tries in each session anew.
     */
    boolean serve(SessionJob job, List<List<SessionDomain>> lists) {
        if (!isWorthwhile(job)) {
            return false;
        }
        int parts = lists.stream().mapToInt(List::size).sum() > 1 ? PARTS_OF_DOMAINS : PARTS;
        for (List<SessionDomain> domains : lists) {
            List<SessionDomain> inTurn = new ArrayList<>(domains);
            // Not by a whole round: the same would come first again.
            int step = Math.min(PARTS_OF_DOMAINS, Math.max(1, domains.size() - 1));
            Collections.rotate(inTurn, (int) (-session.number() * step % Math.max(1, domains.size())));
            for (SessionDomain domain : inTurn) {
                if (serve(job, domain, parts)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean serve(SessionJob job, SessionDomain within, int parts) {
        if (!place(job, within, parts)) {
            return false;
        }
        if (work.isReady(job)) {
            work.commit(job);
            return true;
        }
        if (work.isPipelined(job)) {
            return true;
        }
        work.discard(job);
        return false;
    }

    /** Places what a job needs, now or, if that cannot be, as a promise, in its undecided statement; false if no way was found. */
    private boolean place(SessionJob job, SessionDomain within, int parts) {
        Set<GangWays.Ban> bans = new HashSet<>();
        Statement statement = work.statementOf(job);
        return wayFor(job, within, parts, false, bans, statement).isPresent()
                || (tries().of(job) > 0
                        && isAnythingBeingFreed(within)
                        && wayFor(job, within, parts, true, bans, statement).isPresent());
    }

    /** A way to place what a job needs, with promises of room that is being freed; nothing stays changed. */
    Optional<List<Statement.Placed>> promises(SessionJob job, SessionDomain within) {
        if (!isWorthwhile(job)) {
            return Optional.empty();
        }
        Statement trial = session.dryRun();
        Optional<List<Statement.Placed>> way = wayFor(job, within, PARTS, true, new HashSet<>(), trial);
        trial.discard();
        return way;
    }

    /** A way that nobody refuses, made in a statement; if there is none, nothing is changed. */
    private Optional<List<Statement.Placed>> wayFor(
            SessionJob job,
            SessionDomain within,
            int parts,
            boolean promises,
            Set<GangWays.Ban> bans,
            Statement statement) {
        for (int round = 0; round < ROUNDS; round++) {
            Optional<List<Statement.Placed>> way = find(job, within, parts, promises, bans);
            if (way.isEmpty() || make(statement, way.get(), bans)) {
                return way;
            }
        }
        return Optional.empty();
    }

    private static boolean isAnythingBeingFreed(SessionDomain within) {
        for (SessionNode node : within.nodes()) {
            if (!node.releasing().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Cheap where it says no, as most gangs that wait do so for want of room, and are of equal tasks. */
    private boolean isWorthwhile(SessionJob job) {
        if (!mayBePlacedOtherwise(job)
                || work.isPipelined(job)
                || work.readiness(job).isEmpty()) {
            return false;
        }
        if (job.count(TaskStatus.PENDING) > MOST_TASKS) {
            explain(
                    job,
                    "more than " + MOST_TASKS
                            + " of its tasks wait, so no other way to place them was looked for than one"
                            + " after the other: there may be one");
            return false;
        }
        return !lacksRoom(job);
    }

    /** Whether the usual order has shown already that more of its tasks find no room than it can do without. */
    private boolean lacksRoom(SessionJob job) {
        int missing = job.minAvailable() - job.readyTasks() - job.waitingTasks() - job.pendingBestEffort();
        int spare = job.count(TaskStatus.PENDING) - job.pendingBestEffort() - Math.max(0, missing);
        IdentityHashMap<TaskTemplate, Boolean> known = new IdentityHashMap<>();
        for (SessionTask task : job.tasks()) {
            boolean lacks = task.status() == TaskStatus.PENDING
                    && !task.isBestEffort()
                    && known.computeIfAbsent(
                            task.template(), unused -> work.search().isKnownToFindNoRoom(task));
            spare -= lacks ? 1 : 0;
        }
        return spare < 0;
    }

    /** Where all tasks are equal and keep to themselves, one way to place them is as good as another. */
    private static boolean mayBePlacedOtherwise(SessionJob job) {
        List<TaskTemplate> templates = job.templates();
        return (templates.size() > 1 && templates.stream().distinct().count() > 1)
                || !job.job().subGroups().isEmpty()
                || templates.stream().anyMatch(GangMembers::isSocial);
    }

    private GangTries tries() {
        if (tries == null) {
            List<SessionJob> gangs = session.jobs().stream()
                    .filter(job -> job.phase() != JobPhase.PENDING
                            && job.count(TaskStatus.PENDING) > 0
                            && job.count(TaskStatus.PENDING) <= MOST_TASKS
                            && mayBePlacedOtherwise(job)
                            && !Shortfall.isNone(job, false))
                    .sorted(Comparator.comparing(SessionJob::id))
                    .toList();
            tries = new GangTries(gangs, session.number());
        }
        return tries;
    }

    private Optional<List<Statement.Placed>> find(
            SessionJob job, SessionDomain within, int parts, boolean promises, Set<GangWays.Ban> bans) {
        int left = tries().of(job);
        if (left <= 0) {
            explain(
                    job,
                    "no other way to place it was looked for, as others were tried in this session: its turn comes");
            return Optional.empty();
        }
        Optional<List<Statement.Placed>> way = Optional.empty();
        boolean gaveUp = false;
        int tried = 0;
        int looks = 0;
        List<GangMembers> orders = GangMembers.orders(work, job);
        for (GangMembers members : orders) {
            if (way.isEmpty()) {
                int most = (left / parts - tried) / (orders.size() - looks++);
                GangWays ways = new GangWays(work, job, members, within, promises, bans, Math.max(1, most));
                way = ways.first();
                gaveUp = ways.gaveUp();
                tried += ways.tries();
                tries().take(job, ways.tries() + members.count() / TASKS_PER_TRY);
            }
        }
        if (way.isEmpty() && gaveUp) {
            explain(job, "no way to place all that it needs was found in " + tried + " tries; there may be one");
        }
        return way;
    }

    private void explain(SessionJob job, String words) {
        session.explanations().ofJob(job, new Refusal(Refusal.SCHEDULER, "search", Verdict.Code.UNSCHEDULABLE, words));
    }

    /** Makes a way real, task by task, and asks everybody; false if somebody objects, and then nothing is changed. */
    private boolean make(Statement statement, List<Statement.Placed> way, Set<GangWays.Ban> bans) {
        int mark = statement.mark();
        for (Statement.Placed placed : way) {
            SessionTask task = placed.task();
            Optional<Found.At> at = work.search().at(task, session.nodeAt(placed.node()));
            Optional<Refusal> refusal = at.isPresent() ? make(statement, placed) : Optional.empty();
            if (at.isEmpty() || refusal.isPresent()) {
                refusal.ifPresent(said -> session.refuse(task, said));
                bans.add(new GangWays.Ban(task.template(), placed.node()));
                statement.rollback(mark);
                return false;
            }
        }
        way.forEach(placed -> session.explanations().forget(placed.task()));
        return true;
    }

    private Optional<Refusal> make(Statement statement, Statement.Placed placed) {
        SessionNode node = session.nodeAt(placed.node());
        return placed.promised() ? statement.pipeline(placed.task(), node) : statement.allocate(placed.task(), node);
    }
}
