package io.tender.core.allocator;

import io.tender.model.Resources;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One refusal: until it is dropped, the client is not offered anything contained in it on that agent. */
final class OfferFilter {

    final RoleClient client;
    final AgentRecord agent;
    final Resources refused;
    final Expiry expiry;

    /** The next filter of the same client on the same agent. */
    @Nullable
    OfferFilter next;

    /** Where it stands in the client's list. */
    int index;

    boolean dropped;

    OfferFilter(RoleClient client, AgentRecord agent, Resources refused, Expiry expiry) {
        this.client = client;
        this.agent = agent;
        this.refused = refused;
        this.expiry = expiry;
    }

    /** The filters that expire together; those dropped earlier are forgotten when they become the majority. */
    static final class Expiry {
        private static final int WORTH_CLEARING = 64;

        List<OfferFilter> filters = new ArrayList<>();
        private int dropped;

        void noteDropped() {
            dropped++;
            boolean most = dropped > WORTH_CLEARING && dropped * 2 > filters.size();
            if (most || dropped == filters.size()) {
                filters.removeIf(filter -> filter.dropped);
                dropped = 0;
            }
        }
    }
}
