package io.tender.daemon.master;

import io.tender.model.AgentCapability;
import io.tender.model.AgentInfo;
import io.tender.model.Resources;
import io.tender.model.Unavailability;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * An agent as it is now.
 *
 * @param total all it has, reservations and volumes included
 * @param present whether it can be reached; after a restart, whether it has reported again
 * @param down whether its machine was taken down for maintenance
 * @param drain set while it is drained, or was
 */
public record AgentView(
        AgentInfo agent,
        Set<AgentCapability> capabilities,
        Resources reported,
        Resources total,
        Resources used,
        Resources offered,
        boolean present,
        boolean down,
        boolean deactivated,
        Optional<Drain> drain,
        Optional<Unavailability> unavailability,
        Instant joinedAt,
        Optional<Instant> unreachableSince) {

    /**
     * How an agent is emptied.
     *
     * @param maxGrace the longest any of its tasks has to end; empty: what each task says
     * @param markGone whether it is marked as gone once it is empty
     * @param done whether it is empty
     */
    public record Drain(Optional<Duration> maxGrace, boolean markGone, boolean done) {}
}
