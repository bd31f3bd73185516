package io.tender.core.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.services.VirtualHost;
import io.tender.core.sorter.SorterKind;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.OfferConstraints;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.Chance;
import io.tender.spi.Expiries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FilterTableTest {

    private final Books books = new Books(AllocatorOptions.defaults(), SorterKind.DRF, SorterKind.DRF);
    private final AgentRecord agent =
            books.addAgent(new AgentInfo(new AgentId("a"), "host", List.of(), Optional.empty()));

    private final Expiries<OfferFilter> expiries =
            new Expiries<>(new VirtualHost(Chance.seeded(1)), filter -> false, filter -> {});

    private RoleClient client(int number) {
        FrameworkInfo info = FrameworkInfo.of(new FrameworkId("f" + number), Set.of(Role.ANY));
        return books.track(new FrameworkRecord(info, OfferConstraints.none()), Role.ANY);
    }

    private OfferFilter filter(RoleClient client, String refused) {
        return new OfferFilter(client, agent, Resources.parse(refused), expiries.in(Duration.ofDays(1)));
    }

    @Test
    void blocks_what_is_contained_in_any_filter_of_the_client_and_nothing_else() {
        RoleClient first = client(1);
        RoleClient second = client(2);
        FilterTable table = new FilterTable();
        table.add(filter(first, "cpus:1"));
        table.add(filter(first, "mem:10"));
        assertThat(table.blocks(first, Resources.parse("cpus:0.5"))).isTrue();
        assertThat(table.blocks(first, Resources.parse("mem:10"))).isTrue();
        assertThat(table.blocks(first, Resources.parse("cpus:0.5;mem:1"))).isFalse();
        assertThat(table.blocks(second, Resources.parse("cpus:0.5"))).isFalse();
    }

    @Test
    void finds_every_filter_however_many_come_and_go() {
        SplittableRandom random = new SplittableRandom(7);
        List<RoleClient> clients = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            clients.add(client(i));
        }
        FilterTable table = new FilterTable();
        List<OfferFilter> live = new ArrayList<>();
        for (int step = 0; step < 5_000; step++) {
            if (live.isEmpty() || random.nextInt(100) < (step % 1_000 < 500 ? 65 : 35)) {
                OfferFilter filter = filter(clients.get(random.nextInt(40)), "cpus:" + (1 + random.nextInt(5)));
                table.add(filter);
                live.add(filter);
            } else {
                table.remove(live.remove(random.nextInt(live.size())));
            }
            RoleClient asked = clients.get(random.nextInt(40));
            Resources offer = Resources.parse("cpus:" + (1 + random.nextInt(5)));
            assertThat(table.blocks(asked, offer))
                    .as("step %d", step)
                    .isEqualTo(live.stream().anyMatch(each -> each.client == asked && each.refused.contains(offer)));
        }
        List<OfferFilter> seen = new ArrayList<>();
        table.forEach(seen::add);
        assertThat(seen).containsExactlyInAnyOrderElementsOf(live);
    }
}
