package io.tender.daemon.master;

import io.tender.model.Domain;
import io.tender.model.Role;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * How the master behaves; start from {@link #defaults} and change what differs.
 *
 * @param masterId names this run of the master; part of the ids of offers and frameworks, so never the same twice
 * @param offerTimeout after which an unanswered offer is taken back; empty: never
 * @param agentReturnTimeout how long after a restart an agent may take to report before it counts as unreachable
 * @param permittedRoles the roles the cluster is restricted to; empty: no restriction
 * @param domain where the master stands
 * @param requireAgentDomain whether every agent must say where it stands
 * @param nestedQuota whether nested roles may have quota; the allocator's option of the same name
 * @param maxCompletedFrameworks how many frameworks that ended are remembered
 * @param maxCompletedTasks how many tasks that ended are remembered for each framework
 * @param maxGoneAgents how many agents that are gone for good are remembered
 * @param maxUnreachableAgents how many agents that are out of reach are remembered
 * @param maxAgentAge how long agents that are out of reach or gone are remembered
 */
public record MasterSettings(
        String masterId,
        Optional<Duration> offerTimeout,
        Duration agentReturnTimeout,
        Optional<Set<Role>> permittedRoles,
        Optional<Domain> domain,
        boolean requireAgentDomain,
        boolean nestedQuota,
        int maxCompletedFrameworks,
        int maxCompletedTasks,
        int maxGoneAgents,
        int maxUnreachableAgents,
        Duration maxAgentAge) {

    /** As many as Mesos remembers. */
    private static final int MOST_AGENTS = 102_400;

    public static MasterSettings defaults(String masterId) {
        return new MasterSettings(
                masterId,
                Optional.empty(),
                Duration.ofMinutes(10),
                Optional.empty(),
                Optional.empty(),
                false,
                false,
                50,
                1000,
                MOST_AGENTS,
                MOST_AGENTS,
                Duration.ofDays(14));
    }

    public MasterSettings withMasterId(String id) {
        return with(id, offerTimeout, maxGoneAgents, maxUnreachableAgents, maxAgentAge);
    }

    public MasterSettings withOfferTimeout(Duration timeout) {
        return withOfferTimeout(Optional.of(timeout));
    }

    public MasterSettings withOfferTimeout(Optional<Duration> timeout) {
        return with(masterId, timeout, maxGoneAgents, maxUnreachableAgents, maxAgentAge);
    }

    public MasterSettings withAgentHistory(int mostGone, int mostUnreachable, Duration age) {
        return with(masterId, offerTimeout, mostGone, mostUnreachable, age);
    }

    private MasterSettings with(
            String id, Optional<Duration> timeout, int mostGone, int mostUnreachable, Duration age) {
        return new MasterSettings(
                id,
                timeout,
                agentReturnTimeout,
                permittedRoles,
                domain,
                requireAgentDomain,
                nestedQuota,
                maxCompletedFrameworks,
                maxCompletedTasks,
                mostGone,
                mostUnreachable,
                age);
    }
}
