package io.tender.spi.policy;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Quota;
import io.tender.model.Resource;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.Amounts;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** All that is known of the cluster, sorted throughout, so that no decision depends on the order of a hash table. */
final class Books {

    final TreeMap<AgentId, Agent> agents = new TreeMap<>();
    final TreeMap<FrameworkId, Framework> frameworks = new TreeMap<>();
    final TreeMap<Role, Quota> quotas = new TreeMap<>();
    final TreeMap<Role, Double> weights = new TreeMap<>();
    Optional<Set<String>> whitelist = Optional.empty();
    long runs;
    long lastRunNanos;

    boolean mayBeOffered(Agent agent) {
        return agent.activated && (whitelist.isEmpty() || whitelist.get().contains(agent.info.hostname()));
    }

    /** Refuses amounts that could not be counted once the agent had this total and use. */
    void checkAmounts(AgentId id, Resources total, Collection<Resources> used) {
        Amounts.check("the total of agent", id, total);
        Amounts.check("what is used on agent", id, used);
        ResourceQuantities others =
                sum(agents.values(), agent -> agent.id().equals(id) ? Resources.empty() : agent.total());
        ResourceQuantities added = total.quantities();
        for (int i = 0; i < added.size(); i++) {
            Amounts.checkCluster(added.name(i), others.millis(added.name(i)), added.millis(i));
        }
    }

    /** Charges what tasks are found to use, whether or not their frameworks are known yet. */
    static void charge(Agent agent, Map<FrameworkId, Resources> used) {
        used.forEach((framework, resources) -> {
            resources.allocations().forEach((role, part) -> {
                Claim claim = new Claim(framework, role);
                agent.hold(claim, agent.heldBy(claim).plus(part.unallocate()));
            });
            agent.mark(resources);
        });
    }

    boolean isTracked(Claim claim) {
        Framework framework = frameworks.get(claim.framework());
        return framework != null
                && (framework.info.roles().contains(claim.role())
                        || agents.values().stream()
                                .anyMatch(agent -> !agent.heldBy(claim).isEmpty()));
    }

    ResourceQuantities total() {
        return sum(agents.values(), Agent::total);
    }

    ResourceQuantities heldAnywhere() {
        return sum(agents.values(), Books::heldOnce);
    }

    /** Shared resources once, however many hold them. */
    private static Resources heldOnce(Agent agent) {
        Resources once = Resources.empty();
        for (Resources each : agent.held().values()) {
            once = once.plus(each.nonShared());
            for (Resource shared : each.shared()) {
                once = once.contains(shared) ? once : once.plus(shared);
            }
        }
        return once;
    }

    ResourceQuantities held(Claim claim) {
        return sum(agents.values(), agent -> agent.heldBy(claim));
    }

    /** What counts against a role's quota: what is held unreserved at or below it, and what is reserved at or below it. */
    ResourceQuantities consumed(Role role) {
        return sum(agents.values(), agent -> {
            Resources counted = agent.total()
                    .filter(resource -> resource.isScalar()
                            && resource.reservationRole()
                                    .filter(owner -> isAtOrBelow(owner, role))
                                    .isPresent());
            for (Map.Entry<Claim, Resources> entry : agent.held().entrySet()) {
                if (isAtOrBelow(entry.getKey().role(), role)) {
                    counted = counted.plus(quotaPart(entry.getValue()));
                }
            }
            return counted;
        });
    }

    private static boolean isAtOrBelow(Role role, Role top) {
        return role.equals(top) || role.isDescendantOf(top);
    }

    /** What quota is about: scalars that are nobody's own and cannot be taken back at any time. */
    static Resources quotaPart(Resources resources) {
        return resources.scalars().unreserved().nonRevocable();
    }

    private interface Part {
        Resources of(Agent agent);
    }

    /** Agent by agent, since resources of two agents are never one object. */
    private static ResourceQuantities sum(Collection<Agent> agents, Part part) {
        ResourceQuantities sum = ResourceQuantities.empty();
        for (Agent agent : agents) {
            sum = sum.plus(part.of(agent).quantities());
        }
        return sum;
    }

    /** What is worth watching, under the names Mesos gives it. */
    SortedMap<String, Double> metrics() {
        SortedMap<String, Double> metrics = new TreeMap<>();
        metrics.put("allocator/mesos/allocation_runs", (double) runs);
        if (runs > 0) {
            metrics.put("allocator/mesos/allocation_run_ms", lastRunNanos / 1e6);
        }
        ResourceQuantities total = total();
        ResourceQuantities held = heldAnywhere();
        for (String name : new String[] {"cpus", "mem", "disk"}) {
            String prefix = "allocator/mesos/resources/" + name;
            metrics.put(prefix + "/total", total.millis(name) / 1000.0);
            metrics.put(prefix + "/offered_or_allocated", held.millis(name) / 1000.0);
        }
        for (Framework framework : frameworks.values()) {
            for (Role role : framework.info.roles()) {
                metrics.merge(
                        "allocator/mesos/offer_filters/roles/" + role + "/active",
                        (double) framework.refusals(role),
                        Double::sum);
            }
        }
        return metrics;
    }
}
