package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.offers.NativeOfferSet;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OrderingTest {
    private static final HostOffer OFFER =
            HostOffer.of(new OfferId("o1"), new AgentId("a1"), "h1", Resources.parse("cpus:1;mem:1;disk:1"));
    private static final TaskConfig CONFIG = TaskConfig.of(new JobKey("r", "e", "n"), ResourceBundle.of(1, 1, 1));
    private static final OfferQuery QUERY =
            OfferQuery.of(1, new TaskGroupKey(CONFIG), CONFIG.request(), 1, List.of(OFFER));

    @Test
    void an_answer_that_ends_is_copied_whole() {
        NativeOfferSet set = new NativeOfferSet(Comparator.comparing(HostOffer::id));
        set.add(OFFER);

        assertThat(Ordering.answerOf(set, QUERY)).containsExactly(OFFER);
    }

    @Test
    void an_answer_that_never_ends_is_given_up() {
        assertThat(Ordering.answerOf(new Endless(), QUERY)).hasSize(Ordering.MOST_COPIED);
    }

    private static final class Endless implements OfferSet {
        @Override
        public void add(HostOffer offer) {}

        @Override
        public void remove(HostOffer offer) {}

        @Override
        public int size() {
            return 1;
        }

        @Override
        public void clear() {}

        @Override
        public Collection<HostOffer> values() {
            return List.of(OFFER);
        }

        @Override
        public Iterable<HostOffer> getOrdered(OfferQuery query) {
            Iterator<HostOffer> endless = Stream.generate(() -> OFFER).iterator();
            return () -> endless;
        }
    }
}
