package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.offers.NativeOfferSet;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.HostOffer;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OfferBookTest {
    private static final Comparator<HostOffer> BY_CPUS =
            Comparator.comparingLong(offer -> offer.firm().cpuMillis());

    private int made;

    private static OfferBook book(OfferSet set) {
        return new OfferBook(
                set,
                BY_CPUS,
                new StaticBans(ServiceSettings.defaults()),
                new ServiceMetrics(),
                new Troubles(ServiceListener.NONE));
    }

    private HostOffer offer(Random random) {
        int number = made++;
        return HostOffer.of(
                new OfferId("o" + number),
                new AgentId("a" + number),
                "h" + number,
                Resources.parse("cpus:" + (1 + random.nextInt(50)) + ";mem:8;disk:8"));
    }

    private static List<HeldOffer> walked(OfferBook book) {
        List<HeldOffer> all = new ArrayList<>();
        book.inNativeOrder().forEach(all::add);
        return all;
    }

    private static List<HeldOffer> sorted(OfferBook book) {
        return book.all().stream()
                .sorted(Comparator.comparing((HeldOffer held) -> held.offer, BY_CPUS)
                        .thenComparing(held -> held.offer.id()))
                .toList();
    }

    private static HeldOffer any(OfferBook book, Random random) {
        List<HeldOffer> all = new ArrayList<>(book.all());
        return all.get(random.nextInt(all.size()));
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, true", "3, true", "1, false", "2, false", "3, false"})
    void offers_are_walked_as_if_all_were_sorted_anew_each_time(long seed, boolean own) {
        OfferBook book = book(own ? new NativeOfferSet(BY_CPUS) : new Strange());
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            for (int i = random.nextInt(12); i > 0; i--) {
                book.add(offer(random));
            }
            for (int i = random.nextInt(10); i > 0 && book.size() > 0; i--) {
                book.remove(any(book, random).offer.id());
            }
            for (int i = random.nextInt(3); i > 0 && book.size() > 0; i--) {
                HeldOffer old = any(book, random);
                // Now and then the same object again, which is held anew all the same.
                book.replace(
                        old,
                        old.offer.withMode(random.nextBoolean() ? MaintenanceMode.NONE : MaintenanceMode.SCHEDULED));
            }
            if (random.nextInt(50) == 0) {
                book.clear();
            }
            if (random.nextInt(50) == 0) {
                book.use(random.nextBoolean() ? new NativeOfferSet(BY_CPUS) : new Strange(), BY_CPUS);
            }
            if (random.nextBoolean()) {
                assertThat(walked(book)).isEqualTo(sorted(book));
            }
        }
        assertThat(book.size()).isPositive();
    }

    /** Somebody else's, of whom nothing is known. */
    private static final class Strange implements OfferSet {
        @Override
        public void add(HostOffer offer) {}

        @Override
        public void remove(HostOffer offer) {}

        @Override
        public int size() {
            return 0;
        }

        @Override
        public void clear() {}

        @Override
        public Collection<HostOffer> values() {
            return List.of();
        }

        @Override
        public Iterable<HostOffer> getOrdered(OfferQuery query) {
            return List.of();
        }
    }
}
