package io.tender.extender.aurora;

import io.tender.model.service.HostOffer;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskGroupKey;
import io.tender.spi.offers.OfferQuery;
import java.util.List;

/**
 * A query whose offers are ready to be sent.
 *
 * @param by who made it ready, and writes requests in a form of its own
 * @param good those the service is asked about, not to be changed any more; the others of the division may be tried last
 */
record PreparedQuery(
        OfferQuery query, Object by, List<HostOffer> good, StartingLimit.Divided divided, EncodedOffers encoded)
        implements OfferQuery {

    /** Whether it is of use to somebody. */
    @SuppressWarnings("ReferenceEquality") // one is not as good as another that is equal to it
    boolean isBy(Object other) {
        return by == other;
    }

    @Override
    public long attempt() {
        return query.attempt();
    }

    @Override
    public TaskGroupKey group() {
        return query.group();
    }

    @Override
    public ResourceBundle request() {
        return query.request();
    }

    @Override
    public int tasks() {
        return query.tasks();
    }

    @Override
    public List<HostOffer> candidates() {
        return query.candidates();
    }
}
