package io.tender.core.services;

import io.tender.model.service.HostOffer;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.List;

/** Asks an offer set that waits, somewhere else than on the scheduler's turns. */
@FunctionalInterface
public interface Ordering {

    /** For schedulers whose offer set does not wait. */
    Ordering NONE = (set, query, answer) -> {
        throw new IllegalStateException("The offer set " + set.getClass().getName()
                + " waits, but nobody was given to wait for it: pass an Ordering to the scheduler");
    };

    /**
     * Calls {@link OfferSet#getOrdered} on another thread and hands the outcome back on a later turn of the scheduler,
     * exactly once. An answer that comes later than the setting {@code offer_set_answer_timeout} is ignored.
     */
    void ask(OfferSet set, OfferQuery query, Answer answer);

    /** Takes what the set said; called on the scheduler's turns. */
    interface Answer {
        void ordered(List<HostOffer> offers);

        void failed(Throwable cause);
    }
}
