package io.tender.testkit.offers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.testkit.hostile.HonestAnswers;
import io.tender.testkit.hostile.HostileServer;
import io.tender.testkit.hostile.Misbehaviour;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a service does, an order comes out, made of the offers that were asked about and no others. */
class HostileServiceTest {
    private static final String NATIVE = "A B C";
    private static final String ORDERED = "C B A";
    private static final HonestAnswers ANSWERS = new HonestAnswers(
            "{\"error\":\"\",\"hosts\":[\"a3\",\"a2\",\"a1\"]}",
            "{\"error\":\"\",\"hosts\":[\"z9\"]}",
            "{\"hosts\":{\"a1\":42},\"error\":[]}",
            "{\"hosts\":[\"a3\"],\"hosts\":[\"a2\"]}",
            "{\"hosts\":[NaN]}");

    /** In these the answer itself is good. */
    private static final Set<Misbehaviour> HARMLESS = EnumSet.of(
            Misbehaviour.NONE,
            Misbehaviour.CLOSE_KEPT_CONNECTION,
            Misbehaviour.FORGE_NEXT_ANSWER,
            Misbehaviour.FORGE_LATER);

    @ParameterizedTest
    @EnumSource(
            value = Misbehaviour.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SLOW_TLS", "NO_TLS", "EXPIRED_CERTIFICATE"})
    void the_native_order_serves_and_the_service_is_believed_again_once_it_behaves(Misbehaviour misbehaviour) {
        try (HostileServer server = HostileServer.start(misbehaviour, ANSWERS);
                HttpSetBench bench = new HttpSetBench(
                                server.addressUrl() + "/v1/offerset",
                                "http_offer_set_timeout",
                                HARMLESS.contains(misbehaviour) ? "30secs" : "1secs",
                                "http_offer_set_max_retries",
                                "1")
                        .holding("A:a1", "B:a2", "C:a3")) {
            String order = bench.order();

            if (HARMLESS.contains(misbehaviour)) {
                assertThat(order).isEqualTo(ORDERED);
            } else {
                assertThat(order).isEqualTo(NATIVE);
                assertThat(bench.counter("fallbacks")).isEqualTo(1);
            }
            server.behave(Misbehaviour.NONE);
            assertThat(orderOnceItBehaves(bench)).isEqualTo(ORDERED);
        }
    }

    /** The server notices the command when it next takes a request, which may be one after this. */
    private static String orderOnceItBehaves(HttpSetBench bench) {
        String order = bench.order();
        for (int i = 0; i < 3 && !order.equals(ORDERED); i++) {
            order = bench.order();
        }
        return order;
    }
}
