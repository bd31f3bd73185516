package io.tender.testkit.oracle;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Everything the reference knows. Every sum is taken anew, by walking all agents, each time it is asked for. */
final class ReferenceCluster {
    AllocatorOptions options = AllocatorOptions.defaults();
    final SortedMap<AgentId, ReferenceAgent> agents = new TreeMap<>();

    /** How many numbers agents were ever given. */
    int agentNumbers;

    final SortedMap<FrameworkId, ReferenceFramework> frameworks = new TreeMap<>();

    /** Quotas that are not the default. */
    final SortedMap<Role, Quota> quotas = new TreeMap<>();

    /** Weights that are not 1. */
    final SortedMap<Role, Double> weights = new TreeMap<>();

    Optional<Set<String>> whitelist = Optional.empty();
    final ReferenceCounts counts = new ReferenceCounts();

    Quota quota(Role role) {
        return quotas.getOrDefault(role, Quota.NONE);
    }

    double weight(Role role) {
        return weights.getOrDefault(role, 1.0);
    }

    /** A role and everything below it. */
    static Predicate<Role> subtree(Role top) {
        return role -> role.equals(top) || role.isDescendantOf(top);
    }

    /** Unreserved and non-revocable: what quota counts beside reservations. */
    static Resources quotaRelevant(Resources resources) {
        return resources.unreserved().nonRevocable();
    }

    /** Section 3.4, as of now: role to frameworks that subscribe to it or hold something under it. */
    SortedMap<Role, SortedSet<FrameworkId>> tracked() {
        SortedMap<Role, SortedSet<FrameworkId>> tracked = new TreeMap<>();
        frameworks.forEach((id, framework) -> {
            SortedSet<Role> roles = new TreeSet<>(framework.info.roles());
            agents.values().forEach(agent -> roles.addAll(agent.rolesHeldBy(id)));
            roles.forEach(role ->
                    tracked.computeIfAbsent(role, any -> new TreeSet<>()).add(id));
        });
        return tracked;
    }

    boolean isTracked(FrameworkId framework, Role role) {
        return tracked().getOrDefault(role, new TreeSet<>()).contains(framework);
    }

    ResourceQuantities total() {
        ResourceQuantities sum = ResourceQuantities.empty();
        for (ReferenceAgent agent : agents.values()) {
            sum = sum.plus(agent.total.quantities());
        }
        return sum;
    }

    /** What known frameworks hold under certain roles; others are charged when they arrive. */
    ResourceQuantities held(Predicate<Role> roles, UnaryOperator<Resources> part) {
        return heldBy((framework, role) -> frameworks.containsKey(framework) && roles.test(role), part);
    }

    ResourceQuantities heldBy(BiPredicate<FrameworkId, Role> holder, UnaryOperator<Resources> part) {
        ResourceQuantities sum = ResourceQuantities.empty();
        for (ReferenceAgent agent : agents.values()) {
            sum = sum.plus(agent.heldQuantities(holder, part));
        }
        return sum;
    }

    /** Reserved scalars in the agents' totals, held or not, by the role on top of the stack. */
    ResourceQuantities reservations(Predicate<Role> roles) {
        ResourceQuantities sum = ResourceQuantities.empty();
        for (ReferenceAgent agent : agents.values()) {
            sum = sum.plus(agent.total
                    .reserved()
                    .filter(resource -> roles.test(resource.reservationRole().orElseThrow()))
                    .quantities());
        }
        return sum;
    }

    /** Section 3.2, quotaOfferedOrConsumed. */
    ResourceQuantities consumption(Role role) {
        return reservations(subtree(role)).plus(held(subtree(role), ReferenceCluster::quotaRelevant));
    }

    /** Section 3.2, quotaConsumed: only what is really used, whoever uses it. */
    ResourceQuantities usedConsumption(Role top) {
        ResourceQuantities sum = reservations(subtree(top));
        for (ReferenceAgent agent : agents.values()) {
            Resources inside = agent.used.filter(
                    resource -> subtree(top).test(resource.allocation().orElseThrow()));
            sum = sum.plus(quotaRelevant(inside).unallocate().quantities());
        }
        return sum;
    }

    /** Roles of the tree (3.2): with quota, weight, tracked framework or reserved scalars, and all above them. */
    SortedSet<Role> roleTree() {
        SortedSet<Role> own = new TreeSet<>(tracked().keySet());
        own.addAll(quotas.keySet());
        own.addAll(weights.keySet());
        for (ReferenceAgent agent : agents.values()) {
            agent.total
                    .reserved()
                    .scalars()
                    .forEach(resource -> own.add(resource.reservationRole().orElseThrow()));
        }
        SortedSet<Role> tree = new TreeSet<>(own);
        own.forEach(role -> tree.addAll(role.ancestors()));
        return tree;
    }

    /** The least number that no agent has. */
    int freeAgentNumber() {
        int number = 0;
        while (isAgentNumber(number)) {
            number++;
        }
        agentNumbers = Math.max(agentNumbers, number + 1);
        return number;
    }

    private boolean isAgentNumber(int number) {
        return agents.values().stream().anyMatch(agent -> agent.number == number);
    }
}
