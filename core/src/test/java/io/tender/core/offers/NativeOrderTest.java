package io.tender.core.offers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.Unavailability;
import io.tender.model.service.HostOffer;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import io.tender.spi.Chance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class NativeOrderTest {

    private static HostOffer offer(String id, String resources) {
        return HostOffer.of(new OfferId(id), new AgentId("agent-" + id), "host-" + id, Resources.parse(resources));
    }

    private static String ordered(String names, HostOffer... offers) {
        NativeOfferSet set = new NativeOfferSet(NativeOrder.parse(names, Chance.seeded(1)));
        List.of(offers).forEach(set::add);
        return ids(set);
    }

    private static String ids(NativeOfferSet set) {
        List<String> ids = new ArrayList<>();
        set.ordered().forEach(offer -> ids.add(offer.id().value()));
        return String.join(" ", ids);
    }

    @Test
    void each_name_puts_the_smallest_first() {
        HostOffer a = offer("a", "cpus:3;mem:100;disk:20;cpus{REV}:2");
        HostOffer b = offer("b", "cpus:1;mem:300;disk:30");
        HostOffer c = offer("c", "cpus:2;mem:200;disk:10;cpus{REV}:1");

        assertThat(ordered("CPU", a, b, c)).isEqualTo("b c a");
        assertThat(ordered("memory", a, b, c)).isEqualTo("a c b");
        assertThat(ordered("Disk", a, b, c)).isEqualTo("c a b");
        assertThat(ordered("REVOCABLE_CPU", a, b, c)).isEqualTo("c a b");
    }

    @Test
    void later_names_decide_where_earlier_ones_tie() {
        HostOffer a = offer("a", "cpus:1;mem:300");
        HostOffer b = offer("b", "cpus:1;mem:200");
        HostOffer c = offer("c", "cpus:0.5;mem:900");

        assertThat(ordered(" cpu , memory ", a, b, c)).isEqualTo("c b a");
    }

    @Test
    void maintenance_and_announced_unavailability_come_before_all_names() {
        HostOffer busy = offer("busy", "cpus:9");
        HostOffer draining = offer("draining", "cpus:1").withMode(MaintenanceMode.DRAINING);
        HostOffer scheduled = offer("scheduled", "cpus:1").withMode(MaintenanceMode.SCHEDULED);
        HostOffer soon = offer("soon", "cpus:1").withUnavailability(at(100));
        HostOffer late = offer("late", "cpus:1").withUnavailability(at(900));

        assertThat(ordered("CPU", draining, scheduled, soon, late, busy))
                .isEqualTo("busy late soon scheduled draining");
    }

    private static Optional<Unavailability> at(long seconds) {
        return Optional.of(new Unavailability(Instant.ofEpochSecond(seconds), Optional.empty()));
    }

    @Test
    void equal_machines_are_not_merged() {
        NativeOfferSet set = new NativeOfferSet(NativeOrder.parse("CPU", Chance.seeded(1)));
        HostOffer a = offer("a", "cpus:4");
        HostOffer b = offer("b", "cpus:4");
        set.add(b);
        set.add(a);
        assertThat(set.size()).isEqualTo(2);
        assertThat(ids(set)).isEqualTo("a b");
        set.remove(b);
        assertThat(ids(set)).isEqualTo("a");
    }

    @Test
    void random_is_arbitrary_but_stable_and_given_by_the_seed() {
        List<HostOffer> offers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            offers.add(offer(String.format("%02d", i), "cpus:4"));
        }
        Set<List<HostOffer>> orders = new HashSet<>();
        for (long seed = 0; seed < 5; seed++) {
            List<HostOffer> once = new ArrayList<>(offers);
            once.sort(NativeOrder.parse("RANDOM", Chance.seeded(seed)));
            List<HostOffer> again = new ArrayList<>(offers.reversed());
            again.sort(NativeOrder.parse("random", Chance.seeded(seed)));
            assertThat(once).isEqualTo(again).isNotEqualTo(offers);
            orders.add(once);
        }
        assertThat(orders).hasSize(5);
    }

    @Test
    void an_unknown_name_is_answered_with_the_known_ones() {
        assertThatThrownBy(() -> NativeOrder.parse("CPU,SPEED", Chance.seeded(1)))
                .hasMessageContainingAll("'SPEED'", "RANDOM, CPU, MEMORY, DISK, REVOCABLE_CPU", "to do:");
    }

    @Property(tries = 200)
    void the_set_is_always_what_sorting_would_give(@ForAll long seed) {
        Random random = new Random(seed);
        NativeOrder order = NativeOrder.parse("MEMORY,RANDOM", Chance.seeded(seed));
        NativeOfferSet set = new NativeOfferSet(order);
        List<HostOffer> oracle = new ArrayList<>();
        for (int step = 0; step < 60; step++) {
            if (oracle.isEmpty() || random.nextInt(3) > 0) {
                HostOffer added = offer("o" + step, "cpus:1;mem:" + (1 + random.nextInt(5)));
                set.add(added);
                oracle.add(added);
            } else {
                set.remove(oracle.remove(random.nextInt(oracle.size())));
            }
            if (random.nextInt(4) == 0) {
                oracle.sort(order);
                List<HostOffer> got = new ArrayList<>();
                set.ordered().forEach(got::add);
                assertThat(got).isEqualTo(oracle);
                assertThat(set.size()).isEqualTo(oracle.size());
            }
        }
    }
}
