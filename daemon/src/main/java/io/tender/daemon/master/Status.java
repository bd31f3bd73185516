package io.tender.daemon.master;

import io.tender.daemon.cluster.RunState;
import io.tender.model.AgentId;
import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * What a framework is told of a task.
 *
 * @param uuid present if the framework is to acknowledge it; it is then repeated until that
 * @param reason Mesos's word for why, such as {@code REASON_RECONCILIATION}; empty if there is none
 * @param exitCode how its process ended, if it did
 * @param unreachableSince since when its agent is out of reach
 */
public record Status(
        TaskId task,
        RunState state,
        Source source,
        Optional<AgentId> agent,
        Optional<String> executor,
        Optional<UUID> uuid,
        Instant at,
        String reason,
        String message,
        Optional<Integer> exitCode,
        Optional<Instant> unreachableSince) {

    /** Who says so. */
    public enum Source {
        MASTER,
        AGENT,
        EXECUTOR
    }

    Status withState(RunState told) {
        return new Status(task, told, source, agent, executor, uuid, at, reason, message, exitCode, unreachableSince);
    }
}
