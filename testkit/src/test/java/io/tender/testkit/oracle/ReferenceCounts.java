package io.tender.testkit.oracle;

import io.tender.model.FrameworkId;
import io.tender.model.Role;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How often something was charged to whom: the only history that the order of clients depends on (5.2, 5.3), and so the
 * only thing the reference keeps beside the state itself.
 */
final class ReferenceCounts {
    /** Per tracked role, the frameworks tracked under it. */
    private final SortedMap<Role, SortedMap<FrameworkId, Long>> frameworks = new TreeMap<>();

    /** The count of each tracked role's own client: a leaf, virtual or not. */
    private final SortedMap<Role, Long> leaves = new TreeMap<>();

    /** The count of each path that has tracked roles below it. */
    private final SortedMap<Role, Long> inner = new TreeMap<>();

    /** Brings the clients in line with who is tracked now: newcomers start at zero, those who left are forgotten. */
    void follow(SortedMap<Role, SortedSet<FrameworkId>> tracked) {
        for (Role role : tracked.keySet()) {
            if (!leaves.containsKey(role)) {
                leaves.put(role, 0L);
                // A leaf that gets something below it becomes internal and keeps its count there, too.
                role.ancestors().forEach(path -> inner.putIfAbsent(path, leaves.getOrDefault(path, 0L)));
            }
        }
        for (Role role : new TreeSet<>(leaves.keySet())) {
            if (!tracked.containsKey(role)) {
                leaves.remove(role);
                frameworks.remove(role);
            }
        }
        inner.keySet().removeIf(path -> leaves.keySet().stream().noneMatch(role -> role.isDescendantOf(path)));
        tracked.forEach((role, ids) -> {
            Map<FrameworkId, Long> counts = frameworks.computeIfAbsent(role, any -> new TreeMap<>());
            ids.forEach(id -> counts.putIfAbsent(id, 0L));
            counts.keySet().retainAll(ids);
        });
    }

    void charge(FrameworkId framework, Role role) {
        frameworks.get(role).merge(framework, 1L, Long::sum);
        leaves.merge(role, 1L, Long::sum);
        inner.computeIfPresent(role, (path, count) -> count + 1);
        role.ancestors().forEach(path -> inner.merge(path, 1L, Long::sum));
    }

    long ofFramework(FrameworkId framework, Role role) {
        return frameworks.get(role).get(framework);
    }

    long ofLeaf(Role role) {
        return leaves.get(role);
    }

    long ofInner(Role path) {
        return inner.get(path);
    }
}
