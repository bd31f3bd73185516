package io.tender.core.allocator;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.InverseOfferStatus;
import io.tender.model.Resources;
import io.tender.model.Unavailability;
import io.tender.model.UnavailableResources;
import io.tender.spi.AllocatorRefusal.Reason;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Calls about agents: what they have, whether they may be offered, when they will be down. */
final class AgentCalls {

    private final Cluster cluster;

    AgentCalls(Cluster cluster) {
        this.cluster = cluster;
    }

    void addAgent(
            AgentInfo info,
            Set<AgentCapability> capabilities,
            Optional<Unavailability> unavailability,
            Resources total,
            Map<FrameworkId, Resources> used) {
        if (cluster.books.agents.containsKey(info.id())) {
            throw Checks.refused(
                    Reason.AGENT_EXISTS, "agent '" + info.id() + "' is known already: update it, or remove it first");
        }
        if (cluster.schedule.isPausedByCaller() && !cluster.schedule.isHolding()) {
            throw Checks.refused(
                    Reason.PAUSED,
                    "agent '" + info.id() + "' was added while the allocator is paused: resume it first");
        }
        Checks.checkDomain(cluster.options, info);
        used.values().forEach(Checks::checkAllocated);
        AgentRecord agent = cluster.books.addAgent(info);
        agent.describe(capabilities);
        cluster.books.setTotal(agent, total.unallocate());
        cluster.books.chargeUsed(agent, used);
        unavailability.ifPresent(when -> cluster.inverseOffers.schedule(agent, when));
        cluster.wakefulness.wake(agent);
        cluster.schedule.agentArrived(cluster.books.agents.size());
        cluster.schedule.cause(agent);
    }

    void removeAgent(AgentId id) {
        AgentRecord agent = cluster.agent(id);
        agent.removed = true;
        cluster.filters.dropAll(agent);
        cluster.inverseOffers.cancel(agent);
        cluster.books.removeAgent(agent);
    }

    void updateAgent(AgentInfo info, Optional<Resources> total, Optional<Set<AgentCapability>> capabilities) {
        AgentRecord agent = cluster.agent(info.id());
        Checks.checkDomain(cluster.options, info);
        boolean changed = false;
        if (!agent.info.attributes().equals(info.attributes())) {
            cluster.filters.dropAll(agent);
            cluster.inverseOffers.dropFilters(agent);
        }
        if (!agent.info.equals(info)) {
            agent.info = info;
            changed = true;
        }
        if (capabilities.isPresent() && !agent.capabilities.equals(capabilities.get())) {
            agent.describe(capabilities.get());
            changed = true;
        }
        if (total.isPresent() && !agent.total.equals(total.get().unallocate())) {
            cluster.books.setTotal(agent, total.get().unallocate());
            changed = true;
        }
        if (changed) {
            cluster.wakefulness.wake(agent);
            cluster.schedule.cause(agent);
        }
    }

    void addResourceProvider(AgentId id, Resources total, Map<FrameworkId, Resources> used) {
        AgentRecord agent = cluster.agent(id);
        used.values().forEach(Checks::checkAllocated);
        cluster.books.setTotal(agent, agent.total.plus(total.unallocate()));
        cluster.books.chargeUsed(agent, used);
        cluster.wakefulness.wake(agent);
    }

    void activateAgent(AgentId id) {
        AgentRecord agent = cluster.agent(id);
        agent.activated = true;
        cluster.wakefulness.wake(agent);
    }

    void deactivateAgent(AgentId id) {
        cluster.agent(id).activated = false;
    }

    void updateWhitelist(Optional<Set<String>> hostnames) {
        cluster.whitelist = hostnames.map(Set::copyOf);
        cluster.wakefulness.wakeAll();
    }

    void updateUnavailability(AgentId id, Optional<Unavailability> unavailability) {
        AgentRecord agent = cluster.agent(id);
        cluster.inverseOffers.dropFilters(agent);
        cluster.inverseOffers.cancel(agent);
        unavailability.ifPresent(when -> cluster.inverseOffers.schedule(agent, when));
        cluster.schedule.cause(agent);
    }

    void updateInverseOffer(
            AgentId agentId,
            FrameworkId frameworkId,
            Optional<UnavailableResources> unavailable,
            Optional<InverseOfferStatus> status,
            Optional<Filters> filters) {
        FrameworkRecord framework = cluster.framework(frameworkId);
        AgentRecord agent = cluster.agent(agentId);
        Maintenance maintenance = agent.maintenance;
        if (maintenance == null) {
            throw Checks.refused(
                    Reason.NO_MAINTENANCE,
                    "framework '" + frameworkId + "' answers an inverse offer for agent '" + agentId
                            + "', which has no maintenance scheduled");
        }
        if (status.isPresent() && status.get().answer() == InverseOfferStatus.Answer.UNKNOWN) {
            throw Checks.refused(
                    Reason.UNKNOWN_ANSWER, "an answer to an inverse offer is ACCEPT or DECLINE, not UNKNOWN");
        }
        if (maintenance.outstanding.remove(frameworkId)) {
            status.ifPresent(answer -> maintenance.answers.put(frameworkId, answer));
        }
        filters.map(Filters::length).filter(length -> !length.isZero()).ifPresent(length -> {
            Instant until = cluster.host.now().plus(length);
            framework.inverseFilters.merge(agentId, until, (a, b) -> a.isAfter(b) ? a : b);
        });
    }
}
