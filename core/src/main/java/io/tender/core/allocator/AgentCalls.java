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
import io.tender.spi.Amounts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
        Resources whole = total.unallocate();
        checkAmounts(info.id(), Resources.empty(), whole, used.values());
        AgentRecord agent = cluster.books.addAgent(info);
        agent.describe(capabilities);
        cluster.books.setTotal(agent, whole);
        cluster.books.chargeUsed(agent, used);
        unavailability.ifPresent(when -> cluster.inverseOffers.schedule(agent, when));
        cluster.wakefulness.wake(agent);
        cluster.schedule.agentArrived(cluster.books.agents.size());
        cluster.schedule.cause(agent);
    }

    /** Refuses amounts that nobody has, and sums that could not be counted. */
    private void checkAmounts(AgentId id, Resources before, Resources after, Collection<Resources> used) {
        Amounts.check("the total of agent", id, after);
        Amounts.check("what is used on agent", id, used);
        Checks.checkClusterTotal(cluster.books.totals.all(), before.quantities(), after.quantities());
    }

    void removeAgent(AgentId id) {
        AgentRecord agent = cluster.agent(id);
        agent.removed = true;
        cluster.wakefulness.forget(agent);
        cluster.filters.dropAll(agent);
        cluster.inverseOffers.cancel(agent);
        cluster.books.removeAgent(agent);
    }

    void updateAgent(AgentInfo info, Optional<Resources> total, Optional<Set<AgentCapability>> capabilities) {
        AgentRecord agent = cluster.agent(info.id());
        Checks.checkDomain(cluster.options, info);
        total.ifPresent(after -> checkAmounts(agent.id, agent.total, after.unallocate(), List.of()));
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
        Amounts.check("a resource provider of agent", id, List.of(total));
        Resources whole = agent.total.plus(total.unallocate());
        List<Resources> allUsed = new ArrayList<>(used.values());
        allUsed.add(agent.used);
        checkAmounts(id, agent.total, whole, allUsed);
        cluster.books.setTotal(agent, whole);
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
