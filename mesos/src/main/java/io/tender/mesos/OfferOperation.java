package io.tender.mesos;

import io.tender.model.Operation;
import java.util.List;
import java.util.Optional;

/** What a framework does with an offer it accepts, one step of several. */
public sealed interface OfferOperation {

    /** The id under which the framework wants to hear how it went. */
    Optional<String> id();

    /** Runs tasks. */
    record Launch(Optional<String> id, List<LaunchedTask> tasks) implements OfferOperation {
        public Launch {
            tasks = List.copyOf(tasks);
        }
    }

    /** Runs tasks in one executor, all or none. */
    record LaunchGroup(Optional<String> id, Message executor, List<LaunchedTask> tasks) implements OfferOperation {
        public LaunchGroup {
            tasks = List.copyOf(tasks);
        }
    }

    /** Changes the resources themselves. */
    record Change(Optional<String> id, Operation operation) implements OfferOperation {}
}
