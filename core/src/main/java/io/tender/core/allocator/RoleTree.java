package io.tender.core.allocator;

import io.tender.core.tally.Tally;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Quota;
import io.tender.model.Resource;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The roles that matter: those with a quota, a weight, a framework or a reservation, and the roles above them.
 *
 * <p>Sums are kept as things change, so that a run starts without adding anything up.
 */
public final class RoleTree {

    final RoleNode root = new RoleNode(null, null);
    private final Map<Role, RoleNode> nodes = new HashMap<>();
    private final Tally scratch = new Tally();

    /** Top-level roles whose guarantees are not met, and what is missing in all. */
    final Set<RoleNode> shortRoles = new LinkedHashSet<>();

    private final Tally need = new Tally();

    final OpenRoles open = new OpenRoles();

    /** Roles with a quota of their own. */
    private int quotas;

    private long run;

    final Relief relief = new Relief();

    public boolean contains(Role role) {
        return nodes.containsKey(role);
    }

    /** All roles in the tree. */
    public SortedSet<Role> roles() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(nodes.keySet()));
    }

    public Quota quota(Role role) {
        RoleNode node = nodes.get(role);
        return node == null ? Quota.NONE : node.quota;
    }

    public double weight(Role role) {
        RoleNode node = nodes.get(role);
        return node == null ? 1 : node.weight;
    }

    /** What is reserved for the role and those below it. */
    public ResourceQuantities reservations(Role role) {
        RoleNode node = nodes.get(role);
        return node == null ? ResourceQuantities.empty() : node.reservations.toQuantities();
    }

    /** The frameworks tracked under exactly this role. */
    public SortedSet<FrameworkId> frameworks(Role role) {
        RoleNode node = nodes.get(role);
        return node == null ? Collections.emptySortedSet() : Collections.unmodifiableSortedSet(node.frameworks);
    }

    @Nullable
    RoleNode find(Role role) {
        return nodes.get(role);
    }

    Iterable<RoleNode> all() {
        return new TreeMap<>(nodes).values();
    }

    boolean hasQuotas() {
        return quotas > 0;
    }

    private RoleNode obtain(Role role) {
        RoleNode known = nodes.get(role);
        if (known != null) {
            return known;
        }
        RoleNode parent = role.parent().map(this::obtain).orElse(root);
        RoleNode node = new RoleNode(role, parent);
        nodes.put(role, node);
        parent.children.put(node.path, node);
        refreshOpen(parent);
        return node;
    }

    private void prune(RoleNode from) {
        RoleNode node = from;
        while (node.parent != null && node.role != null && !node.isNeeded()) {
            nodes.remove(node.role);
            node.parent.children.remove(node.path);
            refreshOpen(node.parent);
            node = node.parent;
        }
    }

    public void updateQuota(Role role, Quota quota) {
        RoleNode node = obtain(role);
        quotas += (quota.isDefault() ? 0 : 1) - (node.quota.isDefault() ? 0 : 1);
        if (node.share != null) {
            open.remove(node);
        }
        node.quota = quota;
        node.closed = isClosed(node);
        if (node.share != null) {
            open.add(node);
        }
        node.runStamp = 0;
        consumptionChanged(node);
        prune(node);
    }

    public void updateWeight(Role role, double weight) {
        RoleNode node = obtain(role);
        node.weight = weight;
        prune(node);
    }

    public void trackFramework(FrameworkId framework, Role role) {
        obtain(role).frameworks.add(framework);
    }

    public void untrackFramework(FrameworkId framework, Role role) {
        RoleNode node = nodes.get(role);
        if (node != null) {
            node.frameworks.remove(framework);
            prune(node);
        }
    }

    /** Counts the reservations in an agent's total. */
    public void trackReservations(Resources total) {
        replaceReservations(Resources.empty(), total);
    }

    /** Forgets the reservations in an agent's total, which were tracked before. */
    public void untrackReservations(Resources total) {
        replaceReservations(total, Resources.empty());
    }

    /**
     * Counts the reservations in an agent's total instead of those that were tracked before. Only what differs changes
     * anything: a role gets no room back by what is still reserved for it.
     */
    void replaceReservations(Resources before, Resources after) {
        Map<Role, ResourceQuantities> gone = byRole(before);
        Map<Role, ResourceQuantities> fresh = byRole(after);
        gone.forEach((role, quantities) -> untrack(role, quantities.minus(amountOf(fresh, role))));
        fresh.forEach((role, quantities) -> track(role, quantities.minus(amountOf(gone, role))));
    }

    private static ResourceQuantities amountOf(Map<Role, ResourceQuantities> amounts, Role role) {
        return amounts.getOrDefault(role, ResourceQuantities.empty());
    }

    private void track(Role role, ResourceQuantities quantities) {
        if (quantities.isEmpty()) {
            return;
        }
        RoleNode own = obtain(role);
        own.ownReservations.add(quantities);
        for (RoleNode node = own; node != null; node = node.parent) {
            node.reservations.add(quantities);
            if (node.relieved) {
                relief.subtract(node, quantities);
            }
            consumptionChanged(node);
        }
    }

    private void untrack(Role role, ResourceQuantities quantities) {
        if (quantities.isEmpty()) {
            return;
        }
        RoleNode own = obtain(role);
        own.ownReservations.subtract(quantities);
        for (RoleNode node = own; node != null; node = node.parent) {
            node.reservations.subtract(quantities);
            relief.add(node, quantities);
            consumptionChanged(node);
        }
        prune(own);
    }

    /** Reserved scalars by the role on top of their stacks; other kinds of resources have no quota. */
    private static Map<Role, ResourceQuantities> byRole(Resources total) {
        Map<Role, ResourceQuantities> sums = new TreeMap<>();
        for (Resource resource : total.reserved()) {
            ResourceQuantities quantities = Resources.of(resource).quantities();
            if (!quantities.isEmpty()) {
                resource.reservationRole().ifPresent(role -> sums.merge(role, quantities, ResourceQuantities::plus));
            }
        }
        return sums;
    }

    /** Counts what a framework was given under a role. */
    void charge(RoleNode own, AgentId agent, Resources resources) {
        Resources unreserved = unreserved(resources);
        if (resources.hasReserved()) {
            Resources reserved = resources.reserved();
            own.ownHeldReserved.add(agent, reserved);
            upwards(own, node -> node.heldReserved.add(agent, reserved));
        }
        if (!unreserved.isEmpty()) {
            for (RoleNode node = own; node != null; node = node.parent) {
                beforeChange(node);
                node.heldUnreserved.add(agent, unreserved);
                if (node.relieved) {
                    // A copy of something shared may have been counted before.
                    relief.subtract(node, unreserved.nonShared().quantities());
                }
                consumptionChanged(node);
            }
        }
    }

    /** Takes back what was charged. */
    void uncharge(RoleNode own, AgentId agent, Resources resources) {
        Resources unreserved = unreserved(resources);
        if (resources.hasReserved()) {
            Resources reserved = resources.reserved();
            own.ownHeldReserved.subtract(agent, reserved);
            upwards(own, node -> node.heldReserved.subtract(agent, reserved));
        }
        if (!unreserved.isEmpty()) {
            for (RoleNode node = own; node != null; node = node.parent) {
                node.heldUnreserved.subtract(agent, unreserved);
                if (!node.quota.isDefault()) {
                    relief.add(node, unreserved.quantities());
                }
                consumptionChanged(node);
            }
        }
    }

    private static void upwards(RoleNode from, Consumer<RoleNode> change) {
        for (RoleNode node = from; node != null; node = node.parent) {
            change.accept(node);
        }
    }

    /** The part that counts against quota as it is held. */
    private static Resources unreserved(Resources resources) {
        return resources.unreserved().nonRevocable();
    }

    /** A role has just entered the sort. */
    void entered(RoleNode node) {
        node.closed = isClosed(node);
        open.add(node);
    }

    /** A role is about to leave the sort. */
    void leaving(RoleNode node) {
        open.remove(node);
    }

    private void refreshOpen(RoleNode node) {
        if (node.hasLimits() && node.closed != isClosed(node)) {
            if (node.share == null) {
                node.closed = !node.closed;
            } else {
                open.remove(node);
                node.closed = !node.closed;
                open.add(node);
            }
        }
    }

    /**
     * Whether the limits leave nothing. Never for a role with roles below it: what those get in a run is charged to it
     * only afterwards, so it may have more room in the run than the sums say.
     */
    private boolean isClosed(RoleNode node) {
        if (!node.hasLimits() || !node.children.isEmpty()) {
            return false;
        }
        node.consumption(scratch);
        return scratch.exhausts(node.quota.limits());
    }

    private void consumptionChanged(RoleNode node) {
        refreshOpen(node);
        if (!node.isTopLevel() || (!node.hasGuarantees() && node.need.isEmpty())) {
            return;
        }
        node.consumption(scratch);
        if (node.need.isEmpty() && scratch.covers(node.quota.guarantees())) {
            return;
        }
        need.subtract(node.need);
        node.need = scratch.missingFrom(node.quota.guarantees());
        need.add(node.need);
        if (node.need.isEmpty()) {
            shortRoles.remove(node);
        } else {
            shortRoles.add(node);
        }
    }

    // What a run counts with.

    /** From here on consumption is read as it stands now, however charges go on. */
    void beginRun(long number) {
        run = number;
    }

    private void beforeChange(RoleNode node) {
        if (!node.quota.isDefault()) {
            runConsumed(node);
        }
    }

    /** The consumption of a role with quota in the current run. */
    Tally runConsumed(RoleNode node) {
        if (node.runStamp != run) {
            node.consumption(node.runConsumed);
            node.runStamp = run;
        }
        return node.runConsumed;
    }

    /** What is missing to all guarantees of top-level roles. */
    Tally need() {
        return need;
    }

    /** What the guarantees in a subtree still need: the role's own lack, or the sum of those below it if that is more. */
    Tally nestedNeed(RoleNode node) {
        Tally below = new Tally();
        for (RoleNode child : node.children.values()) {
            below.add(nestedNeed(child));
        }
        if (!node.hasGuarantees()) {
            return below;
        }
        ResourceQuantities own = runConsumed(node).missingFrom(node.quota.guarantees());
        Tally most = new Tally();
        most.set(below);
        for (int i = 0; i < own.size(); i++) {
            long more = own.millis(i) - below.millis(own.name(i));
            if (more > 0) {
                most.add(ResourceQuantities.of(own.name(i), more));
            }
        }
        return most;
    }

    /** What is missing to a role's own guarantees beside what those below it will take: their guarantees are theirs. */
    ResourceQuantities nestedShortfall(RoleNode node) {
        ResourceQuantities missing = runConsumed(node).missingFrom(node.quota.guarantees());
        for (RoleNode child : node.children.values()) {
            missing = missing.minus(nestedNeed(child).toQuantities());
        }
        return missing;
    }
}
