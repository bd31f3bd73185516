package io.tender.daemon;

import io.tender.core.services.Ordering;
import io.tender.model.service.HostOffer;
import io.tender.spi.AllocatorHost;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.List;

/** Asks offer sets that wait, each time on a virtual thread, and brings the answer back as a turn. */
record WaitingOrders(AllocatorHost host) implements Ordering {
    @Override
    public void ask(OfferSet set, OfferQuery query, Answer answer) {
        Thread.ofVirtual().name("tender-offer-set").start(() -> wait(set, query, answer));
    }

    private void wait(OfferSet set, OfferQuery query, Answer answer) {
        try {
            List<HostOffer> order = Ordering.answerOf(set, query);
            host.enqueue(() -> answer.ordered(order));
        } catch (RuntimeException | LinkageError failed) {
            host.enqueue(() -> answer.failed(failed));
        }
    }
}
