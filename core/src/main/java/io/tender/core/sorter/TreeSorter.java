package io.tender.core.sorter;

import io.tender.model.AgentId;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.spi.Chance;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A {@link ShareTree} together with the books of who holds what on which agent. */
class TreeSorter implements Sorter {

    private final Totals totals;
    private final ShareTree tree;
    private final Walk walk;
    private final Map<AgentId, ResourceQuantities> agents = new HashMap<>();
    private long sorts;
    private int clients;

    /** By share, the order stays until something changes. */
    private @Nullable List<String> order;

    private long orderOf;

    /** What the tree knows a client as: all it holds, by agent. */
    private record Holdings(Map<AgentId, Resources> byAgent) {
        void add(AgentId agent, Resources resources) {
            byAgent.merge(agent, resources, Resources::plus);
        }
    }

    TreeSorter(SorterKind kind, Set<String> excludedNames, Chance chance) {
        totals = new Totals(excludedNames);
        tree = new ShareTree(kind, totals, true);
        walk = new Walk(chance);
    }

    @Override
    public void add(String client) {
        tree.add(client, new Holdings(new HashMap<>()));
        clients++;
    }

    @Override
    public void remove(String client) {
        tree.remove(known(client));
        clients--;
    }

    @Override
    public void activate(String client) {
        tree.activate(known(client));
    }

    @Override
    public void deactivate(String client) {
        tree.deactivate(known(client));
    }

    @Override
    public void updateWeight(String path, double weight) {
        tree.updateWeight(path, weight);
    }

    @Override
    public void allocated(String client, AgentId agent, Resources resources) {
        ShareClient known = known(client);
        holdings(known).add(agent, resources);
        tree.charge(known, agent, resources);
    }

    @Override
    public void update(String client, AgentId agent, Resources before, Resources after) {
        ShareClient known = known(client);
        take(known, agent, before);
        if (!after.isEmpty()) {
            holdings(known).add(agent, after);
        }
        tree.update(known, agent, before, after);
    }

    @Override
    public void unallocated(String client, AgentId agent, Resources resources) {
        ShareClient known = known(client);
        take(known, agent, resources);
        tree.uncharge(known, agent, resources);
    }

    private static void take(ShareClient client, AgentId agent, Resources resources) {
        Map<AgentId, Resources> byAgent = holdings(client).byAgent();
        Resources held = byAgent.getOrDefault(agent, Resources.empty());
        if (!held.contains(resources)) {
            throw new IllegalArgumentException(
                    "client '" + client.path() + "' holds " + held + " on agent '" + agent + "', not " + resources);
        }
        Resources left = held.minus(resources);
        if (left.isEmpty()) {
            byAgent.remove(agent);
        } else {
            byAgent.put(agent, left);
        }
    }

    @Override
    public SortedMap<AgentId, Resources> allocation(String client) {
        return Collections.unmodifiableSortedMap(
                new TreeMap<>(holdings(known(client)).byAgent()));
    }

    @Override
    public ResourceQuantities allocationScalarQuantities(String client) {
        return tree.held(known(client)).toQuantities();
    }

    @Override
    public ResourceQuantities allocationScalarQuantities() {
        return tree.held().toQuantities();
    }

    @Override
    public void addAgent(AgentId agent, ResourceQuantities total) {
        if (agents.putIfAbsent(agent, total) != null) {
            throw new IllegalArgumentException("agent '" + agent + "' is already in the sorter");
        }
        totals.add(total);
    }

    @Override
    public void removeAgent(AgentId agent) {
        ResourceQuantities total = agents.remove(agent);
        if (total == null) {
            throw new IllegalArgumentException("agent '" + agent + "' is not in the sorter");
        }
        totals.subtract(total);
    }

    @Override
    public List<String> sort() {
        if (tree.activeCount() == 0) {
            return List.of();
        }
        if (!tree.isByShare()) {
            return sorted();
        }
        tree.settle();
        if (order == null || orderOf != tree.edition()) {
            order = sorted();
            orderOf = tree.edition();
        }
        return order;
    }

    private List<String> sorted() {
        return Collections.unmodifiableList(Arrays.asList(walk.paths(tree, ++sorts)));
    }

    @Override
    public boolean contains(String client) {
        return tree.find(client) != null;
    }

    @Override
    public int count() {
        return clients;
    }

    private ShareClient known(String client) {
        ShareClient known = tree.find(client);
        if (known == null) {
            throw new IllegalArgumentException("client '" + client + "' is not in the sorter");
        }
        return known;
    }

    private static Holdings holdings(ShareClient client) {
        return (Holdings) client.owner();
    }
}
