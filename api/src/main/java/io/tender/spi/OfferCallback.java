package io.tender.spi;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.Map;

/** Takes the offers of one allocation run. */
@FunctionalInterface
public interface OfferCallback {
    /**
     * Called on the allocator's turn, at the end of a run, at most once per framework and run, never with an empty map.
     * The resources carry the role they are offered under. The maps are the receiver's own and iterate in the order of
     * role and agent id.
     */
    void offers(FrameworkId framework, Map<Role, Map<AgentId, Resources>> offers);
}
