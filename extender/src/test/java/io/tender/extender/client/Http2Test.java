package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class Http2Test {
    private static final Verb VERB = new Verb("order");

    /** Requests to {@code /held}, which the test answers. */
    private final BlockingQueue<Http2Extender.Asking> held = new LinkedBlockingQueue<>();

    private Http2Extender server;

    /** Answers with what it was asked; {@code /hang} never, {@code /large} at length, {@code /error} with 500. */
    private void echo(Http2Extender.Asking asking) throws org.apache.hc.core5.http.HttpException, java.io.IOException {
        switch (asking.path()) {
            case "/hang" -> {}
            case "/held" -> held.add(asking);
            case "/large" -> asking.answer(200, "\"" + "x".repeat(100_000) + "\"");
            case "/error" -> asking.answer(500, asking.body());
            default -> asking.answer(200, asking.body());
        }
    }

    @BeforeEach
    void start() throws Exception {
        server = new Http2Extender(this::echo);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static ExtenderSettings.Builder settings(String url) {
        return ExtenderSettings.of("gpu", url)
                .httpVersion(HttpVersion.HTTP_2)
                .deadline(Duration.ofSeconds(10))
                .retries(RetrySettings.NONE)
                .breaker(BreakerSettings.OFF);
    }

    private static ExtenderClient client(ExtenderSettings.Builder settings) {
        return new ExtenderClient(settings.build(), ClientSurroundings.system(new SimpleMeterRegistry()));
    }

    private static ExtenderClient client(int toPort, SizeLimits limits) {
        return client(settings("http://127.0.0.1:" + toPort).limits(limits));
    }

    private static Call<String> call(String path, String body) {
        return Call.post(
                        VERB,
                        RequestBody.of(List.of(
                                "\"".getBytes(StandardCharsets.UTF_8),
                                body.getBytes(StandardCharsets.UTF_8),
                                "\"".getBytes(StandardCharsets.UTF_8))),
                        ClientTestBase.TEXT)
                .at(path);
    }

    /** A call on a thread of its own. */
    private static CompletableFuture<Outcome<String>> begun(ExtenderClient client, Call<String> call) {
        CompletableFuture<Outcome<String>> outcome = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> outcome.complete(client.call(call)));
        return outcome;
    }

    private static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void calls_at_the_same_time_share_a_connection() throws InterruptedException {
        try (ExtenderClient client = client(server.port(), SizeLimits.USUAL)) {
            assertThat(client.call(call("/", "first")).value()).contains("first");
            AtomicInteger good = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String mine = "call " + i;
                threads.add(Thread.ofVirtual().start(() -> {
                    if (client.call(call("/", mine)).value().orElse("").equals(mine)) {
                        good.incrementAndGet();
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(good).hasValue(20);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void failures_are_the_same_as_over_http_1() {
        try (ExtenderClient client = client(server.port(), SizeLimits.USUAL.withAnswerBytes(50_000))) {
            assertThat(client.call(call("/large", "")).label()).isEqualTo("too_large");
            assertThat(ClientTestBase.failure(client.call(call("/error", "my fault")))
                            .message())
                    .contains("500", "my fault");
            assertThat(client.call(call("/hang", "").within(Duration.ofMillis(100)))
                            .label())
                    .isEqualTo("timeout");
            assertThat(client.call(call("/", "again")).value()).contains("again");
        }
    }

    @Test
    void an_answer_that_is_too_large_harms_no_other_call_on_the_connection() throws Exception {
        try (ExtenderClient client = client(server.port(), SizeLimits.USUAL.withAnswerBytes(50_000))) {
            CompletableFuture<Outcome<String>> good = begun(client, call("/held", "good"));
            Http2Extender.Asking asked = held.take();

            for (int i = 0; i < 3; i++) {
                assertThat(client.call(call("/large", "")).label()).isEqualTo("too_large");
            }
            asked.answer(200, asked.body());

            assertThat(good.get().value()).contains("good");
            assertThat(client.call(call("/", "later")).value()).contains("later");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void a_call_that_times_out_harms_no_other_call_on_the_connection() throws Exception {
        try (ExtenderClient client = client(server.port(), SizeLimits.USUAL)) {
            CompletableFuture<Outcome<String>> good = begun(client, call("/held", "good"));
            Http2Extender.Asking asked = held.take();

            assertThat(client.call(call("/hang", "").within(Duration.ofMillis(50)))
                            .label())
                    .isEqualTo("timeout");
            assertThat(client.call(call("/", "new")).value()).contains("new");
            asked.answer(200, asked.body());

            assertThat(good.get().value()).contains("good");
            assertThat(server.connections())
                    .as("new calls do not go where one waited in vain")
                    .isEqualTo(2);
            until(() -> server.open() == 1);
        }
    }

    @Test
    void closing_the_client_ends_the_calls_that_wait_for_an_answer_or_for_a_connection() throws Exception {
        ExtenderClient client = client(settings(server.url()).deadline(Duration.ofMinutes(5)));
        CompletableFuture<Outcome<String>> waiting = begun(client, call("/held", ""));
        held.take();

        client.close();

        assertThat(waiting.get().label()).isEqualTo("closed");
        assertThat(client.call(call("/", "")).label()).isEqualTo("closed");
    }

    @Test
    void a_call_may_wait_longer_than_connections_are_kept_idle_and_than_the_usual_deadline() throws Exception {
        try (ExtenderClient client =
                client(settings(server.url()).idle(Duration.ofMillis(20)).deadline(Duration.ofMillis(20)))) {
            CompletableFuture<Outcome<String>> patient =
                    begun(client, call("/held", "good").within(Duration.ofMinutes(1)));
            Http2Extender.Asking asked = held.take();
            // Others come and go meanwhile, so that the connection is looked at for idleness many times.
            for (int i = 0; i < 5; i++) {
                client.call(call("/hang", ""));
            }
            asked.answer(200, asked.body());

            assertThat(patient.get().value()).contains("good");
        }
    }

    @Test
    void an_idle_connection_is_closed() {
        try (ExtenderClient client = client(settings(server.url()).idle(Duration.ofMillis(20)))) {
            assertThat(client.call(call("/", "first")).value()).contains("first");

            until(() -> {
                // The table of calls is looked at when calls are made.
                client.call(call("/hang", "").within(Duration.ofMillis(30)));
                return server.connections() > 1;
            });
        }
    }

    @Test
    void a_host_is_looked_up_for_each_connection() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        HostLookup moving = host -> {
            lookups.incrementAndGet();
            return List.of(InetAddress.getLoopbackAddress());
        };
        try (ExtenderClient client = new ExtenderClient(
                settings("http://named.test:" + server.port()).build(),
                ClientSurroundings.system(new SimpleMeterRegistry()).withLookup(moving))) {
            assertThat(client.call(call("/", "first")).value()).contains("first");
            assertThat(client.call(call("/", "second")).value()).contains("second");
            assertThat(lookups).hasValue(1);

            assertThat(client.call(call("/hang", "").within(Duration.ofMillis(50)))
                            .label())
                    .isEqualTo("timeout");
            assertThat(client.call(call("/", "third")).value()).contains("third");
            assertThat(lookups).hasValue(2);
        }
    }

    @Test
    void addresses_where_nobody_listens_are_passed_over() throws Exception {
        InetAddress dead = InetAddress.getByName("127.0.0.77");
        try (ExtenderClient client = new ExtenderClient(
                settings("http://named.test:" + server.port()).build(),
                ClientSurroundings.system(new SimpleMeterRegistry())
                        .withLookup(host -> List.of(dead, InetAddress.getLoopbackAddress())))) {
            assertThat(client.call(call("/", "found")).value()).contains("found");
        }
    }

    @Test
    void a_peer_that_says_nothing_costs_no_more_than_the_deadline() throws java.io.IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                ExtenderClient client = client(silent.getLocalPort(), SizeLimits.USUAL)) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.call(call("/", "").within(Duration.ofMillis(50)))
                                .label())
                        .isEqualTo("timeout");
            }
        }
    }

    @Test
    void a_peer_that_breaks_the_protocol_fails_all_calls_on_that_connection_and_no_later_ones() throws Exception {
        try (ServerSocket odd = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                ExtenderClient client = client(odd.getLocalPort(), SizeLimits.USUAL)) {
            ConcurrentHashMap<Socket, Boolean> accepted = new ConcurrentHashMap<>();
            Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        Socket socket = odd.accept();
                        accepted.put(socket, true);
                        socket.getOutputStream()
                                .write("220 mail ready, and more than a frame's head\r\n"
                                        .getBytes(StandardCharsets.US_ASCII));
                        socket.getOutputStream().flush();
                    }
                } catch (java.io.IOException closed) {
                    accepted.keySet().forEach(RawSockets::close);
                }
            });
            CompletableFuture<Outcome<String>> first = begun(client, call("/", ""));
            CompletableFuture<Outcome<String>> second = begun(client, call("/", ""));

            assertThat(first.get().label()).isIn("malformed", "reset");
            assertThat(second.get().label()).isIn("malformed", "reset");
        }
    }

    @Test
    void nobody_there_is_refused_and_somebody_elses_protocol_is_noticed() throws java.io.IOException {
        try (Socket deaf = new Socket()) {
            deaf.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (ExtenderClient client = client(deaf.getLocalPort(), SizeLimits.USUAL)) {
                assertThat(client.call(call("/", "")).label()).isEqualTo("refused");
            }
        }
        try (FakeExtender http1 = new FakeExtender(FakeExtender.answering(200, "\"yes\""));
                ExtenderClient client = client(Endpoint.parse(http1.url()).port(), SizeLimits.USUAL)) {
            assertThat(client.call(call("/", "").within(Duration.ofSeconds(2))).label())
                    .isIn("malformed", "reset");
        }
    }

    @Test
    void a_stream_that_the_peer_resets_fails_its_own_call_alone() throws Exception {
        BlockingQueue<Integer> streams = new LinkedBlockingQueue<>();
        BlockingQueue<RawHttp2.Frames> connection = new LinkedBlockingQueue<>();
        RawHttp2.Conduct conduct = (out, stream) -> {
            connection.add(out);
            streams.add(stream);
        };
        try (RawHttp2 peer = new RawHttp2(conduct);
                ExtenderClient client = client(settings(peer.url()))) {
            CompletableFuture<Outcome<String>> good = begun(client, call("/", ""));
            RawHttp2.Frames out = connection.take();
            int goodStream = streams.take();
            CompletableFuture<Outcome<String>> bad = begun(client, call("/", ""));
            int badStream = streams.take();

            out.send(RawHttp2.RESET, 0, badStream, new byte[] {0, 0, 0, 2});
            assertThat(bad.get().label()).isEqualTo("reset");

            out.status("200", 0, goodStream);
            out.send(RawHttp2.DATA, RawHttp2.END_STREAM, goodStream, "\"good\"".getBytes(StandardCharsets.UTF_8));
            assertThat(good.get().value()).contains("good");
        }
    }

    @Test
    void a_status_that_cannot_be_is_malformed() throws Exception {
        try (RawHttp2 peer = new RawHttp2((out, stream) -> out.status("000", RawHttp2.END_STREAM, stream));
                ExtenderClient client = client(settings(peer.url()))) {
            for (int i = 0; i < 2; i++) {
                assertThat(client.call(call("/", "")).label()).isEqualTo("malformed");
            }
        }
    }
}
