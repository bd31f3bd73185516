package io.tender.daemon.master;

import io.tender.model.Operation;
import java.util.List;
import java.util.Optional;

/** What a framework does with what it was offered; several are carried out in order. */
public sealed interface OfferOperation {
    /** Runs tasks, each for itself: one that is wrong does not keep the others. */
    record Launch(List<TaskSpec> tasks) implements OfferOperation {
        public Launch {
            tasks = List.copyOf(tasks);
        }
    }

    /** Runs tasks together: if one is wrong, none is started; if one fails, all are ended. */
    record LaunchGroup(ExecutorSpec executor, List<TaskSpec> tasks) implements OfferOperation {
        public LaunchGroup {
            tasks = List.copyOf(tasks);
        }
    }

    /**
     * Changes the offered resources themselves, such as reserving them.
     *
     * @param id the framework's name for it, if it wants to hear what became of it
     */
    record Change(Operation operation, Optional<String> id) implements OfferOperation {}
}
