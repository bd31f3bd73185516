package io.tender.toolkit.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.server.Dialect;
import io.tender.extender.server.ExtenderServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a scheduler tells twice over a bridge is done once, and what it tells anew is done anew. */
class BridgedKeysTest {
    private static final String PLACED = "{\"task\":{\"name\":\"p1\"},\"node\":{\"name\":\"n1\"}}";

    private final AtomicInteger bound = new AtomicInteger();
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final HttpClient http = HttpClient.newHttpClient();
    private final ExtenderServer extender = ExtenderServer.builder()
            .bind((task, agent) -> {
                bound.incrementAndGet();
                awaitGoOn();
                return Optional.empty();
            })
            .listen(0);

    @AfterEach
    void close() {
        goOn.countDown();
        extender.close();
        http.close();
    }

    private void awaitGoOn() {
        try {
            goOn.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private Bridge bridge(Duration deadline) {
        return Bridge.start(
                BridgeSettings.of(
                        Dialect.TENDER,
                        Dialect.TENDER,
                        ExtenderSettings.of("extender", extender.address() + "/tender")
                                .deadline(deadline)
                                .build()),
                ClientSurroundings.system(new SimpleMeterRegistry()),
                warning -> {});
    }

    private int bind(Bridge bridge, Optional<String> key) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(bridge.address() + "/bind"))
                .timeout(Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.ofString(PLACED));
        key.ifPresent(text -> request.header("Idempotency-Key", text));
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    @Test
    void a_binding_whose_answer_was_lost_is_repeated_under_the_same_key() throws Exception {
        Optional<String> key = Optional.of("a key as long as one may be ".repeat(9));
        try (Bridge bridge = bridge(Duration.ofMillis(300))) {
            assertThat(bind(bridge, key)).isEqualTo(500);
            goOn.countDown();
            long giveUpAt = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (bind(bridge, key) != 200) {
                assertThat(System.nanoTime()).as("asked for 30 s").isLessThan(giveUpAt);
            }
        }
        assertThat(bound).hasValue(1);
    }

    @Test
    void without_a_key_the_same_words_are_a_new_binding() throws Exception {
        goOn.countDown();
        try (Bridge bridge = bridge(Duration.ofSeconds(20))) {
            assertThat(bind(bridge, Optional.empty())).isEqualTo(200);
            assertThat(bind(bridge, Optional.empty())).isEqualTo(200);
        }
        assertThat(bound).hasValue(2);
    }
}
