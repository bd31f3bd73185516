package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MetricsTest extends ClientTestBase {
    private final PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    private ExtenderClient measured() {
        return client(
                settings(),
                ClientSurroundings.system(prometheus)
                        .withTicker(time)
                        .withPause(time)
                        .withWallClock(time));
    }

    @Test
    void calls_are_counted_by_extender_verb_and_outcome() {
        ExtenderClient client = measured();
        client.call(call());
        client.call(call());
        extender.now(FakeExtender.answering(503, ""));
        client.call(call().safeToRepeat());

        assertThat(prometheus.scrape())
                .contains("tender_extender_calls_total{extender=\"gpu\",outcome=\"ok\",verb=\"order\"} 2.0")
                .contains("tender_extender_calls_total{extender=\"gpu\",outcome=\"status\",verb=\"order\"} 1.0")
                .contains("tender_extender_retries_total{extender=\"gpu\",verb=\"order\"} 2.0")
                .contains("tender_extender_sent_bytes_total{extender=\"gpu\",verb=\"order\"} 10.0")
                .contains("tender_extender_received_bytes_total{extender=\"gpu\",verb=\"order\"} 10.0")
                .contains("tender_extender_breaker_state{extender=\"gpu\"} 0.0")
                .contains("tender_extender_in_flight{extender=\"gpu\"} 0.0")
                .contains("tender_extender_connections{extender=\"gpu\"} 1.0");
    }

    @Test
    void a_verb_that_is_expected_has_its_metrics_before_the_first_call() {
        ExtenderClient client = measured();
        assertThat(prometheus.scrape()).doesNotContain("verb=\"order\"");

        client.expect(call().verb());

        assertThat(prometheus.scrape())
                .contains("tender_extender_call_seconds_count{extender=\"gpu\",verb=\"order\"} 0")
                .contains("tender_extender_retries_total{extender=\"gpu\",verb=\"order\"} 0.0");
    }

    @Test
    void latencies_are_a_histogram() {
        extender.now(exchange -> {
            time.pass(Duration.ofMillis(30));
            FakeExtender.answering(200, "\"yes\"").handle(exchange);
        });
        measured().call(call());

        assertThat(prometheus.scrape())
                .contains("tender_extender_call_seconds_bucket{extender=\"gpu\",verb=\"order\",le=\"0.02\"} 0")
                .contains("tender_extender_call_seconds_bucket{extender=\"gpu\",verb=\"order\",le=\"0.05\"} 1")
                .contains("tender_extender_call_seconds_count{extender=\"gpu\",verb=\"order\"} 1");
    }

    @Test
    void an_open_breaker_can_be_seen() {
        extender.now(FakeExtender.answering(500, ""));
        ExtenderClient client = measured();
        for (int i = 0; i < 6; i++) {
            client.call(call());
        }

        assertThat(prometheus.scrape())
                .contains("tender_extender_breaker_state{extender=\"gpu\"} 2.0")
                .contains("tender_extender_breaker_opened_total{extender=\"gpu\"} 1.0")
                .contains("tender_extender_calls_total{extender=\"gpu\",outcome=\"breaker_open\",verb=\"order\"} 1.0");
    }

    @Test
    void the_metrics_of_a_closed_client_are_gone() {
        ExtenderClient client = measured();
        client.call(call());
        client.close();

        assertThat(prometheus.scrape()).doesNotContain("extender=\"gpu\"");
    }

    @Test
    void the_number_of_verbs_is_bounded() {
        ExtenderClient client = measured();
        for (int i = 0; i < 150; i++) {
            client.call(Call.post(new Verb("v" + i), RequestBody.of("{}"), TEXT));
        }

        assertThat(prometheus.scrape())
                .contains("verb=\"v99\"", "verb=\"other\"")
                .doesNotContain("verb=\"v100\"");
    }

    @Test
    void bytes_are_counted_however_a_call_ends() {
        extender.now(FakeExtender.answering(500, "oh no"));
        ExtenderClient client = measured();
        client.call(call());
        extender.now(FakeExtender.answering(200, "no json"));
        client.call(call());

        assertThat(prometheus.scrape())
                .contains("tender_extender_sent_bytes_total{extender=\"gpu\",verb=\"order\"} 4.0")
                .contains("tender_extender_received_bytes_total{extender=\"gpu\",verb=\"order\"} 12.0");
    }

    @Test
    void a_closed_client_registers_nothing() {
        ExtenderClient client = measured();
        client.close();

        assertThat(client.call(call()).label()).isEqualTo("closed");
        assertThat(prometheus.scrape()).doesNotContain("extender=\"gpu\"");
    }

    @Test
    void a_second_client_of_the_same_name_keeps_its_metrics_when_the_first_closes() {
        ExtenderClient first = measured();
        first.call(call());
        ExtenderClient second = measured();
        second.call(call());
        assertThat(prometheus.scrape()).contains("tender_extender_connections{extender=\"gpu\"} 2.0");

        first.close();
        second.call(call());

        assertThat(prometheus.scrape())
                .contains("tender_extender_calls_total{extender=\"gpu\",outcome=\"ok\",verb=\"order\"} 3.0")
                .contains("tender_extender_connections{extender=\"gpu\"} 1.0");

        second.close();
        assertThat(prometheus.scrape()).doesNotContain("extender=\"gpu\"");
    }
}
