package io.tender.toolkit.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.client.RecordingLine;
import io.tender.extender.client.RecordingSettings;
import io.tender.extender.client.RecordingWriter;
import io.tender.extender.client.TlsSettings;
import io.tender.toolkit.replay.Entry;
import io.tender.toolkit.replay.RecordingReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class KilledRecorderTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"code\":0}";

    @TempDir
    private Path folder;

    /** The process that is killed: proxies to the port it is given, and says on which it listens. */
    static final class Recorder {
        private Recorder() {}

        public static void main(String[] args) throws IOException {
            RecordingWriter writer =
                    new RecordingWriter("killed", RecordingSettings.into(Path.of(args[1])), KilledRecorderTest::tell);
            RecordingProxy proxy = RecordingProxy.start(
                    ProxySettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                    Upstream.at("http://127.0.0.1:" + args[0], TlsSettings.USUAL),
                    writer,
                    KilledRecorderTest::tell);
            System.out.println(proxy.address().getPort());
            LockSupport.park();
        }
    }

    @Test
    void a_killed_recorder_leaves_a_readable_file_and_the_next_one_goes_on_behind_it() throws Exception {
        Path file = folder.resolve("recording.jsonl");
        try (ServerSocket extender = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            extender.setSoTimeout(20_000);
            Process recorder = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Recorder.class.getName(),
                            Integer.toString(extender.getLocalPort()),
                            file.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (BufferedReader out = recorder.inputReader(UTF_8)) {
                int port = Integer.parseInt(String.valueOf(out.readLine()));
                try (RawPeer scheduler = RawPeer.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                        RawPeer there = RawPeer.of(extender.accept())) {
                    for (int i = 0; i < 50; i++) {
                        String ask = "POST /predicate HTTP/1.1\r\nContent-Length: 2\r\n\r\n" + (10 + i);
                        scheduler.send(ask);
                        there.expect(ask);
                        there.send(OK);
                        scheduler.expect(OK);
                    }
                    // What was said a while ago is on the disk; what was said just now may be lost.
                    await(() -> Files.exists(file) && Files.readAllLines(file).size() >= 40);
                }
            } finally {
                recorder.destroyForcibly().waitFor();
            }
        }

        Tally killed = read(file);
        assertThat(killed.exchanges).isGreaterThanOrEqualTo(40);
        assertThat(killed.broken).isLessThanOrEqualTo(1);

        // The worst that a kill can leave.
        Files.writeString(file, "{\"v\":1,\"time\":\"2026-", StandardOpenOption.APPEND);
        try (RecordingWriter writer =
                new RecordingWriter("next", RecordingSettings.into(file), KilledRecorderTest::tell)) {
            RecordingLine note = RecordingLine.note(Instant.EPOCH, "began again");
            writer.record(0, () -> note);
        }
        List<String> lines = Files.readAllLines(file);
        assertThat(lines.getLast()).contains("began again");
        assertThat(read(file).broken).isEqualTo(killed.broken + 1);
        assertThat(read(file).exchanges).isEqualTo(killed.exchanges);
    }

    private static void tell(String text) {
        System.err.println(text);
    }

    private record Tally(int exchanges, int broken) {}

    private static Tally read(Path file) throws IOException {
        int exchanges = 0;
        int broken = 0;
        try (RecordingReader reader = RecordingReader.open(file)) {
            for (Optional<Entry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
                exchanges += entry.get() instanceof Entry.Recorded ? 1 : 0;
                broken += entry.get() instanceof Entry.Broken ? 1 : 0;
            }
        }
        return new Tally(exchanges, broken);
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition) throws IOException {
        long deadline = System.nanoTime() + 20_000_000_000L;
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("waited too long").isLessThan(deadline);
            LockSupport.parkNanos(5_000_000);
        }
    }
}
