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
final class TreeSorter implements Sorter {

    private final Totals totals;
    private final ShareTree tree;
    private final Walk walk;
    private final Map<String, Entry> entries = new HashMap<>();
    private final Map<AgentId, ResourceQuantities> agents = new HashMap<>();
    private long sorts;

    /** By share, the order stays until something changes. */
    private @Nullable List<String> order;

    private long orderOf;

    private record Entry(ShareClient client, Map<AgentId, Resources> held) {}

    TreeSorter(SorterKind kind, Set<String> excludedNames, Chance chance) {
        totals = new Totals(excludedNames);
        tree = new ShareTree(kind, totals, true);
        walk = new Walk(chance);
    }

    @Override
    public void add(String client) {
        if (entries.containsKey(client)) {
            throw new IllegalArgumentException("client '" + client + "' is already in the sorter");
        }
        entries.put(client, new Entry(tree.add(client, client), new HashMap<>()));
    }

    @Override
    public void remove(String client) {
        tree.remove(entry(client).client());
        entries.remove(client);
    }

    @Override
    public void activate(String client) {
        tree.activate(entry(client).client());
    }

    @Override
    public void deactivate(String client) {
        tree.deactivate(entry(client).client());
    }

    @Override
    public void updateWeight(String path, double weight) {
        tree.updateWeight(path, weight);
    }

    @Override
    public void allocated(String client, AgentId agent, Resources resources) {
        Entry entry = entry(client);
        entry.held().merge(agent, resources, Resources::plus);
        tree.charge(entry.client(), agent, resources);
    }

    @Override
    public void update(String client, AgentId agent, Resources before, Resources after) {
        Entry entry = entry(client);
        take(client, entry, agent, before);
        if (!after.isEmpty()) {
            entry.held().merge(agent, after, Resources::plus);
        }
        tree.update(entry.client(), agent, before, after);
    }

    @Override
    public void unallocated(String client, AgentId agent, Resources resources) {
        Entry entry = entry(client);
        take(client, entry, agent, resources);
        tree.uncharge(entry.client(), agent, resources);
    }

    private static void take(String client, Entry entry, AgentId agent, Resources resources) {
        Resources held = entry.held().getOrDefault(agent, Resources.empty());
        if (!held.contains(resources)) {
            throw new IllegalArgumentException(
                    "client '" + client + "' holds " + held + " on agent '" + agent + "', not " + resources);
        }
        Resources left = held.minus(resources);
        if (left.isEmpty()) {
            entry.held().remove(agent);
        } else {
            entry.held().put(agent, left);
        }
    }

    @Override
    public SortedMap<AgentId, Resources> allocation(String client) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(entry(client).held()));
    }

    @Override
    public ResourceQuantities allocationScalarQuantities(String client) {
        return tree.held(entry(client).client()).toQuantities();
    }

    @Override
    public ResourceQuantities allocationScalarQuantities() {
        return tree.held().toQuantities();
    }

    @Override
    public void addAgent(AgentId agent, ResourceQuantities total) {
        if (!tree.isByShare()) {
            return; // chance asks for no totals
        }
        if (agents.putIfAbsent(agent, total) != null) {
            throw new IllegalArgumentException("agent '" + agent + "' is already in the sorter");
        }
        totals.add(total);
    }

    @Override
    public void removeAgent(AgentId agent) {
        if (!tree.isByShare()) {
            return;
        }
        ResourceQuantities total = agents.remove(agent);
        if (total == null) {
            throw new IllegalArgumentException("agent '" + agent + "' is not in the sorter");
        }
        totals.subtract(total);
    }

    @Override
    public List<String> sort() {
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
        walk.begin(tree, ++sorts);
        walk.wantAll();
        String[] paths = new String[tree.activeCount()];
        int size = 0;
        for (ShareClient client = walk.next(); client != null; client = walk.next()) {
            paths[size++] = client.path();
        }
        return Collections.unmodifiableList(Arrays.asList(paths));
    }

    @Override
    public boolean contains(String client) {
        return entries.containsKey(client);
    }

    @Override
    public int count() {
        return entries.size();
    }

    private Entry entry(String client) {
        Entry entry = entries.get(client);
        if (entry == null) {
            throw new IllegalArgumentException("client '" + client + "' is not in the sorter");
        }
        return entry;
    }
}
