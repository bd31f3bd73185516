package io.tender.testkit.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.shadow.Example;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.Mode;
import io.tender.extender.shadow.TrialReport;
import io.tender.extender.sorter.HttpServingOrder;
import io.tender.extender.sorter.HttpServingOrderFactory;
import io.tender.testkit.hostile.HostileServer;
import io.tender.testkit.hostile.Misbehaviour;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sorter {@code http} on trial: asked, compared and never followed. */
@Timeout(60)
class SorterShadowTest {
    private static final int STEPS = 30;

    private final ExtenderBoard board = new ExtenderBoard();

    @ParameterizedTest
    @FieldSource("io.tender.testkit.order.OrderedCluster#MISBEHAVIOURS")
    void a_shadow_that_hangs_lies_or_dies_changes_nothing_at_all(Misbehaviour misbehaviour) {
        try (HostileServer server = HostileServer.start(misbehaviour);
                HttpServingOrder order = shadow(server.url(), "100ms");
                OrderedCluster cluster = OrderedCluster.ledBy(order)) {
            assertThat(cluster.history(5, STEPS, () -> OrderedCluster.awaitAnswer(order)))
                    .isEqualTo(OrderedCluster.byShare(5, STEPS));
            assertThat(cluster.metric(OrderedCluster.FOLLOWED)).isZero();
            assertThat(report().calls().answered()).isZero();
            assertThat(report().calls().failed()).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"roles\":[\"r2/sub\",\"r2\",\"r1\",\"r0\"]}", "{\"roles\":[\"r9\"]}", ""})
    void nor_does_one_that_answers_something_else(String answer) throws IOException {
        try (SorterService service = new SorterService(answer);
                HttpServingOrder order = shadow(service.url(), "20s");
                OrderedCluster cluster = OrderedCluster.ledBy(order)) {
            assertThat(cluster.history(5, STEPS, () -> OrderedCluster.awaitAnswer(order)))
                    .isEqualTo(OrderedCluster.byShare(5, STEPS));
            assertThat(cluster.metric(OrderedCluster.FOLLOWED)).isZero();
            assertThat(service.asked()).isNotEmpty();
        }
    }

    @Test
    void no_run_waits_for_it() {
        try (HostileServer server = HostileServer.start(Misbehaviour.ACCEPT_AND_HANG);
                HttpServingOrder order = shadow(server.url(), "20s");
                OrderedCluster cluster = OrderedCluster.ledBy(order)) {
            cluster.history(5, 200);

            assertThat(order.isAsking())
                    .as("all runs are over, and the first question is not")
                    .isTrue();
            assertThat(report().dropped()).as("runs it was not told of").isPositive();
        }
    }

    @Test
    void it_is_told_how_its_order_compares() throws IOException {
        try (SorterService service = new SorterService("{\"roles\":[\"c\",\"b\",\"a\"]}");
                HttpServingOrder order = shadow(service.url(), "20s");
                OrderedCluster cluster = OrderedCluster.ledBy(order)) {
            // Without agents, shares never change: a, b and c stay in this order.
            cluster.framework("f-a", "a")
                    .framework("f-b", "b")
                    .framework("f-c", "c")
                    .run();
            OrderedCluster.awaitAnswer(order);

            TrialReport report = report();
            assertThat(report.mode()).isEqualTo(Mode.SHADOW);
            assertThat(report.comparedWith()).isEqualTo("shares");
            assertThat(report.rankCorrelation()).hasValue(-1);
            assertThat(report.sameWinner()).isZero();
            assertThat(report.otherWinner()).isEqualTo(report.rankings()).isPositive();
            TrialReport.Verb verb = report.verbs().get("sort");
            assertThat(verb.agreed()).as("b is in the middle of both").isEqualTo(verb.answers());
            assertThat(verb.stricter()).as("a would come later").isEqualTo(verb.answers());
            assertThat(verb.laxer()).as("c would come earlier").isEqualTo(verb.answers());
            Example example = report.examples().getLast();
            assertThat(example.about()).matches("run [0-9]+, roles");
            assertThat(example.decided()).isEqualTo("a first, of 3");
            assertThat(example.shadow()).isEqualTo("c first, of 3");
            assertThat(example.lines()).contains(new Example.Line("a", "place 1", "place 3"));
        }
        assertThat(board.reports()).as("taken down when it is closed").isEmpty();
    }

    @Test
    void one_that_says_the_same_agrees() throws IOException {
        try (SorterService service = new SorterService("{\"roles\":[\"a\",\"b\"]}");
                HttpServingOrder order = shadow(service.url(), "20s");
                OrderedCluster cluster = OrderedCluster.ledBy(order)) {
            cluster.framework("f-a", "a").framework("f-b", "b").run();
            OrderedCluster.awaitAnswer(order);

            assertThat(report().agreement()).hasValue(1);
            assertThat(report().rankCorrelation()).hasValue(1);
            assertThat(report().otherWinner()).isZero();
            assertThat(report().examples()).isEmpty();
        }
    }

    @Test
    void there_is_no_share_of_roles_for_a_canary() {
        assertThatThrownBy(() -> new HttpServingOrderFactory().create(Map.of("mode", "canary")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("got mode 'canary', expected decide or shadow");
    }

    private TrialReport report() {
        return board.reports().get("http-sorter").trial().orElseThrow();
    }

    private HttpServingOrder shadow(String endpoint, String deadline) {
        return new HttpServingOrderFactory(ClientSurroundings.system(new SimpleMeterRegistry()), board)
                .create(Map.of("endpoint", endpoint, "deadline", deadline, "mode", "shadow"));
    }
}
