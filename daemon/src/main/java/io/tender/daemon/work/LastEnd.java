package io.tender.daemon.work;

import io.tender.daemon.cluster.RunState;
import io.tender.daemon.master.Status;
import io.tender.daemon.master.TaskView;
import io.tender.model.service.TaskId;
import java.util.Optional;

/**
 * How the latest run of an instance that has no place now has ended.
 *
 * @param message what was said of it, for people; may be blank
 */
public record LastEnd(TaskId run, RunState state, Optional<Integer> exitCode, String message) {
    static LastEnd of(TaskView over) {
        Optional<Status> last = over.statuses().isEmpty()
                ? Optional.empty()
                : Optional.of(over.statuses().getLast());
        return new LastEnd(
                over.key().task(),
                over.state(),
                last.flatMap(Status::exitCode),
                last.map(Status::message).orElse(""));
    }

    /** The same in a few words. */
    String words() {
        return "its last run " + state.name() + (message.isBlank() ? "" : ", " + message);
    }
}
