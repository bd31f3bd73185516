package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class ExtenderClientTest extends ClientTestBase {
    @Test
    void an_answer_is_read_and_measured() {
        Outcome<String> outcome = client(settings()).call(call());

        assertThat(outcome.value()).contains("yes");
        assertThat(outcome.attempts()).isEqualTo(1);
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Answered.class, answered -> {
            assertThat(answered.bytesOut()).isEqualTo(2);
            assertThat(answered.bytesIn()).isEqualTo(5);
        });
    }

    @Test
    void the_request_says_what_it_is() {
        TraceParent parent = TraceParent.parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                .orElseThrow();
        client(settings().header("X-Zone", Secret.of("north")))
                .call(call().at("verb/a").idempotencyKey("event-17").partOf(parent));

        FakeExtender.Asked asked = extender.asked().getFirst();
        assertThat(asked.method()).isEqualTo("POST");
        assertThat(asked.path()).isEqualTo("/base/verb/a");
        assertThat(asked.header("Content-type")).isEqualTo("application/json");
        assertThat(asked.header("Accept-encoding")).isEqualTo("gzip");
        assertThat(asked.header("Idempotency-key")).isEqualTo("event-17");
        assertThat(asked.header("X-zone")).isEqualTo("north");
        assertThat(asked.header("Traceparent"))
                .startsWith("00-0af7651916cd43dd8448eb211c80319c-")
                .endsWith("-01")
                .doesNotContain("b7ad6b7169203331");
        assertThat(new String(asked.body(), StandardCharsets.UTF_8)).isEqualTo("{}");
    }

    @Test
    void a_body_is_sent_in_its_pieces() {
        List<byte[]> parts = List.of("{\"a\":".getBytes(StandardCharsets.UTF_8), "1}".getBytes(StandardCharsets.UTF_8));

        client(settings()).call(Call.post(VERB, RequestBody.of(parts), TEXT));

        assertThat(extender.asked().getFirst().body()).asString().isEqualTo("{\"a\":1}");
    }

    @Test
    void a_body_arrives_as_it_was_written_however_large_its_pieces() {
        ExtenderClient client = client(settings());
        for (int size : List.of(1, 4_095, 16_384, 131_071, 131_072, 131_073, 400_000)) {
            List<byte[]> parts = List.of(filled(17, 'a'), filled(size, 'b'), filled(5_000, 'c'), filled(size, 'd'));

            client.call(Call.post(VERB, RequestBody.of(parts), TEXT));

            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            parts.forEach(whole::writeBytes);
            assertThat(extender.asked().getLast().body()).isEqualTo(whole.toByteArray());
        }
    }

    private static byte[] filled(int size, char letter) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) letter);
        return bytes;
    }

    @Test
    void a_get_has_no_body() {
        Outcome<String> outcome = client(settings()).call(Call.get(VERB, TEXT));

        assertThat(outcome.value()).contains("yes");
        assertThat(extender.asked().getFirst().header("Content-length")).isEmpty();
    }

    @Test
    void only_200_is_a_success_and_the_beginning_of_the_body_is_told() {
        extender.now(FakeExtender.answering(500, "first line\r\nforged line\u0000" + "x".repeat(5_000)));

        ExtenderFailure failure = failure(client(settings()).call(call()));

        assertThat(failure.label()).isEqualTo("status");
        assertThat(((ExtenderFailure.Status) failure).body())
                .startsWith("first line\uFFFD\uFFFDforged line\uFFFDxxx")
                .hasSizeLessThanOrEqualTo(1025);
        assertThat(failure.message())
                .contains("got:", "expected: status 200", "to do:")
                .hasLineCount(4);
    }

    @Test
    void a_redirect_is_refused_and_not_followed() {
        extender.now(exchange -> {
            exchange.getResponseHeaders().add("Location", "http://elsewhere.example.org/");
            FakeExtender.answer(exchange, 302, new byte[0]);
        });

        ExtenderFailure failure = failure(client(settings()).call(call().safeToRepeat()));

        assertThat(failure).isInstanceOf(ExtenderFailure.Redirected.class);
        assertThat(failure.message()).contains("http://elsewhere.example.org/");
        assertThat(extender.asked()).hasSize(1);
    }

    @Test
    void a_packed_answer_is_unpacked() {
        extender.now(exchange -> {
            exchange.getResponseHeaders().add("Content-Encoding", "gzip");
            FakeExtender.answer(exchange, 200, zipped("\"packed\""));
        });

        assertThat(client(settings()).call(call()).value()).contains("packed");
    }

    @Test
    void a_large_request_is_packed_once_the_peer_has_said_that_it_understands() throws IOException {
        extender.now(exchange -> {
            exchange.getResponseHeaders().add("Accept-Encoding", "br;q=1, gzip;q=0.5");
            FakeExtender.answer(exchange, 200, "\"yes\"".getBytes(StandardCharsets.UTF_8));
        });
        ExtenderClient client = client(settings().limits(SizeLimits.USUAL.withCompressFrom(100)));
        Call<String> large = Call.post(VERB, RequestBody.of("x".repeat(1_000)), TEXT);

        client.call(large);
        client.call(large);
        client.call(call());

        assertThat(extender.asked().get(0).header("Content-encoding")).isEmpty();
        assertThat(extender.asked().get(1).header("Content-encoding")).isEqualTo("gzip");
        assertThat(new GZIPInputStream(
                                new ByteArrayInputStream(extender.asked().get(1).body()))
                        .readAllBytes())
                .hasSize(1_000);
        assertThat(extender.asked().get(2).header("Content-encoding")).isEmpty();
    }

    @Test
    void a_peer_that_refuses_a_packed_request_gets_the_next_one_unpacked() {
        ExtenderClient client = client(settings().limits(SizeLimits.USUAL.withCompressFrom(100)));
        Call<String> large = Call.post(VERB, RequestBody.of("x".repeat(1_000)), TEXT);
        extender.now(exchange -> {
            exchange.getResponseHeaders().add("Accept-Encoding", "gzip");
            FakeExtender.answer(exchange, 200, "\"yes\"".getBytes(StandardCharsets.UTF_8));
        });
        client.call(large);
        extender.now(FakeExtender.answering(415, "no such coding"));

        assertThat(failure(client.call(large)).label()).isEqualTo("status");
        client.call(large);

        assertThat(extender.asked())
                .extracting(asked -> asked.header("Content-encoding"))
                .containsExactly("", "gzip", "");
    }

    @Test
    void a_request_beyond_the_cap_is_not_sent() {
        ExtenderClient client = client(settings().limits(SizeLimits.USUAL.withRequestBytes(1)));

        assertThat(failure(client.call(call())))
                .isInstanceOf(ExtenderFailure.RequestTooLarge.class)
                .returns(false, ExtenderFailure::blamesPeer);
        assertThat(extender.asked()).isEmpty();
    }

    @Test
    void a_body_nobody_wants_may_be_anything() {
        extender.now(FakeExtender.answering(200, "OK, done"));

        Outcome<Boolean> outcome =
                client(settings()).call(Call.post(VERB, RequestBody.EMPTY, AnswerReader.ignoringBody(true)));

        assertThat(outcome.value()).contains(true);
    }

    @Test
    void a_value_that_the_dialect_rejects_is_malformed_and_its_place_is_told() {
        extender.now(FakeExtender.answering(200, "\"bad name!\""));

        ExtenderFailure failure = failure(client(settings()).call(Call.post(VERB, RequestBody.EMPTY, json -> {
            json.nextToken();
            return new ExtenderName(json.getString());
        })));

        assertThat(failure).isInstanceOf(ExtenderFailure.Malformed.class);
        assertThat(failure.message()).contains("'bad name!'", "at byte");
    }

    @Test
    void a_bug_in_a_reader_leaves_the_call_and_harms_nothing() {
        ExtenderClient client = client(settings().bulkhead(new BulkheadSettings(1, 0)));
        for (int i = 0; i < 3; i++) {
            org.assertj.core.api.Assertions.assertThatThrownBy(
                            () -> client.call(Call.post(VERB, RequestBody.EMPTY, json -> {
                                throw new IllegalStateException("a bug");
                            })))
                    .hasMessage("a bug");
        }

        assertThat(client.call(call()).value()).contains("yes");
    }

    @Test
    void an_extender_without_a_name_service_entry_is_unknown() {
        ExtenderClient client = client(
                ExtenderSettings.of("gpu", "http://extender.example.org/").retries(RetrySettings.NONE),
                surroundings().withLookup(host -> {
                    throw new UnknownHostException(host);
                }));

        assertThat(failure(client.call(call()))).isInstanceOf(ExtenderFailure.UnknownHost.class);
    }

    @Test
    void a_name_service_that_does_not_answer_costs_no_more_than_the_deadline() {
        CountDownLatch never = new CountDownLatch(1);
        ExtenderClient client = client(
                ExtenderSettings.of("gpu", "http://extender.example.org/").deadline(Duration.ofMillis(50)),
                ClientSurroundings.system(registry).withLookup(host -> {
                    try {
                        never.await();
                    } catch (InterruptedException ended) {
                        Thread.currentThread().interrupt();
                    }
                    return List.of();
                }));

        assertThat(failure(client.call(call())))
                .isInstanceOfSatisfying(
                        ExtenderFailure.TimedOut.class,
                        late -> assertThat(late.phase()).isEqualTo(Phase.RESOLVING));
        never.countDown();
    }

    @Test
    void the_second_address_is_tried_when_the_first_refuses() {
        int port = Endpoint.parse(extender.url()).port();
        ExtenderClient client = client(
                ExtenderSettings.of("gpu", "http://extender.example.org:" + port + "/")
                        .deadline(Duration.ofSeconds(10)),
                ClientSurroundings.system(registry)
                        .withLookup(host -> List.of(
                                InetAddress.getByAddress(new byte[] {127, 0, 0, 99}),
                                InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))));

        assertThat(client.call(call()).value()).contains("yes");
    }

    @Test
    void an_interrupted_caller_is_let_go_and_stays_interrupted() {
        ExtenderClient client = client(
                settings().retries(new RetrySettings(1, Duration.ofMillis(1), Duration.ofMillis(1))),
                ClientSurroundings.system(registry).withPause(pause -> {
                    throw new InterruptedException();
                }));
        extender.now(FakeExtender.answering(503, ""));

        ExtenderFailure failure = failure(client.call(call().safeToRepeat()));

        assertThat(failure).isInstanceOf(ExtenderFailure.Interrupted.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void a_closed_client_asks_nobody_and_its_metrics_are_gone() {
        ExtenderClient client = client(settings());
        client.call(call());
        client.close();

        assertThat(failure(client.call(call()))).isInstanceOf(ExtenderFailure.Closed.class);
        assertThat(extender.asked()).hasSize(1);
    }

    @Test
    void closing_ends_the_calls_under_way() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        extender.now(exchange -> {
            asked.countDown();
            await(release);
        });
        ExtenderClient client = client(settings(), ClientSurroundings.system(registry));
        Thread closing = Thread.ofVirtual().start(() -> {
            await(asked);
            client.close();
        });

        assertThat(failure(client.call(call()))).isInstanceOf(ExtenderFailure.Closed.class);
        closing.join();
        release.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte[] zipped(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        return out.toByteArray();
    }

    @Test
    void a_call_may_bring_headers_of_its_own_which_do_not_replace_others() {
        ExtenderClient client = client(settings().header("X-Who", Secret.of("settings")));
        client.call(call().header("X-Session", "s-1").header("X-Who", "call"));
        assertThat(extender.asked().getFirst().header("X-session")).isEqualTo("s-1");
        assertThat(extender.asked().getFirst().header("X-who")).isEqualTo("settings");
        assertThatThrownBy(() -> call().header("Content-Length", "1")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> call().header("X-Session", "a\r\nHost: b"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
