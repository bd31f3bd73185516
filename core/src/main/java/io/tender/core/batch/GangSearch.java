package io.tender.core.batch;

import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.Verdict;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The second look at a gang for which there was no room task by task: other tasks of it, larger ones first, on other nodes, in other
 * domains, going back on what turns out not to work. It is for the rare job that fits in a way that the usual order misses; so its tries
 * are counted, and those of all jobs of a session together.
 */
final class GangSearch {
    /** How often all jobs of a session together may try a task on a node. */
    private static final int TRIES = 20_000;

    /** One look may take such a part of what is left, so that those behind have some of it too. */
    private static final int SHARE = 4;

    /** Gangs of more waiting tasks than this are placed in the usual order only. */
    private static final int MOST_TASKS = 500;

    /** How often a way that was found may turn out to be refused by somebody who is asked last, as it takes long. */
    private static final int ROUNDS = 4;

    /** Laying out so many tasks takes as long as a try. */
    private static final int TASKS_PER_TRY = 4;

    private final Work work;
    private final Session session;
    private int triesLeft = TRIES;

    GangSearch(Work work) {
        this.work = work;
        this.session = work.session();
    }

    /** Gives a job that has nothing what it needs, or a promise of that; false if there is no way, and then nothing is changed. */
    boolean serve(SessionJob job, SessionDomain within) {
        if (!place(job, within)) {
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
    private boolean place(SessionJob job, SessionDomain within) {
        if (!isWorthwhile(job)) {
            return false;
        }
        Set<GangWays.Ban> bans = new HashSet<>();
        for (boolean promises : new boolean[] {false, true}) {
            boolean found = true;
            for (int round = 0; round < ROUNDS && found; round++) {
                Optional<List<Statement.Placed>> way = find(job, within, promises, bans);
                found = way.isPresent();
                if (found && replay(job, way.get(), bans)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A way to place what a job needs, with promises of room that is being freed; nothing stays changed. */
    Optional<List<Statement.Placed>> promises(SessionJob job, SessionDomain within) {
        return isWorthwhile(job) ? find(job, within, true, Set.of()) : Optional.empty();
    }

    /** Cheap where it says no, as most gangs that wait do so for want of room, and are of equal tasks. */
    private boolean isWorthwhile(SessionJob job) {
        return triesLeft > 0
                && mayBePlacedOtherwise(job)
                && !work.isPipelined(job)
                && work.readiness(job).isPresent();
    }

    /** Where all tasks are equal and keep to themselves, one way to place them is as good as another. */
    private static boolean mayBePlacedOtherwise(SessionJob job) {
        List<TaskTemplate> templates = job.templates();
        return (templates.size() > 1 && templates.stream().distinct().count() > 1)
                || !job.job().subGroups().isEmpty()
                || templates.stream().anyMatch(GangMembers::isSocial);
    }

    private Optional<List<Statement.Placed>> find(
            SessionJob job, SessionDomain within, boolean promises, Set<GangWays.Ban> bans) {
        if (job.count(TaskStatus.PENDING) > MOST_TASKS) {
            return Optional.empty();
        }
        GangMembers members = GangMembers.of(work, job);
        triesLeft -= members.count() / TASKS_PER_TRY;
        int most = Math.max(1, triesLeft / SHARE);
        GangWays ways = new GangWays(work, job, members, within, promises, bans, most);
        Optional<List<Statement.Placed>> way = ways.first();
        triesLeft -= ways.tries();
        if (way.isEmpty() && ways.gaveUp()) {
            session.explanations()
                    .ofJob(
                            job,
                            new Refusal(
                                    Refusal.SCHEDULER,
                                    "search",
                                    Verdict.Code.UNSCHEDULABLE,
                                    "no way to place all that it needs was found in " + ways.tries()
                                            + " tries; there may be one"));
        }
        return way;
    }

    /** Makes a way real, task by task, and asks everybody; false if somebody objects, and then nothing is changed. */
    private boolean replay(SessionJob job, List<Statement.Placed> way, Set<GangWays.Ban> bans) {
        Statement statement = work.statementOf(job);
        int mark = statement.mark();
        for (Statement.Placed placed : way) {
            SessionTask task = placed.task();
            Optional<Found.At> at = work.search().at(task, session.nodeAt(placed.node()));
            if (at.isEmpty() || make(statement, placed).isPresent()) {
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
