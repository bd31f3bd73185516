package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;

/**
 * Tasks that belong together.
 *
 * @param uid empty if the dialect does not send it
 * @param phase such as Pending or Inqueue
 * @param minAvailable how many of its tasks must start together
 * @param roleMinimums the same by role
 * @param minResources what it wants to have before it is admitted
 */
public record Job(
        String namespace,
        String name,
        String uid,
        Optional<String> queue,
        Optional<String> phase,
        OptionalInt priority,
        int minAvailable,
        SortedMap<String, Integer> roleMinimums,
        Optional<ResourceList> minResources,
        Optional<ResourceList> allocated,
        Optional<ResourceList> requested,
        SortedMap<String, String> labels,
        SortedMap<String, String> annotations,
        Optional<Instant> created,
        List<Task> tasks,
        Document raw) {

    public Job {
        roleMinimums = Collections.unmodifiableSortedMap(roleMinimums);
        labels = Collections.unmodifiableSortedMap(labels);
        annotations = Collections.unmodifiableSortedMap(annotations);
        tasks = List.copyOf(tasks);
    }

    /** As tasks name it: namespace and name. */
    public String id() {
        return namespace + "/" + name;
    }
}
