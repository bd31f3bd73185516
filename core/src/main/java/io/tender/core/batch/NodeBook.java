package io.tender.core.batch;

import io.tender.model.batch.Node;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.TaskId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The nodes, what is on each of them, and what is about to be free there. */
final class NodeBook {
    private final ShelfOf<String, NodeRecord> shelf = new ShelfOf<>();
    private final Map<String, NodeEntry> machines = new HashMap<>();
    private final AwaitedRoom awaited = new AwaitedRoom();
    private final DomainBook domains;
    private ResourceList total = ResourceList.empty();
    private long versions;

    /** A node that is being changed: what is on it, though the node itself may not have joined yet. */
    private static final class NodeEntry {
        @Nullable
        Node node;

        final SortedMap<TaskId, TaskRecord> tasks = new TreeMap<>();
    }

    /** @param domains told when other nodes may be members of them */
    NodeBook(DomainBook domains) {
        this.domains = domains;
    }

    void put(Node node) {
        NodeEntry known = machines.get(node.name());
        ResourceList others = known == null || known.node == null ? total : total.minus(known.node.allocatable());
        total = Sums.plus(others, node.allocatable(), "node '" + node.name() + "'");
        NodeEntry entry = machines.computeIfAbsent(node.name(), unused -> new NodeEntry());
        if (entry.node == null || !entry.node.labels().equals(node.labels())) {
            domains.nodesChanged();
        }
        entry.node = node;
        shelf.changed(node.name());
    }

    void remove(String name) {
        NodeEntry entry = machines.get(name);
        if (entry == null || entry.node == null) {
            return;
        }
        total = total.minus(entry.node.allocatable());
        entry.node = null;
        domains.nodesChanged();
        if (entry.tasks.isEmpty()) {
            machines.remove(name);
        }
        shelf.changed(name);
    }

    Optional<Node> node(String name) {
        NodeEntry entry = machines.get(name);
        return entry == null ? Optional.empty() : Optional.ofNullable(entry.node);
    }

    /** Counts a task on its node, if it holds room there. */
    void stay(TaskRecord task) {
        if (task.status().holdsRoom() && !task.node().isEmpty()) {
            machines.computeIfAbsent(task.node(), unused -> new NodeEntry())
                    .tasks
                    .put(task.task().id(), task);
            shelf.changed(task.node());
        }
    }

    void leave(TaskRecord task) {
        NodeEntry entry = machines.get(task.node());
        if (entry != null && entry.tasks.remove(task.task().id()) != null) {
            if (entry.node == null && entry.tasks.isEmpty()) {
                machines.remove(task.node());
            }
            shelf.changed(task.node());
        }
    }

    long await(String node, ResourceList freed) {
        shelf.changed(node);
        return awaited.await(node, freed);
    }

    void came(String node, ResourceList offered) {
        shelf.changed(node);
        awaited.came(node, offered);
    }

    boolean stopAwaiting(String node, long number) {
        shelf.changed(node);
        return awaited.stop(node, number);
    }

    void stopAwaiting(String node) {
        shelf.changed(node);
        awaited.forget(node);
    }

    boolean awaits(String node) {
        return !awaited.on(node).isEmpty();
    }

    /** Nodes on which room is awaited. */
    Set<String> awaiting() {
        return awaited.nodes();
    }

    /** What tasks that were asked to end still hold, and what those that did have left and has not come back yet. */
    ResourceList beingFreed(String node) {
        NodeEntry entry = machines.get(node);
        ResourceList sum = awaited.on(node);
        if (entry != null) {
            for (TaskRecord task : entry.tasks.values()) {
                sum = task.status() == TaskStatus.RELEASING
                        ? sum.plus(task.task().request())
                        : sum;
            }
        }
        return sum;
    }

    /** What all nodes have together, awaited room included. */
    ResourceList total() {
        ResourceList sum = total;
        for (String node : awaited.nodes()) {
            sum = node(node).isPresent() ? sum.plus(awaited.on(node)) : sum;
        }
        return sum;
    }

    /** As they are now; those that have not changed since the last time are the same objects. */
    List<NodeRecord> records() {
        return shelf.refreshed(this::record);
    }

    private @Nullable NodeRecord record(String name) {
        NodeEntry entry = machines.get(name);
        if (entry == null || entry.node == null) {
            return null;
        }
        ResourceList coming = awaited.on(name);
        ResourceList used = coming;
        ResourceList releasing = coming;
        for (TaskRecord task : entry.tasks.values()) {
            used = used.plus(task.task().request());
            if (task.status() == TaskStatus.RELEASING) {
                releasing = releasing.plus(task.task().request());
            }
        }
        Node node = coming.isEmpty()
                ? entry.node
                : entry.node.withAllocatable(entry.node.allocatable().plus(coming));
        return new NodeRecord(node, used, releasing, List.copyOf(entry.tasks.values()), ++versions);
    }
}
