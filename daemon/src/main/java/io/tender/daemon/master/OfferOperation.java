package io.tender.daemon.master;

import io.tender.model.Operation;
import io.tender.model.service.TaskId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a framework does with what it was offered; several are carried out in order. */
public sealed interface OfferOperation {
    /**
     * Runs tasks, each for itself: one that is wrong does not keep the others.
     *
     * @param problems what is wrong with some of them as their framework described them: they are refused
     */
    record Launch(List<TaskSpec> tasks, Map<TaskId, String> problems) implements OfferOperation {
        public Launch {
            tasks = List.copyOf(tasks);
            problems = Map.copyOf(problems);
        }

        public Launch(List<TaskSpec> tasks) {
            this(tasks, Map.of());
        }
    }

    /**
     * Runs tasks together: if one is wrong, none is started; if one fails, all are ended.
     *
     * @param problems what is wrong with some of them, or their executor, as their framework described them
     */
    record LaunchGroup(ExecutorSpec executor, List<TaskSpec> tasks, List<String> problems) implements OfferOperation {
        public LaunchGroup {
            tasks = List.copyOf(tasks);
            problems = List.copyOf(problems);
        }

        public LaunchGroup(ExecutorSpec executor, List<TaskSpec> tasks) {
            this(executor, tasks, List.of());
        }
    }

    /**
     * Changes the offered resources themselves, such as reserving them.
     *
     * @param id the framework's name for it, if it wants to hear what became of it
     */
    record Change(Operation operation, Optional<String> id) implements OfferOperation {}
}
