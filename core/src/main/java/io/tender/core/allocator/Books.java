package io.tender.core.allocator;

import io.tender.core.sorter.ShareTree;
import io.tender.core.sorter.SorterKind;
import io.tender.core.sorter.Totals;
import io.tender.core.tally.Account;
import io.tender.core.tally.Tally;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who holds what: the one place where something is given or taken back, so that agents, shares, quota consumption and
 * metrics can never tell different stories.
 */
final class Books {

    final Totals totals;
    final ShareTree roleOrder;
    final RoleTree roles = new RoleTree();
    final Map<AgentId, AgentRecord> agents = new HashMap<>();
    final Roster roster = new Roster();
    final Map<FrameworkId, FrameworkRecord> frameworks = new HashMap<>();

    /** Everything held anywhere, also by frameworks that are not known yet. */
    final Account heldAnywhere = new Account();

    /** Free revocable resources of all agents. */
    final Tally availableRevocable = new Tally();

    private final Map<Role, Account> usedUnreserved = new HashMap<>();
    private final SorterKind frameworkSorter;
    private final boolean honourRequests;
    private final boolean chargeReservations;
    private final Map<FrameworkId, Set<AgentRecord>> agentsOfUnknown = new HashMap<>();
    private boolean demandMayOpen;
    private int clientsMade;

    Books(AllocatorOptions options, SorterKind roleSorter, SorterKind frameworkSorter) {
        this.frameworkSorter = frameworkSorter;
        totals = new Totals(options.fairnessExcludedNames());
        roleOrder = new ShareTree(roleSorter, totals, true);
        honourRequests = options.extensions().honourRequests();
        chargeReservations = options.extensions().chargeUnusedReservations();
        if (chargeReservations) {
            roleOrder.surcharge(this::addUnusedReservations);
        }
    }

    private void addUnusedReservations(Tally sum, String path, boolean own) {
        RoleNode node = roles.find(Role.of(path));
        if (node != null) {
            Tally unused = new Tally();
            unused.set(own ? node.ownReservations : node.reservations);
            unused.subtract((own ? node.ownHeldReserved : node.heldReserved).sum());
            unused.clip();
            sum.add(unused);
        }
    }

    AgentRecord addAgent(AgentInfo info) {
        AgentRecord agent = roster.add(info);
        agents.put(agent.id, agent);
        return agent;
    }

    /** The client of a framework under a role, tracked from now on if it was not. */
    RoleClient track(FrameworkRecord framework, Role role) {
        RoleClient known = framework.clients.get(role);
        if (known != null) {
            return known;
        }
        roles.trackFramework(framework.id, role);
        RoleNode node = Objects.requireNonNull(roles.find(role));
        ShareTree order = node.order;
        if (order == null) {
            order = new ShareTree(frameworkSorter, totals, false);
            node.order = order;
            node.share = roleOrder.add(role.path(), node);
            roleOrder.activate(node.share);
            roles.entered(node);
        }
        ClientSeat seat = new ClientSeat();
        RoleClient client = new RoleClient(framework, role, node, order.add(framework.id.value(), seat), clientsMade++);
        seat.client = client;
        framework.clients.put(role, client);
        return client;
    }

    /** Forgets a client that neither subscribes nor holds anything any more. */
    void untrackIfIdle(RoleClient client) {
        if (client.subscribed || !client.agents.isEmpty()) {
            return;
        }
        RoleNode node = client.node;
        Objects.requireNonNull(node.order).remove(client.share);
        client.framework.clients.remove(client.role);
        if (node.frameworks.size() == 1) {
            roles.leaving(node);
            roleOrder.remove(Objects.requireNonNull(node.share));
            node.order = null;
            node.share = null;
        }
        roles.untrackFramework(client.framework.id, client.role);
    }

    /** Lets the sort know whether a client may get offers now. */
    void refreshEligibility(RoleClient client) {
        ShareTree order = Objects.requireNonNull(client.node.order);
        if (client.framework.isEligible(client)) {
            order.activate(client.share);
        } else {
            order.deactivate(client.share);
        }
    }

    /** Gives resources to a client: an offer, or what it is found to use. */
    void charge(AgentRecord agent, RoleClient client, Resources resources) {
        agent.hold(client, agent.heldBy(client).plus(resources));
        setAvailable(agent, agent.availableWithout(resources));
        heldAnywhere.add(agent.id, resources);
        chargeSums(agent, client, resources);
    }

    private void chargeSums(AgentRecord agent, RoleClient client, Resources resources) {
        Objects.requireNonNull(client.node.order).charge(client.share, agent.id, resources);
        roleOrder.charge(Objects.requireNonNull(client.node.share), agent.id, resources);
        roles.charge(client.node, agent.id, resources);
        if (honourRequests) {
            client.framework.demand.held.add(agent.id, resources);
        }
    }

    /** Takes resources back that a client holds. */
    void uncharge(AgentRecord agent, RoleClient client, Resources resources) {
        agent.hold(client, agent.heldBy(client).minus(resources));
        setAvailable(agent, agent.availableWith(resources));
        heldAnywhere.subtract(agent.id, resources);
        unchargeSums(agent, client, resources);
    }

    private void unchargeSums(AgentRecord agent, RoleClient client, Resources resources) {
        Objects.requireNonNull(client.node.order).uncharge(client.share, agent.id, resources);
        roleOrder.uncharge(Objects.requireNonNull(client.node.share), agent.id, resources);
        roles.uncharge(client.node, agent.id, resources);
        if (honourRequests) {
            client.framework.demand.held.subtract(agent.id, resources);
            demandMayOpen |= client.framework.demand.isStated();
        }
    }

    /** Books what tasks are found to use on an agent; of frameworks not known yet it is kept for later. */
    void chargeUsed(AgentRecord agent, Map<FrameworkId, Resources> used) {
        new TreeMap<>(used).forEach((id, resources) -> {
            FrameworkRecord framework = frameworks.get(id);
            if (framework != null) {
                resources.allocations().forEach((role, part) -> {
                    RoleClient client = track(framework, role);
                    refreshEligibility(client);
                    charge(agent, client, part.unallocate());
                });
            } else if (!resources.isEmpty()) {
                agent.orphans.merge(id, resources, Resources::plus);
                agentsOfUnknown
                        .computeIfAbsent(id, any -> new LinkedHashSet<>())
                        .add(agent);
                heldAnywhere.add(agent.id, resources.unallocate());
            }
            markUsed(agent, resources);
        });
        setAvailable(agent, agent.computeAvailable());
    }

    /** Charges a framework that has just arrived with what the agents know it uses. */
    void adopt(FrameworkRecord framework) {
        Set<AgentRecord> concerned = agentsOfUnknown.remove(framework.id);
        if (concerned == null) {
            return;
        }
        for (AgentRecord agent : concerned) {
            Resources resources = Objects.requireNonNull(agent.orphans.remove(framework.id));
            resources.allocations().forEach((role, part) -> {
                RoleClient client = track(framework, role);
                Resources own = part.unallocate();
                agent.hold(client, agent.heldBy(client).plus(own));
                chargeSums(agent, client, own);
            });
        }
    }

    /**
     * Takes back what the agent was found to be using for a framework that has not been added yet; tells whether that was
     * all of it.
     */
    boolean releaseOrphan(AgentRecord agent, FrameworkId framework, Resources resources) {
        Resources orphan = agent.orphans.getOrDefault(framework, Resources.empty());
        if (!HoldingCalls.holds(orphan, resources)) {
            return false;
        }
        Resources left = orphan.minus(resources);
        if (left.isEmpty()) {
            agent.orphans.remove(framework);
            forgetUnknown(framework, agent);
        } else {
            agent.orphans.put(framework, left);
        }
        heldAnywhere.subtract(agent.id, resources.unallocate());
        setAvailable(agent, agent.computeAvailable());
        return true;
    }

    private void forgetUnknown(FrameworkId framework, AgentRecord agent) {
        Set<AgentRecord> others = agentsOfUnknown.get(framework);
        if (others != null && others.remove(agent) && others.isEmpty()) {
            agentsOfUnknown.remove(framework);
        }
    }

    /** Takes back everything a framework holds; returns the agents where it held something. */
    Set<AgentRecord> release(FrameworkRecord framework) {
        Set<AgentRecord> freed = new LinkedHashSet<>();
        for (RoleClient client : framework.clients.values()) {
            while (!client.agents.isEmpty()) {
                AgentRecord agent = client.agents.get(client.agents.size() - 1);
                uncharge(agent, client, agent.heldBy(client));
                agent.noteAbandoned(client.role);
                freed.add(agent);
            }
        }
        return freed;
    }

    /** Replaces what a client holds on an agent by what became of it. */
    void convert(AgentRecord agent, RoleClient client, Resources before, Resources after, Resources newTotal) {
        agent.hold(client, agent.heldBy(client).minus(before).plus(after));
        heldAnywhere.subtract(agent.id, before);
        heldAnywhere.add(agent.id, after);
        Objects.requireNonNull(client.node.order).update(client.share, agent.id, before, after);
        roleOrder.update(Objects.requireNonNull(client.node.share), agent.id, before, after);
        // What is given up comes first: a role whose holding was only reserved or unreserved has got no room back.
        roles.uncharge(client.node, agent.id, before);
        setTotal(agent, newTotal);
        roles.charge(client.node, agent.id, after);
        if (honourRequests) {
            client.framework.demand.held.subtract(agent.id, before);
            client.framework.demand.held.add(agent.id, after);
            demandMayOpen |= client.framework.demand.isStated();
        }
        agent.noteAbandoned(client.role);
    }

    /** Replaces an agent's total in everything that counts it. */
    void setTotal(AgentRecord agent, Resources total) {
        if (!agent.total.quantities().equals(total.quantities())) {
            totals.subtract(agent.total.quantities());
            totals.add(total.quantities());
        }
        if (agent.total.hasReserved() || total.hasReserved()) {
            roles.replaceReservations(agent.total, total);
            if (chargeReservations) {
                roleOrder.unsettle();
            }
        }
        agent.total = total;
        agent.hasGpus = total.amount("gpus") > 0;
        setAvailable(agent, agent.computeAvailable());
    }

    private void setAvailable(AgentRecord agent, Resources available) {
        if (agent.available.hasRevocable()) {
            availableRevocable.subtract(agent.available.revocable().quantities());
        }
        if (available.hasRevocable()) {
            availableRevocable.add(available.revocable().quantities());
        }
        agent.available = available;
    }

    /** Removes an agent with all that is held and used on it. */
    void removeAgent(AgentRecord agent) {
        unmarkUsed(agent, agent.used, true);
        while (agent.holderCount() > 0) {
            RoleClient client = agent.holder(0);
            uncharge(agent, client, agent.heldAt(0));
            untrackIfIdle(client);
        }
        agent.orphans.forEach((id, orphan) -> {
            heldAnywhere.subtract(agent.id, orphan.unallocate());
            forgetUnknown(id, agent);
        });
        agent.orphans.clear();
        setTotal(agent, Resources.empty());
        agents.remove(agent.id);
        roster.remove(agent);
    }

    /** Marks resources as really used; they carry their allocation roles. */
    void markUsed(AgentRecord agent, Resources resources) {
        agent.mark(resources);
        countUsed(agent.id, resources, true);
    }

    /** @param byHolder whether somebody who holds it says so, or somebody who is gone */
    void unmarkUsed(AgentRecord agent, Resources resources, boolean byHolder) {
        agent.unmark(resources, byHolder);
        countUsed(agent.id, resources, false);
    }

    private void countUsed(AgentId agent, Resources resources, boolean more) {
        SortedMap<Role, Resources> byRole = resources.allocations();
        byRole.forEach((role, part) -> {
            Resources counted = part.unallocate().unreserved().nonRevocable();
            if (!counted.isEmpty()) {
                List<Role> path = new ArrayList<>(role.ancestors());
                path.add(role);
                for (Role each : path) {
                    Account account = usedUnreserved.computeIfAbsent(each, any -> new Account());
                    if (more) {
                        account.add(agent, counted);
                    } else {
                        account.subtract(agent, counted);
                        if (account.sum().isEmpty()) {
                            usedUnreserved.remove(each);
                        }
                    }
                }
            }
        });
    }

    /** What counts against a role's quota and is really used, or reserved. */
    Tally consumed(RoleNode node) {
        Tally sum = new Tally();
        if (node.role != null) {
            Account used = usedUnreserved.get(node.role);
            if (used != null) {
                sum.add(used.sum());
            }
        }
        sum.add(node.reservations);
        return sum;
    }

    /** Tells once whether a framework that had stated a demand holds less than before, and may want offers again. */
    boolean takeDemandMayOpen() {
        boolean was = demandMayOpen;
        demandMayOpen = false;
        return was;
    }

    /** What a framework holds on one agent, under all its roles. */
    Account heldOn(AgentRecord agent, FrameworkRecord framework) {
        Account account = new Account();
        for (int i = 0; i < agent.holderCount(); i++) {
            if (agent.holder(i).framework == framework) {
                account.add(agent.id, agent.heldAt(i));
            }
        }
        return account;
    }

    /** What a sorted client stands for; set once, right after the client was made. */
    static final class ClientSeat {
        RoleClient client;

        @SuppressWarnings("NullAway.Init") // filled by track() before anybody can see it
        ClientSeat() {}
    }
}
