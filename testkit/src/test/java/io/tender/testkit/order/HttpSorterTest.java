package io.tender.testkit.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.ExtenderReport;
import io.tender.extender.sorter.HttpServingOrder;
import io.tender.extender.sorter.HttpServingOrderFactory;
import io.tender.runtime.AllocatorActor;
import io.tender.runtime.Allocators;
import io.tender.testkit.hostile.HostileServer;
import io.tender.testkit.hostile.Misbehaviour;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HttpSorterTest {
    private static final int STEPS = 30;

    @Test
    void the_order_of_a_service_is_followed_from_the_run_after_it_was_heard() throws IOException {
        try (SorterService service = new SorterService("{\"roles\":[\"b\",\"a\"]}");
                HttpServingOrder order = order(service.url(), "20s");
                OrderedCluster cluster = OrderedCluster.ledBy(order)) {
            cluster.framework("f-a", "a")
                    .framework("f-b", "b")
                    .agent("a1")
                    .agent("a2")
                    .run();
            OrderedCluster.awaitAnswer(order);
            assertThat(cluster.takeOffers()).as("by share").hasSize(2).anyMatch(offer -> offer.endsWith("f-a"));
            assertThat(cluster.metric(OrderedCluster.FOLLOWED)).isZero();

            cluster.decline().run();

            assertThat(cluster.takeOffers()).containsExactlyInAnyOrder("a1 to f-b", "a2 to f-b");
            assertThat(cluster.metric(OrderedCluster.FOLLOWED)).isEqualTo(1);
            assertThat(service.asked().getFirst())
                    .isEqualTo("{\"run\":1,\"total\":{\"cpus\":4,\"mem\":2048},\"roles\":["
                            + "{\"name\":\"a\",\"weight\":1,\"share\":0,\"allocated\":{}},"
                            + "{\"name\":\"b\",\"weight\":1,\"share\":0,\"allocated\":{}}]}");
        }
    }

    @Test
    void an_order_is_there_when_something_becomes_free_in_a_cluster_that_was_full_for_long() throws IOException {
        AtomicLong nanos = new AtomicLong();
        try (SorterService service = new SorterService("{\"roles\":[\"b\",\"a\"]}");
                HttpServingOrder order = new HttpServingOrderFactory(
                                surroundings().withTicker(nanos::get))
                        .create(Map.of("endpoint", service.url(), "deadline", "20s", "staleAfter", "1500ms"));
                OrderedCluster cluster = OrderedCluster.ledBy(order)) {
            cluster.framework("f-a", "a").framework("f-b", "b").agent("a1").agent("a2");
            for (int i = 0; i < 10; i++) {
                cluster.run();
                OrderedCluster.awaitAnswer(order);
                nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            }
            cluster.takeOffers();
            // Two allocation intervals are no age, whatever is configured.
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());

            cluster.decline().run();

            assertThat(cluster.takeOffers()).containsExactlyInAnyOrder("a1 to f-b", "a2 to f-b");
            assertThat(cluster.metric(OrderedCluster.FOLLOWED)).isEqualTo(1);
        }
    }

    @Test
    void a_service_that_dies_is_followed_no_longer() throws IOException {
        SorterService service = new SorterService("{\"roles\":[\"b\",\"a\"]}");
        try (HttpServingOrder order = order(service.url(), "20s");
                OrderedCluster cluster = OrderedCluster.ledBy(order)) {
            cluster.framework("f-a", "a")
                    .framework("f-b", "b")
                    .agent("a1")
                    .agent("a2")
                    .run();
            OrderedCluster.awaitAnswer(order);
            service.close();
            cluster.decline().run();
            OrderedCluster.awaitAnswer(order);
            assertThat(cluster.metric(OrderedCluster.FOLLOWED)).isEqualTo(1);

            cluster.takeOffers();
            cluster.decline().run();

            assertThat(cluster.takeOffers()).anyMatch(offer -> offer.endsWith("f-a"));
            assertThat(cluster.metric(OrderedCluster.FOLLOWED)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"roles\":[\"r2\",\"r1\"]}",
                "{\"roles\":[\"r0\",\"r1\",\"r2\",\"r2/sub\",\"r9\"]}",
                "{\"roles\":[\"r0\",\"r0\",\"r1\",\"r2\",\"r2/sub\"]}",
                "{\"roles\":\"r0\"}",
                "{\"error\":\"no idea\",\"roles\":[\"r0\",\"r1\",\"r2\",\"r2/sub\"]}",
                "{}",
                ""
            })
    void a_service_that_talks_nonsense_is_by_share_exactly(String nonsense) throws IOException {
        try (SorterService service = new SorterService(nonsense);
                HttpServingOrder order = order(service.url(), "20s");
                OrderedCluster cluster = OrderedCluster.ledBy(order)) {
            assertThat(cluster.history(5, STEPS, () -> OrderedCluster.awaitAnswer(order)))
                    .isEqualTo(OrderedCluster.byShare(5, STEPS));
            assertThat(cluster.metric(OrderedCluster.FOLLOWED)).isZero();
            assertThat(service.asked()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @FieldSource("io.tender.testkit.order.OrderedCluster#MISBEHAVIOURS")
    void a_service_that_is_dead_slow_or_hostile_is_by_share_exactly(Misbehaviour misbehaviour) {
        try (HostileServer server = HostileServer.start(misbehaviour);
                HttpServingOrder order = order(server.url(), "100ms");
                OrderedCluster cluster = OrderedCluster.ledBy(order)) {
            assertThat(cluster.history(5, STEPS, () -> OrderedCluster.awaitAnswer(order)))
                    .isEqualTo(OrderedCluster.byShare(5, STEPS));
            assertThat(cluster.metric(OrderedCluster.FOLLOWED)).isZero();
        }
    }

    @Test
    void a_run_never_waits_for_the_service() {
        try (HostileServer server = HostileServer.start(Misbehaviour.ACCEPT_AND_HANG);
                HttpServingOrder order = new HttpServingOrderFactory(surroundings())
                        .create(Map.of("endpoint", server.url(), "deadline", "20s"));
                OrderedCluster cluster = OrderedCluster.ledBy(order)) {
            cluster.history(5, 200);

            assertThat(order.isAsking())
                    .as("all runs are over, and the first question is not")
                    .isTrue();
            assertThat(server.requests()).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void it_is_on_the_board_while_it_is_in_use() {
        ExtenderBoard board = new ExtenderBoard();
        HttpServingOrder order = new HttpServingOrderFactory(surroundings(), board)
                .create(Map.of("endpoint", "http://127.0.0.1:9/v1/sort"));
        assertThat(board.reports().get("http-sorter"))
                .isEqualTo(new ExtenderReport(
                        "http-sorter", "allocator", "http://127.0.0.1:9/v1/sort", "closed", Optional.empty()));
        order.close();
        assertThat(board.reports()).isEmpty();
    }

    @Test
    void it_is_created_by_name() {
        try (AllocatorActor allocator = Allocators.create("hierarchical", "http", "drf")) {
            assertThat(allocator.metrics().join()).isNotEmpty();
        }
    }

    private static ClientSurroundings surroundings() {
        return ClientSurroundings.system(new SimpleMeterRegistry());
    }

    private static HttpServingOrder order(String endpoint, String deadline) {
        return new HttpServingOrderFactory(surroundings())
                .create(Map.of("endpoint", endpoint, "deadline", deadline, "staleAfter", "60s"));
    }
}
