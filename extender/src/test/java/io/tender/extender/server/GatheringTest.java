package io.tender.extender.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatheringTest {
    /** Remembers how much came at once, and from which array. */
    private static final class Heard extends OutputStream {
        private final ByteArrayOutputStream all = new ByteArrayOutputStream();
        private final List<Integer> lengths = new ArrayList<>();
        private byte[] last = {};

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            all.write(bytes, from, length);
            lengths.add(length);
            last = bytes;
        }
    }

    private final Heard heard = new Heard();
    private final Gathering gathering = new Gathering(heard);

    @Test
    void what_is_short_goes_out_at_once_when_it_is_complete() throws IOException {
        gathering.write(new byte[1000]);
        gathering.write(new byte[2000]);
        assertThat(heard.lengths).isEmpty();
        gathering.flush();
        assertThat(heard.lengths).containsExactly(3000);
    }

    @Test
    void the_first_write_leaves_room_for_a_head_and_is_full() throws IOException {
        gathering.write(new byte[60]);
        gathering.write(new byte[200_000]);
        gathering.write(new byte[20]);
        gathering.flush();
        assertThat(heard.lengths).containsExactly(Gathering.FIRST, 200_060 - Gathering.FIRST, 20);
    }

    @Test
    void a_large_piece_is_not_copied() throws IOException {
        byte[] large = new byte[200_000];
        gathering.write(large);
        assertThat(heard.last).isSameAs(large);
        assertThat(heard.lengths).containsExactly(Gathering.FIRST, 200_000 - Gathering.FIRST);
    }

    @Test
    void pieces_of_a_kilobyte_are_sent_by_the_dozen() throws IOException {
        for (int i = 0; i < 1000; i++) {
            gathering.write(new byte[1000]);
        }
        gathering.flush();
        assertThat(heard.lengths).hasSizeLessThan(20);
        assertThat(heard.lengths.getFirst()).isEqualTo(Gathering.FIRST);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void whatever_comes_in_goes_out_in_order(long seed) throws IOException {
        Random random = new Random(seed);
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        int[] lengths = {0, 1, 300, Gathering.FIRST, Gathering.AT_ONCE - 1, Gathering.AT_ONCE, 70_000};
        for (int i = 0; i < 300; i++) {
            byte[] piece = new byte[lengths[random.nextInt(lengths.length)]];
            random.nextBytes(piece);
            int from = random.nextInt(piece.length + 1);
            gathering.write(piece, from, piece.length - from);
            written.write(piece, from, piece.length - from);
        }
        gathering.flush();
        assertThat(heard.all.toByteArray()).isEqualTo(written.toByteArray());
    }
}
