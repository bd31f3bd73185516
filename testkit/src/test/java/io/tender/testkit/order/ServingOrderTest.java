package io.tender.testkit.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.allocator.AskedOrder;
import io.tender.spi.order.Orders;
import io.tender.spi.order.ServingOrder;
import io.tender.spi.order.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ServingOrderTest {
    private final List<Standing> asked = new ArrayList<>();

    @Test
    void a_given_order_of_roles_is_obeyed_for_all_agents_of_a_run() {
        OrderedCluster cluster = roles(List.of("b", "a"));
        cluster.framework("f-a", "a").framework("f-b", "b").agent("a1").agent("a2");

        assertThat(cluster.run().offers()).containsExactlyInAnyOrder("a1 to f-b", "a2 to f-b");
        assertThat(cluster.metric("allocator/tender/serving_order/runs_followed"))
                .isEqualTo(1);
    }

    @Test
    void shares_would_have_decided_otherwise() {
        OrderedCluster cluster = new OrderedCluster(Optional.empty());
        cluster.framework("f-a", "a").framework("f-b", "b").agent("a1").agent("a2");

        assertThat(cluster.run().offers())
                .hasSize(2)
                .anyMatch(offer -> offer.endsWith("f-a"))
                .anyMatch(offer -> offer.endsWith("f-b"));
    }

    @Test
    void it_is_asked_once_per_run_however_many_agents_there_are_and_also_when_there_is_nothing_to_give() {
        OrderedCluster cluster = roles(List.of("b", "a"));
        cluster.framework("f-a", "a").framework("f-b", "b");
        for (int i = 0; i < 50; i++) {
            cluster.agent("a" + i);
        }

        cluster.run().run().run();

        assertThat(cluster.offers()).hasSize(50);
        assertThat(asked)
                .extracting(Standing::run)
                .doesNotHaveDuplicates()
                .hasSize((int) cluster.metric("allocator/mesos/allocation_runs"))
                .hasSizeGreaterThanOrEqualTo(4);
        assertThat(cluster.metric("allocator/tender/serving_order/runs_followed"))
                .isEqualTo(1);
    }

    @Test
    void what_is_told_is_what_is_held() {
        OrderedCluster cluster = roles(List.of("b", "a"));
        cluster.framework("f-a", "a").framework("f-b", "b").agent("a1").run();
        cluster.agent("a2").run();

        Standing second = asked.stream()
                .filter(standing -> standing.total().toString().contains("cpus:4"))
                .findFirst()
                .orElseThrow();
        assertThat(second.total().toString()).contains("mem:2048");
        assertThat(second.frameworks()).isEmpty();
        assertThat(second.roles())
                .extracting(client -> client.name() + " " + client.weight() + " " + client.share())
                .containsExactly("a 1.0 0.0", "b 1.0 0.5");
        assertThat(second.roles().getLast().allocated().toString()).contains("cpus:2");
    }

    @Test
    void who_is_not_named_comes_last_and_names_of_nobody_are_passed_over() {
        OrderedCluster cluster = roles(List.of("nobody", "c"));
        cluster.framework("f-a", "a").framework("f-c", "c").agent("a1");

        assertThat(cluster.run().offers()).containsExactly("a1 to f-c");
    }

    @Test
    void frameworks_within_a_role_can_be_ordered_too() {
        Orders orders = new Orders(List.of(), new TreeMap<>(Map.of("r", List.of("f2", "f1", "f3"))));
        OrderedCluster cluster =
                new OrderedCluster(Optional.of(new AskedOrder(remembering(Optional.of(orders)), false, true)));
        cluster.framework("f1", "r")
                .framework("f2", "r")
                .framework("f3", "r")
                .agent("a1")
                .agent("a2");

        assertThat(cluster.run().offers()).containsExactlyInAnyOrder("a1 to f2", "a2 to f2");
        assertThat(asked.getFirst().roles()).isEmpty();
        assertThat(asked.getFirst().frameworks().get("r"))
                .extracting(Standing.Client::name)
                .containsExactly("f1", "f2", "f3");
    }

    @Test
    void without_an_order_everything_is_as_by_share_and_so_it_is_when_the_module_throws() {
        List<String> byShare = new OrderedCluster(Optional.empty()).history(3, 60);
        ServingOrder broken = standing -> {
            throw new IllegalStateException("a mistake");
        };
        ServingOrder silent = standing -> nothing();

        for (ServingOrder order : List.of(remembering(Optional.empty()), broken, silent)) {
            OrderedCluster cluster = new OrderedCluster(Optional.of(new AskedOrder(order, true, true)));
            assertThat(cluster.history(3, 60)).isEqualTo(byShare);
            assertThat(cluster.metric("allocator/tender/serving_order/runs_by_share"))
                    .isPositive();
        }
    }

    @SuppressWarnings({"NullAway", "NullOptional", "ReturnsNullCollection"}) // a mistake of a module's author
    private static Optional<Orders> nothing() {
        return null;
    }

    private OrderedCluster roles(List<String> order) {
        Orders orders = new Orders(order, new TreeMap<>());
        return new OrderedCluster(Optional.of(new AskedOrder(remembering(Optional.of(orders)), true, false)));
    }

    private ServingOrder remembering(Optional<Orders> orders) {
        return new ServingOrder() {
            @Override
            public Optional<Orders> orders(Supplier<Standing> standing) {
                asked.add(standing.get());
                return orders;
            }
        };
    }
}
