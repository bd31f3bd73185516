package io.tender.core.offers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class OfferOrderTest {
    private static final class Held extends OfferOrder.Entry {
        Held(HostOffer offer) {
            super(offer);
        }
    }

    private final OfferOrder<Held> order =
            new OfferOrder<>(Comparator.comparing(offer -> offer.id().value()));

    private Held add(int number) {
        Held held = new Held(HostOffer.of(
                new OfferId("o%05d".formatted(number)),
                new AgentId("a" + number),
                "h" + number,
                Resources.parse("cpus:1;mem:1;disk:1")));
        order.add(held);
        return held;
    }

    private List<String> ids() {
        List<String> ids = new ArrayList<>();
        order.inOrder().forEach(held -> ids.add(held.offer.id().value()));
        return ids;
    }

    @Test
    void what_comes_and_goes_while_nobody_asks_for_the_order_is_not_kept() {
        ArrayDeque<Held> there = new ArrayDeque<>();
        for (int i = 0; i < 20_000; i++) {
            there.add(add(i));
            if (there.size() > 10) {
                order.remove(there.remove());
            }
            assertThat(order.kept()).isLessThan(200);
        }

        assertThat(ids())
                .containsExactlyElementsOf(
                        there.stream().map(held -> held.offer.id().value()).toList());
    }

    @Test
    void what_leaves_while_the_order_is_walked_is_passed_over_however_much_that_is() {
        List<Held> all = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            all.add(add(i));
        }
        Iterator<Held> walk = order.inOrder().iterator();
        assertThat(walk.next().offer.id().value()).isEqualTo("o00000");

        all.subList(1, 999).forEach(order::remove);

        assertThat(walk.next().offer.id().value()).isEqualTo("o00999");
        assertThat(walk.hasNext()).isFalse();
        assertThat(order.kept()).isLessThan(200);
        assertThat(ids()).containsExactly("o00000", "o00999");
    }
}
