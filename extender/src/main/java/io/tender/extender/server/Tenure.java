package io.tender.extender.server;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Keeps a {@link Ledger} in step with what really runs, for whoever lends something for as long as a task has its place.
 * Messages get lost, Volcano does not say what became of a placement, and nobody says when a task is over; but each session
 * opens with all that is there. So what has a place keeps what it holds for good, whether or not its reservation has lapsed
 * meanwhile, and what is gone, or has lost its place and waits again, gives it back.
 *
 * <p>{@link ExtenderServer.Builder#lending} calls all of it at the right moments; the scheduler must be told to send {@code
 * onSessionOpen}, {@code allocateFunc} and {@code deallocateFunc}, and Tender also {@code commit} and {@code abort}. One
 * scheduler to a ledger: to another one, what this one runs would be gone. kube-scheduler and Aurora do not tell what runs, so
 * nothing can be lent for their tasks in this way.
 */
public final class Tenure {
    private final Ledger ledger;
    private final Function<Task, Optional<String>> take;

    /**
     * @param take reserves what a task needs under its {@link Task#key}, if it needs something, and says why not if it cannot;
     *     called again for the same task, it must find the same
     */
    public Tenure(Ledger ledger, Function<Task, Optional<String>> take) {
        this.ledger = ledger;
        this.take = take;
    }

    /** Whether the task has what it needs already, be it only reserved. */
    public boolean holds(Task task) {
        return ledger.holding(task.key()).isPresent();
    }

    /** A task is placed, tentatively: as {@link Policy#allocated}. */
    public Optional<String> begin(Task task) {
        return take.apply(task);
    }

    /** What has its place has it, whether or not the reservation has lapsed on the way: for {@link Policy#committed}. */
    public void confirm(Task task) {
        if (take.apply(task).isEmpty()) {
            ledger.commit(task.key());
        }
    }

    /**
     * A placement that came to nothing, for {@link Policy#deallocated} and {@link Policy#aborted}. What was confirmed stays
     * until a session opens in which the task has no place: it may only have been thought away.
     */
    public void undo(Task task) {
        if (holds(task) && !holdsForGood(task)) {
            ledger.release(task.key());
        }
    }

    private boolean holdsForGood(Task task) {
        return ledger.holding(task.key()).filter(Ledger.Holding::isCommitted).isPresent();
    }

    /**
     * A session opens, as {@link Policy#sessionOpened}: what runs holds for good, what is over, gone or without its place gives
     * back.
     *
     * @return false if only changes were sent: then all of it is wanted
     */
    public boolean follow(Snapshot snapshot) {
        if (snapshot.extent() == Snapshot.Extent.FULL) {
            Set<String> there = new HashSet<>();
            snapshot.jobs().stream()
                    .map(Job::tasks)
                    .flatMap(List::stream)
                    .filter(task -> !isOver(task))
                    .forEach(task -> {
                        there.add(task.key());
                        if (hasPlace(task)) {
                            confirm(task);
                        } else if (holdsForGood(task)) {
                            // It was evicted, or could not be started: what it would keep, others might wait for in
                            // vain.
                            ledger.release(task.key());
                        }
                    });
            ledger.keys().stream().filter(key -> !there.contains(key)).forEach(ledger::release);
        }
        return snapshot.extent() != Snapshot.Extent.DELTA;
    }

    /** Where it is may be unknown for a while, as after a restart of the scheduler: it runs there all the same. */
    private static boolean hasPlace(Task task) {
        return task.agent().filter(agent -> !agent.isEmpty()).isPresent()
                || task.phase().filter(phase -> !phase.equals("Pending")).isPresent();
    }

    private static boolean isOver(Task task) {
        return task.phase()
                .filter(phase -> phase.equals("Succeeded") || phase.equals("Failed"))
                .isPresent();
    }
}
