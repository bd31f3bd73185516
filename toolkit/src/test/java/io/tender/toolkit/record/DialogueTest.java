package io.tender.toolkit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.client.RecordedBody;
import io.tender.extender.client.RecordingSettings;
import io.tender.extender.client.RecordingWriter;
import io.tender.extender.client.TlsSettings;
import io.tender.toolkit.replay.Entry;
import io.tender.toolkit.replay.RecordingReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of the messages of a connection, and for how long. */
class DialogueTest {
    private static final int ALL = 1_000;
    private static final String ASK = "POST /o HTTP/1.1\r\nContent-Length: 10\r\n\r\n";
    private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n";

    @TempDir
    private Path folder;

    private final Room room = new Room(100, ALL, new Blocks(ALL));
    private final ConcurrentLinkedQueue<String> trouble = new ConcurrentLinkedQueue<>();
    private RecordingWriter writer;

    @BeforeEach
    void begin() {
        writer = new RecordingWriter("test", RecordingSettings.into(file()), trouble::add);
    }

    @AfterEach
    void end() {
        writer.close();
    }

    @Test
    void what_is_under_way_when_reading_is_given_up_takes_no_room() {
        Dialogue dialogue = dialogue(InstantSource.system());
        saw(dialogue, Side.SCHEDULER, ASK + "0123456789" + ASK + "0123");
        saw(dialogue, Side.EXTENDER, ANSWER + "01234");
        assertThat(free()).isEqualTo(ALL - 19);

        dialogue.giveUp("enough");

        assertThat(free()).isEqualTo(ALL);
    }

    @Test
    void a_request_that_goes_on_behind_its_answer_takes_no_room_and_is_told_to_be_cut() throws IOException {
        Dialogue dialogue = dialogue(InstantSource.system());
        saw(dialogue, Side.SCHEDULER, ASK + "0123");
        saw(dialogue, Side.EXTENDER, ANSWER + "0123456789");
        saw(dialogue, Side.SCHEDULER, "4567");
        assertThat(free()).isEqualTo(ALL);
        saw(dialogue, Side.SCHEDULER, "89" + ASK + "abcdefghij");
        saw(dialogue, Side.EXTENDER, ANSWER + "9876543210");
        assertThat(free()).isEqualTo(ALL);

        List<RecordedBody> requests = requests();
        assertThat(requests).hasSize(2);
        assertThat(requests.getFirst().bytes()).isEqualTo(RawPeer.bytes("0123"));
        assertThat(requests.getFirst().truncated()).isTrue();
        assertThat(requests.getLast().bytes()).isEqualTo(RawPeer.bytes("abcdefghij"));
        assertThat(requests.getLast().truncated()).isFalse();
    }

    @Test
    void a_connection_that_cannot_be_read_does_not_end_the_reading_of_others() throws IOException {
        AtomicBoolean stands = new AtomicBoolean(true);
        InstantSource clock = () -> {
            if (stands.getAndSet(false)) {
                throw new IllegalStateException("the clock stands still");
            }
            return Instant.EPOCH;
        };
        try (Watcher watcher = new Watcher(ALL, new Blocks(ALL), trouble::add)) {
            for (int i = 0; i < 2; i++) {
                Dialogue dialogue = dialogue(clock);
                byte[] ask = RawPeer.bytes(ASK + "0123456789");
                byte[] answer = RawPeer.bytes(ANSWER + "0123456789");
                watcher.offer(dialogue, Side.SCHEDULER, ask, ask.length);
                watcher.offer(dialogue, Side.EXTENDER, answer, answer.length);
            }
        }

        assertThat(requests()).hasSize(1);
        assertThat(trouble).singleElement().asString().contains("the clock stands still");
        assertThat(free()).isEqualTo(ALL);
    }

    private Dialogue dialogue(InstantSource clock) {
        Upstream upstream = Upstream.at("http://127.0.0.1:1", TlsSettings.USUAL);
        return new Dialogue("peer", new Minutes(writer, upstream, "x", clock, 100), room);
    }

    private static void saw(Dialogue dialogue, Side side, String text) {
        byte[] bytes = RawPeer.bytes(text);
        dialogue.saw(side, bytes, bytes.length, System.nanoTime());
    }

    /** By taking all of it, piece by piece. */
    private int free() {
        int taken = 0;
        for (int more = room.take(100, 0); more > 0; more = room.take(100, 0)) {
            taken += more;
        }
        room.give(taken);
        return taken;
    }

    private Path file() {
        return folder.resolve("recording.jsonl");
    }

    private List<RecordedBody> requests() throws IOException {
        writer.close();
        List<RecordedBody> all = new ArrayList<>();
        try (RecordingReader reader = RecordingReader.open(file())) {
            for (Optional<Entry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
                if (entry.get() instanceof Entry.Recorded recorded) {
                    all.add(recorded.exchange().request());
                }
            }
        }
        return all;
    }
}
