package io.tender.core.batch;

import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.HookKind;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Tentative work: placements, promises and evictions that show in the session at once and can be taken back as if they had
 * never been. What is committed becomes decisions.
 */
public final class Statement {
    private final Session session;
    private final boolean dryRun;
    private final List<Operation> operations = new ArrayList<>();

    /** What was done to a task, and what it was before. */
    private record Operation(
            Kind kind,
            SessionTask task,
            TaskStatus statusBefore,
            int nodeBefore,
            SessionNode before,
            SessionNode after,
            String reason,
            String beneficiary) {}

    private enum Kind {
        ALLOCATE,
        PIPELINE,
        EVICT
    }

    Statement(Session session, boolean dryRun) {
        this.session = session;
        this.dryRun = dryRun;
    }

    /** Gives a task room that is free now. */
    public Optional<Refusal> allocate(SessionTask task, SessionNode node) {
        return place(Kind.ALLOCATE, task, TaskStatus.ALLOCATED, node);
    }

    /** Promises a task room that is being freed. */
    public Optional<Refusal> pipeline(SessionTask task, SessionNode node) {
        return place(Kind.PIPELINE, task, TaskStatus.PIPELINED, node);
    }

    private Optional<Refusal> place(Kind kind, SessionTask task, TaskStatus to, SessionNode given) {
        SessionNode node = session.nodeAt(given.index());
        TaskStatus statusBefore = task.status();
        int nodeBefore = task.nodeIndex();
        session.move(task, to, node.index());
        Operation operation =
                new Operation(kind, task, statusBefore, nodeBefore, node, session.nodeAt(node.index()), "", "");
        Optional<Refusal> refusal = session.events().placed(task, dryRun);
        if (refusal.isPresent()) {
            undo(operation);
            return refusal;
        }
        operations.add(operation);
        return Optional.empty();
    }

    /**
     * Takes a task off its node to make room.
     *
     * @param beneficiary for whom; empty if only to move it
     */
    public void evict(SessionTask task, String reason, String beneficiary) {
        TaskStatus statusBefore = task.status();
        SessionNode before = session.nodeAt(task.nodeIndex());
        session.move(task, TaskStatus.RELEASING, task.nodeIndex());
        SessionNode after = session.nodeAt(task.nodeIndex());
        operations.add(
                new Operation(Kind.EVICT, task, statusBefore, task.nodeIndex(), before, after, reason, beneficiary));
        session.events().removed(task, dryRun);
    }

    /** How much was done so far; see {@link #rollback}. */
    public int mark() {
        return operations.size();
    }

    public boolean isEmpty() {
        return operations.isEmpty();
    }

    boolean evictsAnybody() {
        return operations.stream().anyMatch(operation -> operation.kind() == Kind.EVICT);
    }

    /** Takes back everything since the mark, last first. */
    public void rollback(int mark) {
        while (operations.size() > mark) {
            undo(operations.removeLast());
        }
    }

    /** Takes everything back. */
    public void discard() {
        rollback(0);
    }

    private void undo(Operation operation) {
        SessionTask task = operation.task();
        if (operation.kind() == Kind.EVICT) {
            moveBack(operation);
            session.events().restored(task, dryRun);
            return;
        }
        // Told with the status it returns to, and the node it had.
        TaskStatus now = task.status();
        task.show(operation.statusBefore());
        session.events().removed(task, dryRun);
        task.show(now);
        moveBack(operation);
        if (!dryRun) {
            session.outcomes().aborted(task);
        }
    }

    /** Returns to the very node of before where nothing else happened on it, so that what is known of it stays known. */
    private void moveBack(Operation operation) {
        int index = operation.after().index();
        boolean untouched = session.nodeAt(index) == operation.after();
        session.move(operation.task(), operation.statusBefore(), operation.nodeBefore());
        if (untouched) {
            session.restore(operation.before());
        }
    }

    /**
     * Makes decisions of everything. What a binder refuses is taken back, and its task waits; if the job is no longer ready
     * without it, so are all others of the statement.
     */
    public void commit() {
        if (dryRun) {
            throw new IllegalStateException("a dry run cannot be committed: replay it in a statement of its own");
        }
        IdentityHashMap<Operation, Boolean> bound = bind();
        for (Operation operation : List.copyOf(operations)) {
            switch (operation.kind()) {
                case ALLOCATE -> {
                    session.move(
                            operation.task(),
                            TaskStatus.BINDING,
                            operation.task().nodeIndex());
                    session.outcomes().bound(operation.task(), bound.getOrDefault(operation, false));
                }
                case PIPELINE -> session.outcomes().pipelined(operation.task());
                case EVICT -> session.outcomes().evicted(operation.task(), operation.reason(), operation.beneficiary());
            }
        }
        operations.clear();
    }

    /** Asks the binders; leaves only operations that stand. Tells which tasks a binder has bound. */
    private IdentityHashMap<Operation, Boolean> bind() {
        IdentityHashMap<Operation, Boolean> bound = new IdentityHashMap<>();
        boolean refused = false;
        for (Operation operation : List.copyOf(operations)) {
            if (operation.kind() != Kind.ALLOCATE) {
                continue;
            }
            SessionTask task = operation.task();
            switch (session.events().bind(task)) {
                case Events.Binding.Refused no -> {
                    refused = true;
                    session.refuse(task, no.refusal());
                    operations.remove(operation);
                    undo(operation);
                }
                case Events.Binding.Bound yes -> bound.put(operation, true);
                case Events.Binding.Nobodys nobodys -> bound.put(operation, false);
            }
        }
        if (refused && !operations.isEmpty()) {
            SessionJob job = operations.getFirst().task().job();
            Optional<Refusal> unready = session.ballot().all(HookKind.JOB_READY, hook -> hook.isReady(job));
            if (unready.isPresent()) {
                session.explanations().ofJob(job, unready.get());
                discard();
            }
        }
        return bound;
    }

    /** Leaves the work in force for the rest of the session without deciding it. */
    public void keep() {
        operations.clear();
    }

    /** Everything that was placed, in order, as (task, node, whether promised only). */
    List<Placed> placements() {
        List<Placed> placed = new ArrayList<>();
        for (Operation operation : operations) {
            if (operation.kind() != Kind.EVICT) {
                placed.add(new Placed(operation.task(), operation.after().index(), operation.kind() == Kind.PIPELINE));
            }
        }
        return placed;
    }

    /** A placement that can be made again. */
    record Placed(SessionTask task, int node, boolean promised) {}
}
