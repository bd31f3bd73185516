package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.offers.NativeOfferSet;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.HostOffer;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OfferBookTest {
    private static final Comparator<HostOffer> BY_CPUS =
            Comparator.comparingLong(offer -> offer.firm().cpuMillis());

    private final OfferBook book = new OfferBook(
            new NativeOfferSet(BY_CPUS),
            BY_CPUS,
            new StaticBans(ServiceSettings.defaults()),
            new ServiceMetrics(),
            new Troubles(ServiceListener.NONE));
    private int made;

    private HostOffer offer(Random random) {
        int number = made++;
        return HostOffer.of(
                new OfferId("o" + number),
                new AgentId("a" + number),
                "h" + number,
                Resources.parse("cpus:" + (1 + random.nextInt(50)) + ";mem:8;disk:8"));
    }

    /** The same, each offer looked up. */
    private List<HeldOffer> lookedUp() {
        List<HeldOffer> all = new ArrayList<>();
        book.inNativeOrder().forEach(offer -> all.add(Objects.requireNonNull(book.byId(offer.id()))));
        return all;
    }

    private HeldOffer any(Random random) {
        List<HeldOffer> all = new ArrayList<>(book.all());
        return all.get(random.nextInt(all.size()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void the_offers_held_are_walked_as_if_each_were_looked_up(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            for (int i = random.nextInt(12); i > 0; i--) {
                book.add(offer(random));
            }
            for (int i = random.nextInt(10); i > 0 && book.size() > 0; i--) {
                book.remove(any(random).offer.id());
            }
            for (int i = random.nextInt(3); i > 0 && book.size() > 0; i--) {
                HeldOffer old = any(random);
                // Now and then the same object again, which is held anew all the same.
                book.replace(
                        old,
                        old.offer.withMode(random.nextBoolean() ? MaintenanceMode.NONE : MaintenanceMode.SCHEDULED));
            }
            if (random.nextInt(50) == 0) {
                book.clear();
            }
            if (random.nextBoolean()) {
                assertThat(book.heldInNativeOrder()).isEqualTo(lookedUp());
            }
        }
        assertThat(book.size()).isPositive();
    }
}
