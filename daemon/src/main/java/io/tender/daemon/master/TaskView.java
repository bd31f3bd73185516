package io.tender.daemon.master;

import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A task as it is now.
 *
 * @param held what is charged for it, with the role
 * @param state how far it has come, in the words of a framework that knows of partitions
 * @param statuses the latest ones, oldest first; at most one for each state
 * @param killing whether it was asked to end
 */
public record TaskView(
        TaskKey key,
        TaskSpec spec,
        Resources held,
        Optional<Role> role,
        RunState state,
        Instant launchedAt,
        List<Status> statuses,
        boolean killing) {
    public TaskView {
        statuses = List.copyOf(statuses);
    }
}
