package io.tender.core.allocator;

import io.tender.model.Resources;
import io.tender.spi.Expiries;
import org.jspecify.annotations.Nullable;

/** One refusal: until it is dropped, the client is not offered anything contained in it on that agent. */
final class OfferFilter {

    final RoleClient client;
    final AgentRecord agent;
    final Resources refused;
    final Expiries<OfferFilter>.Batch batch;

    /** The next filter of the same client on the same agent. */
    @Nullable
    OfferFilter next;

    /** Where it stands in the client's list. */
    int index;

    boolean dropped;

    OfferFilter(RoleClient client, AgentRecord agent, Resources refused, Expiries<OfferFilter>.Batch batch) {
        this.client = client;
        this.agent = agent;
        this.refused = refused;
        this.batch = batch;
    }
}
