package io.tender.core.allocator;

import io.tender.model.AgentId;
import io.tender.model.Applied;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.Operation;
import io.tender.model.Resource;
import io.tender.model.ResourceConversion;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorRefusal.Reason;
import io.tender.spi.Amounts;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Calls about what is held: what became of it, what is used, what comes back. */
final class HoldingCalls {

    private final Cluster cluster;

    HoldingCalls(Cluster cluster) {
        this.cluster = cluster;
    }

    void updateAllocation(
            FrameworkId frameworkId, AgentId agentId, Resources offered, List<ResourceConversion> conversions) {
        FrameworkRecord framework = cluster.framework(frameworkId);
        AgentRecord agent = cluster.agent(agentId);
        Role role = Checks.soleRole(offered);
        RoleClient client = framework.clients.get(role);
        if (client == null) {
            throw Checks.refused(
                    Reason.UNKNOWN_ROLE,
                    "framework '" + frameworkId + "' neither subscribes to role '" + role
                            + "' nor holds anything under it");
        }
        Resources before = offered.unallocate();
        checkHeld(agent, client, before);
        for (ResourceConversion conversion : conversions) {
            Amounts.check("a conversion on agent", agentId, List.of(conversion.consumed(), conversion.converted()));
        }
        Conversions.Converted converted = Conversions.check(agent, client, offered, conversions);
        cluster.books.convert(agent, client, before, converted.held(), converted.total());
        cluster.books.untrackIfIdle(client);
        cluster.wakefulness.wake(agent);
    }

    CompletableFuture<Void> updateAvailable(AgentId id, List<Operation> operations) {
        AgentRecord agent = cluster.agent(id);
        List<Operation> plain =
                operations.stream().map(Operation::withoutAllocation).toList();
        plain.forEach(operation -> checkKnownBeforehand(operation, agent));
        Resources free = agent.available.minus(sharedInUse(agent));
        check(Operation.applyAll(free, plain), agent);
        cluster.books.setTotal(agent, check(Operation.applyAll(agent.total, plain), agent));
        cluster.wakefulness.wake(agent);
        return CompletableFuture.completedFuture(null);
    }

    void transitionOfferedToAllocated(AgentId id, Resources resources) {
        AgentRecord agent = cluster.agent(id);
        Checks.checkAllocated(resources);
        Amounts.check("what is used on agent", id, List.of(agent.used, resources));
        resources.allocations().forEach((role, part) -> {
            Resources inUse = agent.usedUnder(role).plus(part.unallocate());
            Resources held = agent.heldUnder(role);
            if (!holds(held, inUse)) {
                throw Checks.refused(
                        Reason.NOT_HELD,
                        "on agent '" + id + "' " + (held.isEmpty() ? "nothing" : held) + " is held under role '" + role
                                + "', which does not include the " + inUse + " that would be in use");
            }
        });
        cluster.books.markUsed(agent, resources);
    }

    void recoverResources(
            FrameworkId frameworkId, AgentId agentId, Resources resources, Optional<Filters> filters, boolean used) {
        AgentRecord agent = cluster.books.agents.get(agentId);
        if (resources.isEmpty() || agent == null) {
            return;
        }
        FrameworkRecord framework = cluster.books.frameworks.get(frameworkId);
        if (used) {
            Checks.checkAllocated(resources);
            if (!holds(agent.used, resources)) {
                throw Checks.refused(
                        Reason.NOT_HELD,
                        "agent '" + agentId + "' has " + agent.used + " in use, which does not include " + resources);
            }
        }
        if (framework == null) {
            endOfUnknown(frameworkId, agent, resources, used);
            return;
        }
        RoleClient client = framework.clients.get(Checks.soleRole(resources));
        Resources returned = resources.unallocate();
        checkHeld(agent, client, returned);
        if (used) {
            cluster.books.unmarkUsed(agent, resources, true);
        }
        if (client != null) {
            giveBack(agent, client, returned, filters, used);
        }
    }

    /** What a framework that is gone, or not there yet, has stopped using. */
    private void endOfUnknown(FrameworkId framework, AgentRecord agent, Resources resources, boolean used) {
        if (used) {
            boolean wasHeld = cluster.books.releaseOrphan(agent, framework, resources);
            cluster.books.unmarkUsed(agent, resources, wasHeld);
            if (wasHeld) {
                resources.allocations().keySet().forEach(agent::noteAbandoned);
                freed(agent);
            }
        }
    }

    private void freed(AgentRecord agent) {
        cluster.wakefulness.wake(agent);
        if (cluster.options.extensions().allocateWhenFreed()) {
            cluster.schedule.cause(agent);
        }
    }

    /** The free resources of an agent are changed at once, so what comes of it must be known beforehand. */
    private static void checkKnownBeforehand(Operation operation, AgentRecord agent) {
        if (operation instanceof Operation.CreateDisk || operation instanceof Operation.DestroyDisk) {
            throw Checks.refused(
                    Reason.CONVERSION_FAILED,
                    "what becomes of " + operation + " on agent '" + agent.id
                            + "' is known only when its resource provider has done it: use updateAllocation then");
        }
    }

    private static Resources check(Applied applied, AgentRecord agent) {
        return switch (applied) {
            case Applied.Ok ok -> ok.resources();
            case Applied.Refused no ->
                throw Checks.refused(
                        Reason.CONVERSION_FAILED,
                        "the operations do not apply to what is free on agent '" + agent.id + "': " + no.reason());
        };
    }

    /** Shared resources are always on offer, but those somebody holds are not free to be changed. */
    private static Resources sharedInUse(AgentRecord agent) {
        if (!agent.total.hasShared()) {
            return Resources.empty();
        }
        Resources held = agent.heldByAll().shared();
        Resources inUse = Resources.empty();
        for (Resource shared : agent.total.shared()) {
            if (held.contains(shared)) {
                inUse = inUse.plus(agent.total.shared().filter(shared::equals));
            }
        }
        return inUse;
    }

    private void giveBack(
            AgentRecord agent, RoleClient client, Resources resources, Optional<Filters> filters, boolean used) {
        cluster.books.uncharge(agent, client, resources);
        if (used) {
            client.framework.demand.lower(agent.id, resources.quantities());
        }
        if (filters.isPresent() && client.subscribed) {
            cluster.filters.install(client, agent, resources, filters.get());
        }
        agent.noteAbandoned(client.role);
        cluster.books.untrackIfIdle(client);
        freed(agent);
    }

    /** Whether all of the part is there, each object as often as it is named. */
    static boolean holds(Resources whole, Resources part) {
        return whole.contains(part)
                && (!part.hasSpecialScalars() || whole.minus(part).plus(part).equals(whole));
    }

    private static void checkHeld(AgentRecord agent, @Nullable RoleClient client, Resources resources) {
        Resources held = client == null ? Resources.empty() : agent.heldBy(client);
        if (!holds(held, resources)) {
            throw Checks.refused(
                    Reason.NOT_HELD,
                    "on agent '" + agent.id + "' "
                            + (client == null
                                    ? "nothing"
                                    : held + " is held by framework '" + client.framework.id + "'")
                            + ", which does not include " + resources);
        }
    }
}
