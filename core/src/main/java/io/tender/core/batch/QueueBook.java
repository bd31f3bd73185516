package io.tender.core.batch;

import io.tender.model.BrokenRule;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The queues, whose guarantees can be added up. */
final class QueueBook {
    private final SortedMap<String, Queue> queues = new TreeMap<>();

    /** @throws BrokenRule if what they are guaranteed cannot be added up; nothing has changed then */
    void put(Collection<Queue> changed) {
        ResourceList guarantees = guaranteesBeside(changed);
        for (Queue queue : changed) {
            guarantees = withGuarantee(guarantees, queue);
        }
        changed.forEach(queue -> queues.put(queue.name(), queue));
    }

    /** Why some of these could not be put together, by name; nothing changes. */
    SortedMap<String, String> refused(Collection<Queue> changed) {
        SortedMap<String, String> refused = new TreeMap<>();
        ResourceList guarantees = guaranteesBeside(changed);
        for (Queue queue : changed) {
            try {
                guarantees = withGuarantee(guarantees, queue);
            } catch (BrokenRule uncountable) {
                refused.put(queue.name(), String.valueOf(uncountable.getMessage()));
            }
        }
        return refused;
    }

    private ResourceList guaranteesBeside(Collection<Queue> changed) {
        Set<String> names = new HashSet<>();
        changed.forEach(queue -> names.add(queue.name()));
        ResourceList guarantees = ResourceList.empty();
        for (Queue other : queues.values()) {
            guarantees = names.contains(other.name()) ? guarantees : guarantees.plus(other.guarantee());
        }
        return guarantees;
    }

    private static ResourceList withGuarantee(ResourceList guarantees, Queue queue) {
        String what = "queue '" + queue.name() + "'";
        Sums.plus(ResourceList.empty(), queue.capability(), what);
        Sums.plus(ResourceList.empty(), queue.deserved(), what);
        return Sums.plus(guarantees, queue.guarantee(), what);
    }

    void remove(String name) {
        queues.remove(name);
    }

    boolean isOpen(String name) {
        Queue queue = queues.get(name);
        return queue != null && queue.isOpen();
    }

    Collection<Queue> all() {
        return Collections.unmodifiableCollection(queues.values());
    }

    List<Queue> copy() {
        return List.copyOf(queues.values());
    }
}
