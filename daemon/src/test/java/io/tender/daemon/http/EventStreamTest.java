package io.tender.daemon.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EventStreamTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    void writes_events_in_order_and_ends_when_it_is_closed() throws InterruptedException {
        EventStream stream = new EventStream(100);
        stream.send("one ".getBytes(UTF_8));
        stream.send("two".getBytes(UTF_8));
        stream.close("enough");
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        String why = stream.write(out, LONG, () -> new byte[0]);

        assertThat(out.toString(UTF_8)).isEqualTo("one two");
        assertThat(why).isEqualTo("enough");
        assertThat(stream.send(new byte[1])).isFalse();
    }

    @Test
    void writes_a_heartbeat_when_nothing_happens() throws InterruptedException {
        EventStream stream = new EventStream(100);
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        stream.write(out, Duration.ofMillis(1), () -> {
            stream.close("one beat is enough");
            return "beat".getBytes(UTF_8);
        });

        assertThat(out.toString(UTF_8)).isEqualTo("beat");
    }

    @Test
    void ends_when_its_listener_reads_too_slowly_and_keeps_nothing() throws InterruptedException {
        EventStream stream = new EventStream(10);
        assertThat(stream.send(new byte[8])).isTrue();

        assertThat(stream.send(new byte[8])).isFalse();

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(stream.write(out, LONG, () -> new byte[0])).contains("too slowly");
        assertThat(out.size()).isZero();
    }

    @Test
    void a_listener_that_stands_still_holds_up_no_more_than_one_write() throws InterruptedException {
        int large = EventStream.AT_ONCE_BYTES / 4;
        AtomicInteger written = new AtomicInteger();
        EventStream stream = new EventStream(100L * large);
        for (int i = 0; i < 100; i++) {
            stream.send(new EventStream.Event() {
                @Override
                public int aboutBytes() {
                    return large;
                }

                @Override
                public byte[] bytes() {
                    written.incrementAndGet();
                    return new byte[1];
                }
            });
        }
        stream.close("enough");
        List<Integer> beforeEachWrite = new ArrayList<>();

        stream.write(
                new OutputStream() {
                    @Override
                    public void write(int one) {
                        beforeEachWrite.add(written.get());
                    }

                    @Override
                    public void write(byte[] all, int from, int length) {
                        beforeEachWrite.add(written.get());
                    }
                },
                LONG,
                () -> new byte[0]);

        assertThat(beforeEachWrite).startsWith(4, 8, 12).endsWith(100).hasSize(25);
    }

    @Test
    void takes_one_event_that_is_larger_than_its_bound() {
        EventStream stream = new EventStream(10);

        assertThat(stream.send(new byte[100])).isTrue();
    }

    @Test
    void ends_when_its_listener_is_gone() throws InterruptedException {
        EventStream stream = new EventStream(10);
        stream.send(new byte[1]);

        String why = stream.write(
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("broken pipe");
                    }
                },
                LONG,
                () -> new byte[0]);

        assertThat(why).contains("gone", "broken pipe");
        assertThat(stream.isClosed()).isTrue();
    }
}
