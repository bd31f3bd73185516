package io.tender.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.runtime.OfferSets;
import io.tender.runtime.UnknownOfferSet;
import io.tender.spi.Chance;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetFactory;
import io.tender.spi.offers.OfferSetSetup;
import io.tender.testkit.contract.OfferSetContract;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class QuietHostsFirstTest extends OfferSetContract {

    @Override
    protected OfferSetFactory factory() {
        return new QuietHostsFirstFactory();
    }

    private static OfferSetSetup setup(Map<String, String> parameters, Map<AgentId, Integer> starting) {
        return new OfferSetSetup(
                new TreeMap<>(parameters),
                Chance.seeded(1),
                Comparator.comparing(HostOffer::id),
                agent -> starting.getOrDefault(agent, 0));
    }

    private static List<HostOffer> order(Map<String, String> parameters, int... starting) {
        Map<AgentId, Integer> busy = new TreeMap<>();
        List<HostOffer> offers = List.of(offer(0), offer(1), offer(2));
        for (int i = 0; i < starting.length; i++) {
            busy.put(offers.get(i).agent(), starting[i]);
        }
        OfferSet set = OfferSets.create("quiet-hosts-first", setup(parameters, busy));
        offers.forEach(set::add);
        return List.copyOf((List<HostOffer>) set.getOrdered(query(1, offers)));
    }

    @Test
    void machines_on_which_few_tasks_are_starting_come_first() {
        assertThat(order(Map.of(), 5, 0, 2)).containsExactly(offer(1), offer(2), offer(0));
        assertThat(order(Map.of("tolerated", "2"), 5, 0, 2)).containsExactly(offer(1), offer(2), offer(0));
        assertThat(order(Map.of("tolerated", "9"), 5, 0, 2)).containsExactly(offer(0), offer(1), offer(2));
    }

    @Test
    void an_unknown_parameter_is_told_with_the_name_of_the_set() {
        assertThatThrownBy(() -> order(Map.of("tolerate", "1")))
                .isInstanceOf(UnknownOfferSet.class)
                .hasMessageContainingAll("quiet-hosts-first", "tolerate", "to do:");
    }
}
