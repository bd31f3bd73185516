package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What is free on a host, held by a scheduler of services. A host can have several.
 *
 * @param resources cpu, memory, and {@code ephemeral-storage} for the disk
 */
public record Offer(String host, ResourceList resources, Document raw) {

    /** The host as an agent of which only this is known. */
    public Agent agent() {
        return new Agent(
                host,
                true,
                Collections.emptySortedMap(),
                Collections.emptySortedMap(),
                List.of(),
                false,
                Optional.empty(),
                Optional.of(resources),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                raw);
    }
}
