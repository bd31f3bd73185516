package io.tender.model;

import java.util.Optional;

/** What a framework would like to have, on a certain agent or anywhere. */
public record ResourceRequest(Optional<AgentId> agent, ResourceQuantities quantities) {

    public static ResourceRequest anywhere(ResourceQuantities quantities) {
        return new ResourceRequest(Optional.empty(), quantities);
    }
}
