package io.tender.examples.extender;

import io.tender.extender.server.Job;
import io.tender.extender.server.Ledger;
import io.tender.extender.server.Snapshot;
import io.tender.extender.server.Task;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Keeps a ledger in step with what really runs. Messages get lost, Volcano does not say what became of a placement, and nobody says
 * when a task is over; but each session opens with all that is there. So what has a place keeps what it holds for good, and what
 * is gone gives it back. One scheduler to a ledger: to another one, what this one runs would be gone.
 */
final class Tenure {
    private final Ledger ledger;
    private final Function<Task, Optional<String>> take;

    /** @param take reserves what a task needs, if it needs something, and says why not if it cannot */
    Tenure(Ledger ledger, Function<Task, Optional<String>> take) {
        this.ledger = ledger;
        this.take = take;
    }

    /** False if only changes were sent: then all of it is wanted. */
    boolean follow(Snapshot snapshot) {
        if (snapshot.extent() == Snapshot.Extent.FULL) {
            Set<String> there = new HashSet<>();
            snapshot.jobs().stream()
                    .map(Job::tasks)
                    .flatMap(List::stream)
                    .filter(task -> !isOver(task))
                    .forEach(task -> {
                        there.add(task.key());
                        if (task.agent().filter(agent -> !agent.isEmpty()).isPresent()) {
                            confirm(task);
                        }
                    });
            ledger.keys().stream().filter(key -> !there.contains(key)).forEach(ledger::release);
        }
        return snapshot.extent() != Snapshot.Extent.DELTA;
    }

    /** What has its place has it, whether or not the reservation has lapsed on the way. */
    void confirm(Task task) {
        if (take.apply(task).isEmpty()) {
            ledger.commit(task.key());
        }
    }

    /** A placement that came to nothing. What was confirmed stays until the task is gone: it may only have been thought away. */
    void undo(Task task) {
        if (ledger.holding(task.key()).filter(held -> !held.isCommitted()).isPresent()) {
            ledger.release(task.key());
        }
    }

    private static boolean isOver(Task task) {
        return task.phase()
                .filter(phase -> phase.equals("Succeeded") || phase.equals("Failed"))
                .isPresent();
    }
}
