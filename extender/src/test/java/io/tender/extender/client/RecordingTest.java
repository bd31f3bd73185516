package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class RecordingTest extends ClientTestBase {
    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("deep/gpu.jsonl");
    }

    private RecordingSettings small(int bodyBytes, long fileBytes, int files) {
        return new RecordingSettings(file(), bodyBytes, fileBytes, files, 1_000);
    }

    private void record(RecordingSettings recording, int calls) {
        ExtenderClient client = client(settings().recording(recording));
        for (int i = 0; i < calls; i++) {
            client.call(call());
        }
        client.close();
    }

    @Test
    void every_exchange_is_one_line() throws IOException {
        record(RecordingSettings.into(file()), 2);

        List<String> lines = Files.readAllLines(file());
        assertThat(lines).hasSize(2);
        Map<String, String> line = flat(lines.getFirst());
        assertThat(line)
                .containsEntry("v", "1")
                .containsEntry("time", time.instant().toString())
                .containsEntry("extender", "gpu")
                .containsEntry("verb", "order")
                .containsEntry("method", "POST")
                .containsEntry("url", extender.url())
                .containsEntry("headers.content-type", "application/json")
                .containsEntry("request.text", "{}")
                .containsEntry("request.length", "2")
                .containsEntry("status", "200")
                .containsEntry("answer.text", "\"yes\"")
                .containsEntry("answer.length", "5")
                .containsEntry("latencyMicros", "0")
                .containsEntry("attempts", "1")
                .containsEntry("outcome", "ok")
                .containsKey("headers.traceparent")
                .doesNotContainKeys("failure", "request.truncated", "answer.truncated");
    }

    /** It may be asked again, and an answer is about what was asked about. */
    @Test
    void what_a_question_says_is_recorded_as_it_was_said_whatever_the_query_says_too() throws IOException {
        extender.now(FakeExtender.answering(200, "\"production-1 of blue-team-7\""));
        ExtenderSettings.Builder settings = ExtenderSettings.of(
                        "gpu", extender.url() + "?cluster=production&tenant=blue-team-7")
                .deadline(Duration.ofSeconds(30))
                .recording(RecordingSettings.into(file()));
        try (ExtenderClient client = client(settings)) {
            client.call(Call.post(
                    new Verb("order"),
                    RequestBody.of("{\"hosts\":[\"production-1\"]}"),
                    AnswerReader.ignoringBody(true)));
        }

        assertThat(flat(Files.readAllLines(file()).getFirst()))
                .containsEntry("request.text", "{\"hosts\":[\"production-1\"]}")
                .containsEntry("answer.text", "\"production-1 of [hidden]\"");
    }

    @Test
    void a_failure_is_recorded_with_what_was_heard() throws IOException {
        extender.now(FakeExtender.answering(500, "out of order"));

        record(RecordingSettings.into(file()), 1);

        Map<String, String> line = flat(Files.readAllLines(file()).getFirst());
        assertThat(line)
                .containsEntry("outcome", "status")
                .containsEntry("status", "500")
                .containsEntry("answer.text", "out of order");
        assertThat(line.get("failure")).contains("got:", "expected:", "to do:");
    }

    @Test
    void a_long_body_is_cut_between_characters_and_says_so() throws IOException {
        extender.now(FakeExtender.answering(200, "\"ää\""));

        record(small(4, 1 << 20, 2), 1);

        assertThat(flat(Files.readAllLines(file()).getFirst()))
                .containsEntry("answer.text", "\"ä")
                .containsEntry("answer.length", "6")
                .containsEntry("answer.truncated", "true");
    }

    @Test
    void what_is_not_text_is_recorded_as_base64() throws IOException {
        byte[] bytes = {'"', (byte) 0xC0, (byte) 0xAF, '"'};
        extender.now(exchange -> FakeExtender.answer(exchange, 200, bytes));

        record(RecordingSettings.into(file()), 1);

        assertThat(flat(Files.readAllLines(file()).getFirst()))
                .containsEntry("outcome", "malformed")
                .containsEntry("answer.base64", Base64.getEncoder().encodeToString(bytes));
    }

    @Test
    void full_files_are_kept_in_a_bounded_number() throws IOException {
        record(small(100, 1_500, 3), 50);

        try (var files = Files.list(file().getParent())) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("gpu.jsonl", "gpu.jsonl.1", "gpu.jsonl.2");
        }
        assertThat(Files.size(folder.resolve("deep/gpu.jsonl.1"))).isBetween(1L, 1_500L);
        for (String line : Files.readAllLines(folder.resolve("deep/gpu.jsonl.2"))) {
            assertThat(flat(line)).containsEntry("outcome", "ok");
        }
    }

    @Test
    void a_later_run_goes_on_in_the_same_file() throws IOException {
        record(RecordingSettings.into(file()), 1);
        record(RecordingSettings.into(file()), 1);

        assertThat(Files.readAllLines(file())).hasSize(2);
    }

    @Test
    void a_disk_that_fails_costs_records_and_one_line_in_the_log() throws IOException {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        ((Logger) LoggerFactory.getLogger(FileRecorder.class)).addAppender(log);
        // A file where a folder should be.
        Files.writeString(folder.resolve("deep"), "in the way");
        ExtenderClient client = client(settings().recording(RecordingSettings.into(file())));

        for (int i = 0; i < 5; i++) {
            assertThat(client.call(call()).value()).contains("yes");
        }
        client.close();

        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .satisfiesExactly(
                        line -> assertThat(line).contains("cannot be written"),
                        line -> assertThat(line).contains("5 exchanges are missing"));
    }

    @Test
    void what_finds_no_room_is_dropped_and_counted() throws Exception {
        Path pipe = Files.createDirectories(folder.resolve("deep")).resolve("gpu.jsonl");
        // A pipe that nobody reads: opening it takes for ever, like a disk that hangs.
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        Exchange exchange = exchange();
        FileRecorder recorder =
                new FileRecorder(new ExtenderName("gpu"), new RecordingSettings(file(), 100, 1 << 20, 1, 2));

        for (int i = 0; i < 10; i++) {
            recorder.record(exchange);
        }

        // One may be in the writer's hands, and two wait.
        assertThat(recorder.dropped()).isBetween(7L, 8L);
        Files.newInputStream(pipe).close();
        recorder.close();
    }

    @Test
    void what_comes_after_closing_is_dropped_counted_and_told() {
        ListAppender<ILoggingEvent> log = listening();
        FileRecorder recorder = new FileRecorder(new ExtenderName("gpu"), RecordingSettings.into(file()));
        recorder.close();
        assertThat(log.list).isEmpty();

        recorder.record(exchange());
        recorder.record(exchange());

        assertThat(recorder.dropped()).isEqualTo(2);
    }

    @Test
    void an_exchange_that_cannot_be_written_costs_itself_alone_and_the_number_is_told_at_the_end() throws IOException {
        ListAppender<ILoggingEvent> log = listening();
        Exchange good = exchange();
        Exchange bad = new Exchange(
                good.started(),
                good.target(),
                good.trace(),
                good.contentType(),
                good.idempotencyKey(),
                good.request(),
                good.status(),
                good.answer(),
                // More than can be counted in nanoseconds.
                Duration.ofSeconds(Long.MAX_VALUE),
                good.attempts(),
                good.outcome(),
                good.failure());
        FileRecorder recorder = new FileRecorder(new ExtenderName("gpu"), RecordingSettings.into(file()));

        recorder.record(good);
        recorder.record(bad);
        recorder.record(good);
        recorder.close();

        assertThat(Files.readAllLines(file())).hasSize(2);
        assertThat(recorder.dropped()).isEqualTo(1);
        assertThat(log.list.getLast().getFormattedMessage()).contains("1 exchanges are missing");
    }

    @Test
    void a_recorder_that_throws_costs_no_call() {
        AtomicInteger told = new AtomicInteger();
        ExtenderClient client = client(settings(), surroundings().withRecorder(new ExchangeRecorder() {
            @Override
            public int bodyBytes() {
                return 10;
            }

            @Override
            public void record(Exchange exchange) {
                told.incrementAndGet();
                throw new IllegalStateException("a recorder that breaks");
            }

            @Override
            public void close() {}
        }));

        for (int i = 0; i < 3; i++) {
            assertThat(client.call(call()).value()).contains("yes");
        }

        assertThat(told).hasValue(3);
        assertThat(registry.get("tender.extender.recording.dropped").gauge().value())
                .isEqualTo(3);
    }

    @Test
    void an_errors_body_is_recorded_as_it_came_and_marked_when_it_was_cut() throws IOException {
        extender.now(FakeExtender.answering(500, "x".repeat(3_000)));
        record(RecordingSettings.into(file()), 1);
        extender.now(exchange -> {
            exchange.sendResponseHeaders(500, 100);
            exchange.getResponseBody().write("cut off".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        });
        record(RecordingSettings.into(file()), 1);

        List<String> lines = Files.readAllLines(file());
        assertThat(flat(lines.getFirst()))
                .containsEntry("answer.text", "x".repeat(1024))
                .containsEntry("answer.truncated", "true");
        assertThat(flat(lines.getLast())).containsEntry("answer.text", "cut off");
    }

    @Test
    void a_file_does_not_grow_beyond_its_bound_when_it_cannot_be_moved() throws IOException {
        // A folder that is not empty where the full file should go.
        Files.createDirectories(folder.resolve("deep/gpu.jsonl.1/in the way"));
        FileRecorder recorder =
                new FileRecorder(new ExtenderName("gpu"), new RecordingSettings(file(), 100, 1_500, 2, 100));
        Exchange exchange = exchange();
        for (int i = 0; i < 20; i++) {
            recorder.record(exchange);
        }
        recorder.close();

        assertThat(Files.size(file())).isBetween(1L, 1_500L);
        assertThat(recorder.dropped() + Files.readAllLines(file()).size()).isEqualTo(20);
    }

    @Test
    void half_a_line_is_taken_back_and_all_that_were_lost_are_counted() throws IOException {
        AtomicInteger opened = new AtomicInteger();
        RecordingLine line = RecordingLine.note(Instant.EPOCH, "a line");
        int length = line.bytes().length;
        RecordingFiles files = new RecordingFiles(RecordingSettings.into(file()), path -> {
            SeekableByteChannel real = Files.newByteChannel(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            return opened.incrementAndGet() == 1 ? new FullDisk(real, length) : real;
        });
        files.append(line);
        files.flush();
        files.append(line);
        files.append(line);

        assertThatThrownBy(files::flush).isInstanceOf(IOException.class);
        assertThat(files.takeLost()).isEqualTo(2);
        assertThat(Files.size(file())).as("half a line is there").isEqualTo(length + 3);
        files.append(line);
        files.close();

        assertThat(files.takeLost()).isZero();
        String text = new String(line.bytes(), StandardCharsets.UTF_8).strip();
        assertThat(Files.readAllLines(file())).containsExactly(text, text);
    }

    /** As two extenders may, and one whose settings are read again while what it recorded before is still being written. */
    @Test
    void what_two_write_into_one_file_is_all_there() throws IOException {
        RecordingFiles one = new RecordingFiles(RecordingSettings.into(file()));
        RecordingFiles other = new RecordingFiles(RecordingSettings.into(file()));
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            RecordingLine first = RecordingLine.note(Instant.EPOCH, "one " + i);
            RecordingLine second = RecordingLine.note(Instant.EPOCH, "and another one " + i);
            one.append(first);
            one.flush();
            other.append(second);
            other.flush();
            lines.add(new String(first.bytes(), StandardCharsets.UTF_8).strip());
            lines.add(new String(second.bytes(), StandardCharsets.UTF_8).strip());
        }
        one.close();
        other.close();

        assertThat(Files.readAllLines(file())).isEqualTo(lines);
    }

    @Test
    void a_file_that_is_taken_away_or_replaced_meanwhile_is_begun_anew() throws IOException {
        RecordingLine line = RecordingLine.note(Instant.EPOCH, "a line");
        String text = new String(line.bytes(), StandardCharsets.UTF_8).strip();
        RecordingFiles files = new RecordingFiles(RecordingSettings.into(file()));
        files.append(line);
        files.flush();

        Files.delete(file());
        files.append(line);
        files.append(line);
        files.flush();
        assertThat(Files.readAllLines(file())).containsExactly(text, text);

        Path moved = file().resolveSibling("yesterday");
        Files.move(file(), moved);
        Files.writeString(file(), "another's\n");
        files.append(line);
        files.close();
        assertThat(Files.readAllLines(moved)).containsExactly(text, text);
        assertThat(Files.readAllLines(file())).containsExactly("another's", text);
    }

    /** Takes so many bytes, and three more before it says that it is full. */
    private record FullDisk(SeekableByteChannel real, int room) implements SeekableByteChannel {
        @Override
        public int write(ByteBuffer bytes) throws IOException {
            if (real.position() < room) {
                return real.write(bytes);
            }
            real.write(bytes.slice(bytes.position(), 3));
            throw new IOException("no space left");
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            return real.read(into);
        }

        @Override
        public long position() throws IOException {
            return real.position();
        }

        @Override
        public SeekableByteChannel position(long position) throws IOException {
            return real.position(position);
        }

        @Override
        public long size() throws IOException {
            return real.size();
        }

        @Override
        public SeekableByteChannel truncate(long size) throws IOException {
            return real.truncate(size);
        }

        @Override
        public boolean isOpen() {
            return real.isOpen();
        }

        @Override
        public void close() throws IOException {
            real.close();
        }
    }

    private static ListAppender<ILoggingEvent> listening() {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        ((Logger) LoggerFactory.getLogger(FileRecorder.class)).addAppender(log);
        return log;
    }

    private Exchange exchange() {
        List<Exchange> seen = new ArrayList<>();
        client(settings(), surroundings().withRecorder(new ExchangeRecorder() {
                    @Override
                    public int bodyBytes() {
                        return 10;
                    }

                    @Override
                    public void record(Exchange exchange) {
                        seen.add(exchange);
                    }

                    @Override
                    public void close() {}
                }))
                .call(call());
        return seen.getFirst();
    }

    /** The members of an object within an object have its name before theirs. */
    private static Map<String, String> flat(String line) {
        Map<String, String> members = new java.util.TreeMap<>();
        try (JsonParser json =
                new JsonFactory().createParser(ObjectReadContext.empty(), line.getBytes(StandardCharsets.UTF_8))) {
            String prefix = "";
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.START_OBJECT && json.currentName() != null) {
                    prefix = json.currentName() + ".";
                } else if (token == JsonToken.END_OBJECT) {
                    prefix = "";
                } else if (token.isScalarValue()) {
                    members.put(prefix + json.currentName(), json.getString());
                }
            }
        }
        return members;
    }
}
