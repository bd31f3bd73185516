package io.tender.core.batch;

import io.tender.model.batch.ResourceList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The tasks that wait and could be placed, counted by what they ask for in each queue. */
final class WaitingTasks {
    private final Map<String, Map<ResourceList, Integer>> byQueue = new HashMap<>();

    /** @param more how many of them wait now that did not before; below zero if fewer do */
    void add(String queue, ResourceList request, int more) {
        Map<ResourceList, Integer> requests = byQueue.computeIfAbsent(queue, unused -> new HashMap<>());
        requests.merge(request, more, Integer::sum);
        requests.remove(request, 0);
        if (requests.isEmpty()) {
            byQueue.remove(queue);
        }
    }

    boolean areIn(Predicate<String> queues) {
        return byQueue.keySet().stream().anyMatch(queues);
    }

    /** What they ask for in these queues, each amount once. */
    Set<ResourceList> requests(Predicate<String> queues) {
        Set<ResourceList> requests = new HashSet<>();
        byQueue.forEach((queue, asked) -> {
            if (queues.test(queue)) {
                requests.addAll(asked.keySet());
            }
        });
        return requests;
    }
}
