package io.tender.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.ResourceQuantities;
import io.tender.spi.order.Orders;
import io.tender.spi.order.ServingOrder;
import io.tender.spi.order.ServingOrderFactory;
import io.tender.spi.order.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * What every serving order must keep, whoever it serves first. Authors of one write
 *
 * <pre>{@code
 * class MyOrderTest extends ServingOrderContract {
 *     @Override
 *     protected ServingOrderFactory factory() {
 *         return new MyOrderFactory();
 *     }
 * }
 * }</pre>
 *
 * <p>and get one test per rule; a broken rule tells what to do. No rule demands a certain order, nor that there is one.
 */
public abstract class ServingOrderContract {
    private static final int RUNS = 300;
    private static final long SEED = 7;

    /** Makes the order under test. */
    protected abstract ServingOrderFactory factory();

    /** The settings of the order. */
    protected Map<String, String> parameters() {
        return Map.of();
    }

    /** A fresh order, told how often there are runs as an allocator tells it. */
    protected final ServingOrder begin() {
        ServingOrder order = factory().create(parameters());
        order.runsEvery(Duration.ofSeconds(1));
        return order;
    }

    /** Someone who holds a share of the cluster. */
    protected static Standing.Client client(String name, double share) {
        return new Standing.Client(name, 1, share, ResourceQuantities.parse("cpus:" + (long) (100 * share)));
    }

    /** Who holds what in a run. */
    protected static Standing standing(
            long run, List<Standing.Client> roles, SortedMap<String, List<Standing.Client>> frameworks) {
        return new Standing(run, ResourceQuantities.parse("cpus:100"), roles, frameworks);
    }

    /** Roles alone, the first with the smallest share. */
    protected static Standing roles(long run, String... names) {
        List<Standing.Client> roles = new ArrayList<>();
        for (String name : names) {
            roles.add(client(name, roles.size() / 100.0));
        }
        return standing(run, roles, new TreeMap<>());
    }

    private static Optional<Orders> ask(ServingOrder order, Standing standing) {
        Optional<Orders> orders = order.orders(() -> standing);
        assertThat(orders)
                .as("To do: answer Optional.empty() where there is no order, so that shares decide.")
                .isNotNull();
        return orders;
    }

    @Test
    void it_has_a_name_by_which_operators_choose_it() {
        assertThat(factory().name())
                .as("To do: name it in small letters, unlike the built-in sorters.")
                .isNotBlank()
                .isNotIn("drf", "random");
    }

    @Test
    void a_setting_that_nobody_knows_is_refused_by_its_name() {
        Map<String, String> wrong = new TreeMap<>(parameters());
        wrong.put("no-such-setting", "1");

        assertThatThrownBy(
                        () -> factory().create(wrong).close(),
                        "A mistyped setting would be passed over in silence. To do: throw, and name it.")
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no-such-setting");
    }

    @Test
    void each_allocator_has_one_of_its_own() {
        ServingOrder one = begin();
        ServingOrder other = begin();
        assertThat(one).as("To do: let create() make a new one each time.").isNotSameAs(other);

        one.close();
        ask(other, roles(1, "a", "b"));
        other.close();
    }

    @Test
    void it_can_be_closed_without_ever_having_been_asked() {
        factory().create(parameters()).close();
    }

    @Test
    void nobody_at_all_can_be_ordered() {
        try (ServingOrder order = begin()) {
            ask(order, standing(1, List.of(), new TreeMap<>()));
            ask(order, roles(2, "lone"));
        }
    }

    @Test
    void roles_alone_and_frameworks_alone_can_be_ordered() {
        SortedMap<String, List<Standing.Client>> frameworks = new TreeMap<>();
        frameworks.put("a", List.of(client("f1", 0), client("f2", 0.5)));
        frameworks.put("a/b", List.of(client("f3", 0)));
        try (ServingOrder order = begin()) {
            ask(order, roles(1, "a", "a/b", "c"));
            ask(order, standing(2, List.of(), frameworks));
        }
    }

    @Test
    void what_is_held_is_looked_at_before_the_answer_is_given() {
        AtomicInteger late = new AtomicInteger();
        try (ServingOrder order = begin()) {
            for (long run = 1; run <= RUNS; run++) {
                Standing now = roles(run, "a", "b", "c");
                AtomicBoolean over = new AtomicBoolean();
                order.orders(() -> {
                    late.addAndGet(over.get() ? 1 : 0);
                    return now;
                });
                over.set(true);
            }
        }

        assertThat(late)
                .as(
                        "The books have changed by then. To do: call standing.get() before orders() returns, and keep that.")
                .hasValue(0);
    }

    @Test
    void clients_come_and_go_over_hundreds_of_runs() {
        Random chance = new Random(SEED);
        try (ServingOrder order = begin()) {
            for (long run = 1; run <= RUNS; run++) {
                List<String> names = new ArrayList<>();
                for (int role = 0; role < 12; role++) {
                    if (chance.nextBoolean()) {
                        names.add(role % 3 == 0 ? "team/r" + role : "r" + role);
                    }
                }
                ask(order, roles(run, names.toArray(String[]::new)));
            }
        }
    }

    @Test
    void it_is_told_how_often_there_are_runs_and_when_that_changes() {
        try (ServingOrder order = begin()) {
            for (Duration interval : List.of(Duration.ofMillis(1), Duration.ofSeconds(1), Duration.ofDays(1))) {
                order.runsEvery(interval);
                ask(order, roles(1, "a", "b"));
            }
        }
    }
}
