package io.tender.toolkit.record;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tender.extender.client.RecordedBody;
import io.tender.extender.client.RecordedExchange;
import io.tender.extender.client.RecordingSettings;
import io.tender.extender.client.RecordingWriter;
import io.tender.extender.client.TlsSettings;
import io.tender.toolkit.replay.Entry;
import io.tender.toolkit.replay.RecordingReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that come in many pieces, of which the memory is used again. */
@Timeout(60)
class LargeBodiesTest {
    private static final int MEGABYTE = 1_000_000;
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"code\":0}";

    @TempDir
    private Path folder;

    private final ConcurrentLinkedQueue<String> trouble = new ConcurrentLinkedQueue<>();
    private ServerSocket extender;

    @BeforeEach
    void listen() throws IOException {
        extender = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        extender.setSoTimeout(20_000);
    }

    @AfterEach
    void end() throws IOException {
        extender.close();
    }

    @Test
    void the_first_bytes_of_a_message_arrive_before_the_last_have_left() throws IOException {
        try (RecordingWriter writer = writer(file(), 64 << 20);
                RecordingProxy proxy = proxy(writer);
                RawPeer scheduler = RawPeer.to(proxy.address());
                RawPeer there = RawPeer.of(extender.accept())) {
            String ask = "POST /big HTTP/1.1\r\nContent-Length: " + MEGABYTE + "\r\n\r\n";
            String answer = "HTTP/1.1 200 OK\r\nContent-Length: " + MEGABYTE + "\r\n\r\n";

            inTwoParts(scheduler, there, ask);
            inTwoParts(there, scheduler, answer);
        }

        assertThat(exchanges(file())).singleElement().satisfies(one -> {
            assertThat(one.request().bytes()).hasSize(MEGABYTE).containsOnly('x');
            assertThat(one.answer().orElseThrow().bytes()).hasSize(MEGABYTE).containsOnly('x');
        });
    }

    private static void inTwoParts(RawPeer from, RawPeer to, String head) throws IOException {
        from.send(head + "x");
        to.expect(head + "x");
        byte[] rest = new byte[MEGABYTE - 1];
        Arrays.fill(rest, (byte) 'x');
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> send(from, rest));
        to.expect(rest);
        sending.join();
    }

    @Test
    void a_burst_of_bodies_of_a_megabyte_is_recorded_whole() throws IOException {
        int calls = 80;
        try (RecordingWriter writer = writer(file(), ProxySettings.bytesForTheDisk());
                RecordingProxy proxy = proxy(writer);
                RawPeer scheduler = RawPeer.to(proxy.address());
                RawPeer there = RawPeer.of(extender.accept())) {
            for (int i = 0; i < calls; i++) {
                call(scheduler, there, body(i));
            }
            await(() -> writer.written() + writer.dropped() == calls);

            assertThat(writer.dropped()).isZero();
        }

        List<RecordedExchange> recorded = new ArrayList<>(exchanges(folder.resolve("recording.jsonl.1")));
        recorded.addAll(exchanges(file()));
        assertThat(recorded).hasSize(calls);
        for (int i = 0; i < calls; i++) {
            assertThat(Arrays.equals(recorded.get(i).request().bytes(), body(i)))
                    .as("body %s", i)
                    .isTrue();
        }
        assertThat(trouble).isEmpty();
    }

    @Test
    void a_disk_that_hangs_costs_the_recording_and_not_the_traffic() throws Exception {
        int calls = 40;
        // A pipe that nobody reads: opening it takes for ever.
        assumeTrue(new ProcessBuilder("mkfifo", file().toString()).start().waitFor() == 0);
        try (RecordingWriter writer = writer(file(), 5 * MEGABYTE)) {
            try (RecordingProxy proxy = proxy(writer);
                    RawPeer scheduler = RawPeer.to(proxy.address());
                    RawPeer there = RawPeer.of(extender.accept())) {
                for (int i = 0; i < calls; i++) {
                    call(scheduler, there, body(i));
                }
            }

            // One may be in the writer's hands, and some wait.
            await(() -> writer.dropped() >= calls - 6);
            assertThat(writer.dropped()).isLessThan(calls);
            Files.newInputStream(file()).close();
        }
        assertThat(trouble).anyMatch(text -> text.contains("exchanges are missing"));
    }

    private static final Pool<ByteBuffer> LENT = Relay.buffers(1 << 20);

    /** However they are divided and framed, and whoever had the memory before. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void bodies_of_all_sizes_are_recorded_as_they_passed(long seed) throws IOException {
        Random random = new Random(seed);
        List<byte[]> sent = new ArrayList<>();
        Blocks blocks = new Blocks(1 << 20);
        try (RecordingWriter writer = writer(file(), 64 << 20)) {
            Upstream upstream = Upstream.at("http://127.0.0.1:1", TlsSettings.USUAL);
            Minutes minutes = new Minutes(writer, upstream, "x", InstantSource.system(), 1 << 20);
            try (Watcher watcher = new Watcher(64 << 20, blocks, trouble::add)) {
                Watched watched = new Watched(
                        watcher, blocks, new Dialogue("peer", minutes, new Room(1 << 20, 64 << 20, blocks)));
                for (int round = 0; round < 20; round++) {
                    ByteArrayOutputStream requests = new ByteArrayOutputStream();
                    ByteArrayOutputStream answers = new ByteArrayOutputStream();
                    for (int pipelined = 1 + random.nextInt(3); pipelined > 0; pipelined--) {
                        sent.add(message("POST /o HTTP/1.1", requests, random));
                        sent.add(message("HTTP/1.1 200 OK", answers, random));
                    }
                    pass(watched, Side.SCHEDULER, requests.toByteArray(), random);
                    pass(watched, Side.EXTENDER, answers.toByteArray(), random);
                    int asked = sent.size() / 2;
                    if (round % 4 == 0) {
                        // Lets what was written be used again.
                        await(() -> writer.written() == asked);
                    }
                }
            }
        }

        List<byte[]> recorded = new ArrayList<>();
        for (RecordedExchange one : exchanges(file())) {
            recorded.add(one.request().bytes());
            recorded.add(one.answer().map(RecordedBody::bytes).orElseThrow());
        }
        assertThat(recorded).hasSameSizeAs(sent);
        for (int i = 0; i < sent.size(); i++) {
            assertThat(Arrays.equals(recorded.get(i), sent.get(i)))
                    .as("body %s", i)
                    .isTrue();
        }
    }

    private static void pass(Watched watched, Side side, byte[] bytes, Random random) {
        int most = List.of(1_000, Blocks.BYTES, 3 * Blocks.BYTES).get(random.nextInt(3));
        int at = 0;
        while (at < bytes.length) {
            int count = Math.min(bytes.length - at, random.nextBoolean() ? most : 1 + random.nextInt(most));
            if (random.nextBoolean()) {
                // A buffer that is lent comes back, and is filled anew, when nobody reads it any more.
                Loan loan = new Loan(LENT);
                loan.buffer().clear().put(bytes, at, count).flip();
                watched.saw(side, loan);
                loan.letGo();
            } else {
                watched.saw(side, ByteBuffer.wrap(bytes, at, count));
            }
            at += count;
        }
    }

    /** Its body. */
    private static byte[] message(String startLine, ByteArrayOutputStream out, Random random) throws IOException {
        byte[] body = new byte[random.nextInt(random.nextBoolean() ? 300 : 300_000)];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) (' ' + random.nextInt(90));
        }
        if (random.nextBoolean()) {
            out.write(ascii(startLine + "\r\nContent-Length: " + body.length + "\r\n\r\n"));
            out.write(body);
            return body;
        }
        out.write(ascii(startLine + "\r\nTransfer-Encoding: chunked\r\n\r\n"));
        int at = 0;
        while (at < body.length) {
            int count = Math.min(body.length - at, 1 + random.nextInt(random.nextBoolean() ? 5_000 : 200_000));
            out.write(ascii(Integer.toHexString(count) + "\r\n"));
            out.write(body, at, count);
            out.write(ascii("\r\n"));
            at += count;
        }
        out.write(ascii("0\r\n\r\n"));
        return body;
    }

    private static void call(RawPeer scheduler, RawPeer there, byte[] body) throws IOException {
        byte[] head = ascii("POST /big HTTP/1.1\r\nContent-Length: " + body.length + "\r\n\r\n");
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
            send(scheduler, head);
            send(scheduler, body);
        });
        there.socket().getInputStream().skipNBytes(head.length + (long) body.length);
        sending.join();
        there.send(OK);
        scheduler.expect(OK);
    }

    private static byte[] body(int number) {
        byte[] body = new byte[MEGABYTE];
        byte[] word = ("{\"number\":" + number + "},").getBytes(ISO_8859_1);
        for (int i = 0; i < body.length; i++) {
            body[i] = word[i % word.length];
        }
        return body;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }

    private static void send(RawPeer peer, byte[] bytes) {
        try {
            peer.send(bytes);
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private RecordingWriter writer(Path into, long mostWaiting) {
        return new RecordingWriter("test", RecordingSettings.into(into), mostWaiting, trouble::add);
    }

    private RecordingProxy proxy(RecordingWriter writer) throws IOException {
        return RecordingProxy.start(
                ProxySettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                Upstream.at("http://127.0.0.1:" + extender.getLocalPort(), TlsSettings.USUAL),
                writer,
                trouble::add);
    }

    private Path file() {
        return folder.resolve("recording.jsonl");
    }

    private static List<RecordedExchange> exchanges(Path file) throws IOException {
        List<RecordedExchange> all = new ArrayList<>();
        try (RecordingReader reader = RecordingReader.open(file)) {
            for (Optional<Entry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
                assertThat(entry.get()).isInstanceOf(Entry.Recorded.class);
                all.add(((Entry.Recorded) entry.get()).exchange());
            }
        }
        return all;
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited too long").isLessThan(deadline);
            LockSupport.parkNanos(5_000_000);
        }
    }
}
