package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DecodingAheadTest {
    @ParameterizedTest
    @CsvSource({"0, 2", "1, 2", "300, 1", "300, 2", "300, 7"})
    void everything_comes_once_and_in_order(int count, int threads) {
        List<String> seen = new ArrayList<>();

        decoding(threads).each(records(count), seen::add);

        assertThat(seen)
                .containsExactlyElementsOf(
                        IntStream.range(0, count).mapToObj(Integer::toString).toList());
    }

    @Test
    void others_decode_while_the_caller_applies() {
        Set<String> decoders = ConcurrentHashMap.newKeySet();

        new DecodingAhead<>(
                        record -> {
                            decoders.add(Thread.currentThread().getName());
                            return text(record);
                        },
                        2)
                .each(records(300), text -> {});

        assertThat(decoders).isNotEmpty().allMatch(name -> name.startsWith("recovery-"));
    }

    @Test
    void only_so_much_is_decoded_ahead() {
        AtomicInteger decoded = new AtomicInteger();
        List<Integer> ahead = new ArrayList<>();
        AtomicInteger applied = new AtomicInteger();

        new DecodingAhead<>(record -> decoded.incrementAndGet(), 2)
                .each(records(300), number -> ahead.add(decoded.get() - applied.incrementAndGet()));

        int perPart = DecodingAhead.PART_BYTES / 4096 + 1;
        assertThat(ahead).allMatch(lead -> lead <= 5 * perPart);
    }

    @ParameterizedTest
    @CsvSource({"1", "2"})
    void what_cannot_be_decoded_ends_it_after_all_that_came_before(int threads) {
        List<String> seen = new ArrayList<>();
        DecodingAhead<String> decoding = new DecodingAhead<>(
                record -> {
                    String text = text(record);
                    if (text.equals("250")) {
                        throw new IllegalArgumentException("record 250 is damaged");
                    }
                    return text;
                },
                threads);

        assertThatThrownBy(() -> decoding.each(records(300), seen::add)).hasMessage("record 250 is damaged");

        assertThat(seen).doesNotContain("250", "251").contains("0", "200");
    }

    @Test
    void what_cannot_be_applied_ends_it_and_leaves_no_thread() throws InterruptedException {
        Set<Thread> decoders = ConcurrentHashMap.newKeySet();
        DecodingAhead<String> decoding = new DecodingAhead<>(
                record -> {
                    decoders.add(Thread.currentThread());
                    return text(record);
                },
                2);

        assertThatThrownBy(() -> decoding.each(records(300), text -> {
                    throw new IllegalStateException("refused " + text);
                }))
                .hasMessage("refused 0");

        assertThat(decoders).isNotEmpty();
        for (Thread decoder : decoders) {
            assertThat(decoder.join(Duration.ofSeconds(30))).isTrue();
        }
    }

    private static DecodingAhead<String> decoding(int threads) {
        return new DecodingAhead<>(DecodingAheadTest::text, threads);
    }

    /** Each large enough that three hundred of them are many parts. */
    private static List<byte[]> records(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> Arrays.copyOf(Integer.toString(number).getBytes(StandardCharsets.US_ASCII), 4096))
                .toList();
    }

    private static String text(byte[] record) {
        return new String(record, StandardCharsets.US_ASCII).trim();
    }
}
