package io.tender.core.batch;

import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.Evictable;
import io.tender.spi.batch.HookKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes room for one task by evicting others from one node. */
final class Evictions {
    private final Work work;
    private final Session session;
    private final HookKind<Evictable> kind;
    private final boolean everyTier;
    private final String reason;

    private Evictions(Work work, HookKind<Evictable> kind, boolean everyTier, String reason) {
        this.work = work;
        this.session = work.session();
        this.kind = kind;
        this.everyTier = everyTier;
        this.reason = reason;
    }

    /** Takes from other jobs of the same queue, or from lower tasks of the same job. */
    static Evictions preempting(Work work) {
        return new Evictions(work, HookKind.PREEMPTABLE, false, "preempted");
    }

    /** Takes from other queues. */
    static Evictions reclaiming(Work work) {
        return new Evictions(work, HookKind.RECLAIMABLE, true, "reclaimed");
    }

    /**
     * Promises a task room for which nobody has to go; false if there is none. A gang may find part of its room free: it waits
     * because of the rest, and others go for that alone.
     */
    static boolean promiseFree(Work work, Statement statement, SessionTask task) {
        return Work.isPlacedWithOthers(task)
                && work.allocatable(task).isEmpty()
                && work.search().best(task) instanceof Found.At at
                && promise(work, statement, task, at.node());
    }

    private static boolean promise(Work work, Statement statement, SessionTask task, SessionNode node) {
        if (statement.pipeline(task, node).isPresent()) {
            return false;
        }
        work.session().explanations().forget(task);
        return true;
    }

    /** Promises a task room on the first node where evictions make enough of it; false if there is none. */
    boolean makeRoom(
            Statement statement, SessionTask task, List<SessionNode> nodes, Predicate<SessionTask> mayBeAsked) {
        // Whoever is far away need not be asked about the others.
        List<SessionNode> promising = nodes.stream()
                .filter(node -> wouldSuffice(task, node, evictees(task, node, mayBeAsked)))
                .toList();
        for (SessionNode node : work.evictionNodes().hopeful(task, promising)) {
            if (makeRoomOn(statement, task, node, mayBeAsked)) {
                return true;
            }
        }
        return false;
    }

    private static boolean wouldSuffice(SessionTask task, SessionNode node, List<SessionTask> victims) {
        ResourceList reachable = node.futureIdle();
        for (SessionTask victim : victims) {
            reachable = reachable.plus(victim.request());
        }
        return !victims.isEmpty() && reachable.covers(task.request());
    }

    private boolean makeRoomOn(
            Statement statement, SessionTask task, SessionNode node, Predicate<SessionTask> mayBeAsked) {
        List<SessionTask> victims = victims(task, node, mayBeAsked);
        if (!wouldSuffice(task, node, victims)) {
            return false;
        }
        int mark = statement.mark();
        for (SessionTask victim : victims) {
            if (hasRoom(task, node.index())) {
                break;
            }
            statement.evict(victim, reason, task.job().id().toString());
        }
        if (hasRoom(task, node.index()) && promise(work, statement, task, session.nodeAt(node.index()))) {
            return true;
        }
        statement.rollback(mark);
        return false;
    }

    private boolean hasRoom(SessionTask task, int index) {
        SessionNode node = session.nodeAt(index);
        return node.futureIdle().covers(task.request())
                && work.allocatable(task).isEmpty()
                && work.evictionNodes().refusalOf(task, node).isEmpty();
    }

    /** Those whom plugins are asked about. */
    private List<SessionTask> evictees(SessionTask task, SessionNode node, Predicate<SessionTask> mayBeAsked) {
        List<SessionTask> evictees = new ArrayList<>();
        for (SessionTask other : node.tasks()) {
            boolean evictable = everyTier
                    ? other.status() == TaskStatus.RUNNING
                    : other.status().evictable();
            if (evictable
                    && other.template().preemptable()
                    && (!task.isBestEffort() || other.isBestEffort())
                    && mayBeAsked.test(other)) {
                evictees.add(other);
            }
        }
        return evictees;
    }

    /** Those who may go, in the order in which they go. */
    private List<SessionTask> victims(SessionTask task, SessionNode node, Predicate<SessionTask> mayBeAsked) {
        List<SessionTask> evictees = evictees(task, node, mayBeAsked);
        List<SessionTask> victims = new VictimVote(session)
                .ask(
                        kind,
                        everyTier,
                        evictees,
                        task,
                        work.orders().victims(task.job().queue()));
        session.witnesses().eviction(kind, task, evictees, victims);
        return victims;
    }
}
