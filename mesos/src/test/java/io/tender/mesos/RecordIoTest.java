package io.tender.mesos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordIoTest {
    @Test
    void a_record_is_its_length_a_line_feed_and_its_bytes() {
        assertThat(new String(RecordIo.frame(bytes("{\"type\":\"HEARTBEAT\"}")), StandardCharsets.UTF_8))
                .isEqualTo("20\n{\"type\":\"HEARTBEAT\"}");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void records_come_out_whole_however_the_stream_is_cut(long seed) {
        SplittableRandom chance = new SplittableRandom(seed);
        List<byte[]> sent = new ArrayList<>();
        StringBuilder stream = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            byte[] message = "x".repeat(chance.nextInt(1200)).getBytes(StandardCharsets.US_ASCII);
            sent.add(message);
            stream.append(new String(RecordIo.frame(message), StandardCharsets.US_ASCII));
        }
        byte[] all = bytes(stream.toString());
        RecordIoReading reading = new RecordIoReading(2000);
        List<byte[]> got = new ArrayList<>();
        for (int at = 0; at < all.length; ) {
            int end = Math.min(all.length, at + chance.nextInt(500));
            reading.feed(all, at, end, got::add);
            at = end;
        }
        assertThat(got).hasSameSizeAs(sent);
        for (int i = 0; i < sent.size(); i++) {
            assertThat(got.get(i)).isEqualTo(sent.get(i));
        }
        assertThat(reading.isWithinRecord()).isFalse();
    }

    @Test
    void a_stream_cut_within_a_record_can_be_told() {
        for (String part : List.of("1", "12\n", "12\nabc")) {
            RecordIoReading reading = new RecordIoReading(20);
            reading.feed(bytes(part), record -> {});
            assertThat(reading.isWithinRecord()).as(part).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "x\n", "-1\n", "21\n", "99999999999\n", "00000000000\n", "1 \n", "3\nabcdef"})
    void what_is_no_length_or_too_long_is_refused(String stream) {
        assertThatThrownBy(() -> new RecordIoReading(20).feed(bytes(stream), record -> {}))
                .isInstanceOf(UnreadableMessage.class)
                .hasMessageStartingWith("Failed to decode length");
    }

    @Test
    void memory_follows_what_came_and_not_what_was_announced() {
        RecordIoReading reading = new RecordIoReading(Integer.MAX_VALUE);
        reading.feed(bytes("2147483647\nabc"), record -> {});
        assertThat(reading.isWithinRecord()).isTrue();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
