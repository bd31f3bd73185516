package io.tender.daemon.cluster;

import io.tender.model.AgentId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * What an agent says became of a task. It is said again until it is acknowledged.
 *
 * @param uuid names this report; the acknowledgement repeats it
 * @param reason Mesos's word for why, such as {@code REASON_COMMAND_EXECUTOR_FAILED}; empty if there is none
 * @param message for people; may be blank
 * @param exitCode how the process ended, if it did; 128 + n for signal n
 */
public record TaskReport(
        TaskKey key,
        AgentId agent,
        RunState state,
        UUID uuid,
        Instant at,
        String reason,
        String message,
        Optional<Integer> exitCode) {}
