package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What jobs wait in.
 *
 * @param capability the most it may have; what is not named is unlimited
 * @param deserved its share; what is not named is unlimited
 * @param parent the queue it is part of, if any
 * @param state such as Open or Closed
 */
public record Queue(
        String name,
        int weight,
        ResourceList capability,
        ResourceList guarantee,
        ResourceList deserved,
        Optional<ResourceList> allocated,
        boolean reclaimable,
        int priority,
        Optional<String> parent,
        Optional<String> state,
        SortedMap<String, String> annotations,
        Document raw) {

    public Queue {
        annotations = Collections.unmodifiableSortedMap(annotations);
    }
}
