package io.tender.spi;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.UnavailableResources;
import java.util.Map;

/** Takes the inverse offers of one allocation run. */
@FunctionalInterface
public interface InverseOfferCallback {
    /**
     * Called on the allocator's turn, after the offers of a run, at most once per framework and run, never with an
     * empty map.
     */
    void inverseOffers(FrameworkId framework, Map<AgentId, UnavailableResources> inverseOffers);
}
