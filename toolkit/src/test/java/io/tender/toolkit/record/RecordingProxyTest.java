package io.tender.toolkit.record;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.extender.client.RecordedBody;
import io.tender.extender.client.RecordedExchange;
import io.tender.extender.client.RecordingSettings;
import io.tender.extender.client.RecordingWriter;
import io.tender.extender.client.TlsSettings;
import io.tender.testkit.hostile.TestCertificates;
import io.tender.toolkit.replay.Entry;
import io.tender.toolkit.replay.RecordingReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RecordingProxyTest {
    private static final String ASK = "POST /v1/predicate HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"code\":0}";

    @TempDir
    private Path folder;

    private final ConcurrentLinkedQueue<String> trouble = new ConcurrentLinkedQueue<>();
    private ServerSocket extender;
    private Optional<RecordingWriter> writer = Optional.empty();
    private Optional<RecordingProxy> proxy = Optional.empty();

    @BeforeEach
    void listen() throws IOException {
        extender = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        extender.setSoTimeout(20_000);
    }

    @AfterEach
    void end() throws IOException {
        if (proxy.isPresent()) {
            proxy.get().close();
        }
        writer.ifPresent(RecordingWriter::close);
        extender.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /v1/predicate?k=v HTTP/1.1\r\nhost: PROXY:1\r\nX-Odd:  two  blanks \r\nx-odd: again\r\nContent-LENGTH: 4\r\n\r\nbody",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4;ext=\"1\"\r\nbody\r\n3\r\n{}\n\r\n0\r\nTrailer: yes\r\n\r\n",
                "POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}",
                "GET /a HTTP/1.1\nHost: bare-line-feeds\n\n",
                "\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\nbytes behind it",
                "GET /http-0.9\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0",
                "\u0016\u0003\u0001 not HTTP at all \u00ff\u00fe",
                "POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
                "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            })
    void whatever_the_scheduler_sends_arrives_as_it_was_sent(String request) throws IOException {
        start();
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            scheduler.send(request);
            there.expect(request);
            there.send("some answer, HTTP or not");
            scheduler.expect("some answer, HTTP or not");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\ncontent-type:application/json\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 200 \r\nTransfer-Encoding: Chunked\r\n\r\n2;a=b\r\n{}\r\n0\r\nT: 1\r\n\r\n",
                "HTTP/1.0 200 OK\r\n\r\nuntil the end",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 500 No\r\nContent-Length: 4\r\n\r\noops",
                "HTTP/1.1 204 No Content\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ncut short",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                "no HTTP at all",
                "",
            })
    void whatever_the_extender_answers_arrives_as_it_was_sent_and_so_does_its_end(String answer) throws IOException {
        start();
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            scheduler.send(ASK);
            there.expect(ASK);
            there.send(answer);
            there.endOutput();
            scheduler.expect(answer);
            scheduler.expectEnd();
        }
    }

    @Test
    void an_exchange_is_recorded_in_the_form_of_the_daemons_client() throws IOException {
        start();
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            String request = "POST /v1/predicate?tenant=blue-team-7 HTTP/1.1\r\nContent-Type: application/json\r\n"
                    + "Authorization: Bearer very-secret-token\r\nIdempotency-Key: k1\r\nContent-Length: 2\r\n\r\n{}";
            scheduler.send(request);
            there.expect(request);
            String body = "{\"echo\":\"very-secret-token of blue-team-7\"}";
            String answer = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
            there.send(answer);
            scheduler.expect(answer);
        }

        RecordedExchange one = exchanges().getFirst();
        assertThat(one.url()).isEqualTo("http://127.0.0.1:" + extender.getLocalPort() + "/v1/predicate?…");
        assertThat(one.verb()).isEqualTo("predicate");
        assertThat(one.method()).isEqualTo("POST");
        assertThat(one.headers()).containsOnlyKeys("content-type", "idempotency-key");
        assertThat(one.status()).hasValue(200);
        assertThat(one.outcome()).isEqualTo("ok");
        assertThat(one.latency()).isPositive();
        assertThat(text(one.answer())).isEqualTo("{\"echo\":\"[hidden] of [hidden]\"}");
        assertThat(Files.readString(file())).doesNotContain("very-secret-token", "blue-team-7");
    }

    /** It is to be asked again, and an answer is about the nodes that were asked about. */
    @Test
    void what_a_question_says_is_recorded_as_it_was_said_whatever_the_query_says_too() throws IOException {
        start();
        String question = "{\"NodeNames\":[\"production-1\"]}";
        String body = "{\"NodeNames\":[\"production-1\"],\"Error\":\"blue-team-7\"}";
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            String request = "POST /filter?cluster=production&tenant=blue-team-7 HTTP/1.1\r\nContent-Length: "
                    + question.length() + "\r\n\r\n" + question;
            scheduler.send(request);
            there.expect(request);
            String answer = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
            there.send(answer);
            scheduler.expect(answer);
        }

        RecordedExchange one = exchanges().getFirst();
        assertThat(text(Optional.of(one.request()))).isEqualTo(question);
        assertThat(text(one.answer())).isEqualTo(body.replace("blue-team-7", "[hidden]"));
    }

    @Test
    void requests_that_do_not_wait_for_answers_are_matched_in_their_order() throws IOException {
        start();
        StringBuilder requests = new StringBuilder();
        StringBuilder answers = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            requests.append("POST /v")
                    .append(i)
                    .append(" HTTP/1.1\r\nContent-Length: 1\r\n\r\n")
                    .append(i);
            answers.append("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\na")
                    .append(i)
                    .append("\r\n0\r\n\r\n");
        }
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            scheduler.send(requests.toString());
            there.expect(requests.toString());
            // Byte by byte, so that every boundary is met.
            for (byte one : RawPeer.bytes(answers.toString())) {
                there.send(new byte[] {one});
            }
            scheduler.expect(answers.toString());
        }

        assertThat(exchanges())
                .extracting(one -> one.verb() + " " + text(Optional.of(one.request())) + " " + text(one.answer()))
                .containsExactly("v0 0 a0", "v1 1 a1", "v2 2 a2");
    }

    @Test
    void a_connection_is_kept_and_both_its_exchanges_are_recorded() throws IOException {
        start();
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            for (int i = 0; i < 2; i++) {
                scheduler.send(ASK);
                there.expect(ASK);
                there.send(OK);
                scheduler.expect(OK);
            }
        }

        assertThat(exchanges()).hasSize(2);
        assertThat(proxy.orElseThrow().accepted()).isEqualTo(1);
    }

    @Test
    void half_a_connection_can_be_closed() throws IOException {
        start();
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            scheduler.send(ASK);
            scheduler.endOutput();
            there.expect(ASK);
            there.expectEnd();
            there.send("HTTP/1.0 200 OK\r\n\r\nlate");
            there.endOutput();
            scheduler.expect("HTTP/1.0 200 OK\r\n\r\nlate");
            scheduler.expectEnd();
        }

        assertThat(text(exchanges().getFirst().answer())).isEqualTo("late");
    }

    @Test
    void silence_after_the_end_of_one_side_ends_the_other() throws IOException {
        writer = Optional.of(new RecordingWriter("test", RecordingSettings.into(file()), trouble::add));
        Upstream upstream = Upstream.at("http://127.0.0.1:" + extender.getLocalPort(), TlsSettings.USUAL);
        proxy = Optional.of(RecordingProxy.start(
                ProxySettings.on(any()),
                Downstream.plain(),
                upstream,
                writer.orElseThrow(),
                trouble::add,
                Duration.ofMillis(200)));
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            scheduler.send(ASK);
            scheduler.endOutput();
            there.expect(ASK);
            there.expectEnd();
            assertThatThrownBy(() -> scheduler.socket().getInputStream().read()).isInstanceOf(SocketException.class);
        }

        assertThat(exchanges())
                .singleElement()
                .satisfies(one -> assertThat(one.outcome()).isEqualTo("reset"));
    }

    @Test
    void a_reset_is_passed_on_as_a_reset_and_recorded() throws IOException {
        start();
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            scheduler.send(ASK);
            there.expect(ASK);
            there.reset();
            assertThatThrownBy(() -> scheduler.socket().getInputStream().read()).isInstanceOf(IOException.class);
        }

        RecordedExchange one = exchanges().getFirst();
        assertThat(one.outcome()).isEqualTo("reset");
        assertThat(one.status()).isEmpty();
    }

    @Test
    void an_answer_that_ends_too_soon_is_recorded_as_far_as_it_came() throws IOException {
        start();
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            scheduler.send(ASK);
            there.expect(ASK);
            there.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"co");
            there.endOutput();
            scheduler.expect("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"co");
            scheduler.expectEnd();
        }

        RecordedExchange one = exchanges().getFirst();
        assertThat(one.outcome()).isEqualTo("cut_short");
        assertThat(text(one.answer())).isEqualTo("{\"co");
    }

    @Test
    void what_is_packed_passes_packed_and_is_recorded_unpacked() throws IOException {
        start();
        byte[] packed = gzip("{\"hosts\":[\"a\"]}");
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            byte[] request =
                    joined("POST /o HTTP/1.1\r\nContent-Encoding: gzip\r\nContent-Length: " + packed.length, packed);
            scheduler.send(request);
            there.expect(request);
            byte[] answer =
                    joined("HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: " + packed.length, packed);
            there.send(answer);
            scheduler.expect(answer);
        }

        RecordedExchange one = exchanges().getFirst();
        assertThat(text(Optional.of(one.request()))).isEqualTo("{\"hosts\":[\"a\"]}");
        assertThat(one.answer().orElseThrow().coding()).isEqualTo("br");
        assertThat(one.answer().orElseThrow().bytes()).isEqualTo(packed);
    }

    @Test
    void megabytes_pass_unharmed_and_are_recorded_up_to_the_limit() throws IOException {
        start(new ProxySettings(any(), "big", 1_000, 4, 64 << 20), file());
        byte[] body = new byte[5 << 20];
        new Random(7).nextBytes(body);
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            byte[] request = joined("POST /big HTTP/1.1\r\nContent-Length: " + body.length, body);
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> send(scheduler, request));
            byte[] heard = there.socket().getInputStream().readNBytes(request.length);
            sending.join();
            assertThat(Arrays.equals(heard, request)).isTrue();
            there.send(OK);
            scheduler.expect(OK);
        }

        RecordedBody kept = exchanges().getFirst().request();
        assertThat(kept.truncated()).isTrue();
        assertThat(kept.length()).isEqualTo(body.length);
        assertThat(kept.bytes()).isEqualTo(Arrays.copyOf(body, 1_000));
    }

    @Test
    void a_reader_without_room_costs_the_recording_and_not_the_traffic() throws IOException {
        start(new ProxySettings(any(), "x", 1_000, 4, 0), file());
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            for (int i = 0; i < 100; i++) {
                scheduler.send(ASK);
                there.expect(ASK);
                there.send(OK);
                scheduler.expect(OK);
            }
        }

        assertThat(entries()).hasSize(1);
        assertThat(notes().getFirst()).contains("fell behind", "all of it is passed on");
    }

    @Test
    void a_full_disk_costs_the_recording_and_not_the_traffic_and_is_told_once() throws IOException {
        Path full = Path.of("/dev/full");
        Assumptions.assumeTrue(Files.exists(full), "only where there is a disk that is always full");
        start(ProxySettings.on(any()), full);
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            for (int i = 0; i < 20; i++) {
                scheduler.send(ASK);
                there.expect(ASK);
                there.send(OK);
                scheduler.expect(OK);
            }
        }
        proxy.orElseThrow().close();
        writer.orElseThrow().close();

        assertThat(trouble)
                .anyMatch(text -> text.contains("cannot be written"))
                .anyMatch(text -> text.contains("20 exchanges are missing"));
        assertThat(trouble.stream().filter(text -> text.contains("cannot be written")))
                .hasSize(1);
    }

    @Test
    void what_cannot_be_read_is_noted() throws IOException {
        start();
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            scheduler.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
            there.expect("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        }

        proxy.orElseThrow().close();
        writer.orElseThrow().close();
        assertThat(notes()).singleElement().asString().contains("HTTP/2");
    }

    @Test
    void an_extender_that_is_not_there_is_a_reset_and_a_note_and_told_once_until_it_is() throws IOException {
        start();
        InetSocketAddress gone = (InetSocketAddress) extender.getLocalSocketAddress();
        extender.close();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> {
                        // The reset may come at once.
                        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address())) {
                            scheduler.send(ASK);
                            scheduler.expectEnd();
                            throw new IOException("closed");
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        extender = new ServerSocket();
        extender.setReuseAddress(true);
        extender.setSoTimeout(20_000);
        extender.bind(gone);
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            scheduler.send(ASK);
            there.expect(ASK);
        }

        proxy.orElseThrow().close();
        writer.orElseThrow().close();
        assertThat(notes()).hasSize(2).allMatch(note -> note.contains("could not be reached"));
        assertThat(trouble).hasSize(2);
        assertThat(String.join("\n", trouble)).contains("cannot be reached").contains("can be reached again");
    }

    @Test
    void an_extender_is_reached_at_whichever_of_its_addresses_it_listens() throws IOException {
        writer = Optional.of(new RecordingWriter("test", RecordingSettings.into(file()), trouble::add));
        Upstream upstream = Upstream.at("http://extender:" + extender.getLocalPort(), TlsSettings.USUAL, host ->
                new InetAddress[] {InetAddress.getAllByName("::1")[0], InetAddress.getAllByName("127.0.0.1")[0]});
        proxy = Optional.of(
                RecordingProxy.start(ProxySettings.on(any()), upstream, writer.orElseThrow(), trouble::add));
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address());
                RawPeer there = RawPeer.of(extender.accept())) {
            scheduler.send(ASK);
            there.expect(ASK);
        }
        assertThat(trouble).isEmpty();
    }

    @Test
    void an_address_of_version_6_is_told_as_an_address_has_it() throws IOException {
        assertThat(RecordingProxy.url("http", new InetSocketAddress(InetAddress.getAllByName("::1")[0], 8888)))
                .isEqualTo("http://[0:0:0:0:0:0:0:1]:8888");
        assertThat(RecordingProxy.url("https", new InetSocketAddress(InetAddress.getAllByName("127.0.0.1")[0], 8888)))
                .isEqualTo("https://127.0.0.1:8888");
    }

    @Test
    void an_extender_behind_tls_is_reached_by_a_scheduler_without() throws IOException {
        TestCertificates certificates = TestCertificates.valid(folder);
        extender.close();
        extender = certificates
                .serverContext()
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        writer = Optional.of(new RecordingWriter("test", RecordingSettings.into(file()), trouble::add));
        Upstream upstream = Upstream.at(
                "https://localhost:" + extender.getLocalPort(), TlsSettings.USUAL.trusting(certificates.pem()));
        proxy = Optional.of(
                RecordingProxy.start(ProxySettings.on(any()), upstream, writer.orElseThrow(), trouble::add));
        CompletableFuture<RawPeer> accepted = CompletableFuture.supplyAsync(this::accept);
        try (RawPeer scheduler = RawPeer.to(proxy.orElseThrow().address())) {
            scheduler.send(ASK);
            try (RawPeer there = accepted.join()) {
                there.expect(ASK);
                there.send(OK);
                scheduler.expect(OK);
            }
            scheduler.expectEnd();
        }

        assertThat(exchanges()).singleElement().satisfies(one -> {
            assertThat(one.url()).startsWith("https://localhost:");
            assertThat(text(one.answer())).isEqualTo("{\"code\":0}");
        });
    }

    /** Both ends over TLS, in megabytes, and half-closed. */
    @Test
    void a_scheduler_that_speaks_tls_is_answered_over_tls_and_recorded_in_the_clear() throws IOException {
        TestCertificates authority = TestCertificates.authority(folder, "authority");
        TestCertificates own = authority.signed(folder, "recorder");
        secure(Downstream.tls(own.pem(), own.keyPem(), Optional.empty()));
        assertThat(proxy.orElseThrow().url()).startsWith("https://");
        byte[] body = new byte[1 << 20];
        Arrays.fill(body, (byte) 'x');
        byte[] head =
                RawPeer.bytes("POST /v1/filter HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length + "\r\n\r\n");
        try (RawPeer scheduler = tls(authority.trustingContext());
                RawPeer there = RawPeer.of(extender.accept())) {
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                send(scheduler, head);
                send(scheduler, body);
            });
            there.expect(head);
            there.expect(body);
            sending.join();
            scheduler.endOutput();
            there.expectEnd();
            there.send(OK);
            scheduler.expect(OK);
            there.endOutput();
            scheduler.expectEnd();
        }

        assertThat(exchanges()).singleElement().satisfies(one -> {
            assertThat(one.request().length()).isEqualTo(body.length);
            assertThat(text(one.answer())).isEqualTo("{\"code\":0}");
        });
        assertThat(trouble).isEmpty();
    }

    @Test
    void a_scheduler_without_the_certificate_that_is_wanted_is_not_let_in_and_it_is_told_once() throws IOException {
        TestCertificates authority = TestCertificates.authority(folder, "authority");
        TestCertificates own = authority.signed(folder, "recorder");
        SSLContext known = authority.signed(folder, "scheduler").clientContext(authority);
        secure(Downstream.tls(own.pem(), own.keyPem(), Optional.of(authority.pem())));
        for (int i = 0; i < 2; i++) {
            // In TLS 1.3 the server says no when the client believes that all is well.
            assertThatThrownBy(() -> {
                        try (RawPeer stranger = tls(authority.trustingContext())) {
                            stranger.send(ASK);
                            stranger.expect(OK);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        try (RawPeer scheduler = tls(known);
                RawPeer there = RawPeer.of(extender.accept())) {
            scheduler.send(ASK);
            there.expect(ASK);
            there.send(OK);
            scheduler.expect(OK);
        }

        assertThat(exchanges()).hasSize(1);
        assertThat(notes()).hasSize(2).allMatch(note -> note.contains("no agreement over TLS"));
        assertThat(trouble).singleElement().asString().contains("come to no agreement over TLS");
    }

    private void secure(Downstream downstream) throws IOException {
        writer = Optional.of(new RecordingWriter("test", RecordingSettings.into(file()), trouble::add));
        proxy = Optional.of(RecordingProxy.start(
                ProxySettings.on(any()),
                downstream,
                Upstream.at("http://127.0.0.1:" + extender.getLocalPort(), TlsSettings.USUAL),
                writer.orElseThrow(),
                trouble::add));
    }

    private RawPeer tls(SSLContext context) throws IOException {
        InetSocketAddress there = proxy.orElseThrow().address();
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(there.getAddress(), there.getPort());
        socket.startHandshake();
        return RawPeer.of(socket);
    }

    @Test
    void an_address_with_a_path_is_refused_since_requests_pass_unchanged() {
        assertThatThrownBy(() -> Upstream.at("http://gpu:8080/v1", TlsSettings.USUAL))
                .hasMessageContaining("http://gpu:8080/v1")
                .hasMessageContaining("without one");
    }

    private RawPeer accept() {
        try {
            return RawPeer.of(extender.accept());
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static void send(RawPeer peer, byte[] bytes) {
        try {
            peer.send(bytes);
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private void start() throws IOException {
        start(ProxySettings.on(any()), file());
    }

    private void start(ProxySettings settings, Path into) throws IOException {
        writer = Optional.of(new RecordingWriter("test", RecordingSettings.into(into), trouble::add));
        Upstream upstream = Upstream.at("http://127.0.0.1:" + extender.getLocalPort(), TlsSettings.USUAL);
        proxy = Optional.of(RecordingProxy.start(settings, upstream, writer.orElseThrow(), trouble::add));
    }

    private static InetSocketAddress any() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private Path file() {
        return folder.resolve("recording.jsonl");
    }

    /** Of the recording, once proxy and writer are closed. */
    private List<Entry> entries() throws IOException {
        proxy.orElseThrow().close();
        writer.orElseThrow().close();
        List<Entry> all = new ArrayList<>();
        try (RecordingReader reader = RecordingReader.open(file())) {
            for (Optional<Entry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
                all.add(entry.get());
            }
        }
        return all;
    }

    private List<RecordedExchange> exchanges() throws IOException {
        return entries().stream()
                .filter(Entry.Recorded.class::isInstance)
                .map(entry -> ((Entry.Recorded) entry).exchange())
                .toList();
    }

    private List<String> notes() throws IOException {
        return entries().stream()
                .filter(Entry.Note.class::isInstance)
                .map(entry -> ((Entry.Note) entry).text())
                .toList();
    }

    private static String text(Optional<RecordedBody> body) {
        return new String(body.orElseThrow().bytes(), UTF_8);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(UTF_8));
        }
        return packed.toByteArray();
    }

    private static byte[] joined(String head, byte[] body) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write((head + "\r\n\r\n").getBytes(ISO_8859_1));
        all.write(body);
        return all.toByteArray();
    }
}
