package io.tender.core.batch;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds a place for one task within a statement and remembers why there is none. */
final class TaskPlacement {
    private final Work work;
    private final Session session;
    private final Statement statement;

    /** What became of a task. */
    enum Outcome {
        PLACED,
        /** Somebody is against this task now; equal ones may fare better. */
        REFUSED,
        /** It fits no node, nor would an equal one. */
        NOWHERE
    }

    TaskPlacement(Work work, Statement statement) {
        this.work = work;
        this.session = work.session();
        this.statement = statement;
    }

    Outcome place(SessionTask task, @Nullable SessionDomain within) {
        Optional<Refusal> refusal = work.allocatable(task);
        if (refusal.isEmpty()) {
            refusal = work.search().refusalOf(task);
        }
        if (refusal.isPresent()) {
            session.refuse(task, refusal.get());
            return Outcome.REFUSED;
        }
        Found found = nominated(task, within)
                .<Found>map(at -> at)
                .orElseGet(() -> work.search().best(task, within));
        if (found instanceof Found.At at) {
            refusal = at.now() ? statement.allocate(task, at.node()) : statement.pipeline(task, at.node());
            if (refusal.isEmpty()) {
                session.explanations().forget(task);
                return Outcome.PLACED;
            }
            session.refuse(task, refusal.get());
            return Outcome.REFUSED;
        }
        if (found instanceof Found.Nowhere nowhere) {
            session.explanations().ofFit(task, nowhere.errors());
            return Outcome.NOWHERE;
        }
        session.refuse(task, ((Found.Unranked) found).refusal());
        return Outcome.REFUSED;
    }

    /** The node that was freed for it comes first, if it still suits. */
    private Optional<Found.At> nominated(SessionTask task, @Nullable SessionDomain within) {
        if (task.nominated().isEmpty() || within != null) {
            return Optional.empty();
        }
        return session.node(task.nominated()).flatMap(node -> work.search().at(task, node));
    }
}
