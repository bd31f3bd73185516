package io.tender.extender.json;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTextTest {

    /** The same, letter by letter. */
    private static int end(byte[] bytes, int from, int limit) {
        int at = from;
        while (at < limit && PlainText.isPlain(bytes[at])) {
            at++;
        }
        return at;
    }

    @Test
    void every_byte_at_every_place_ends_plain_text_or_does_not() {
        for (int value = 0; value < 256; value++) {
            for (int place = 0; place < 20; place++) {
                byte[] bytes = new byte[20];
                Arrays.fill(bytes, (byte) 'a');
                bytes[place] = (byte) value;
                boolean plain = value >= 0x20 && value < 0x80 && value != '"' && value != '\\';

                assertThat(PlainText.end(bytes, 0, bytes.length)).isEqualTo(plain ? bytes.length : place);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void eight_bytes_together_say_the_same_as_one_after_the_other(long seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[64];
        for (int round = 0; round < 20_000; round++) {
            random.nextBytes(bytes);
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = random.nextInt(12) == 0 ? bytes[i] : (byte) (' ' + Math.floorMod(bytes[i], 96));
            }
            int from = random.nextInt(bytes.length);
            int limit = from + random.nextInt(bytes.length - from + 1);

            assertThat(PlainText.end(bytes, from, limit)).isEqualTo(end(bytes, from, limit));
        }
    }

    @Test
    void texts_are_the_same_if_all_their_bytes_are() {
        byte[] text = "agent-00017.rack-17.example".getBytes(US_ASCII);
        for (int length = 0; length <= text.length; length++) {
            byte[] other = new byte[text.length + 3];
            System.arraycopy(text, 0, other, 2, length);
            assertThat(PlainText.same(text, 0, other, 2, length)).isTrue();
            for (int place = 0; place < length; place++) {
                other[2 + place]++;
                assertThat(PlainText.same(text, 0, other, 2, length))
                        .as("%s bytes, another at %s", length, place)
                        .isFalse();
                other[2 + place]--;
            }
        }
    }

    @Test
    void equal_texts_have_equal_hashes_wherever_they_stand() {
        byte[] bytes = "xagent-00017.rack-17.example,agent-00017.rack-17.example".getBytes(US_ASCII);
        int length = "agent-00017.rack-17.example".length();

        assertThat(PlainText.hash(bytes, 1, 1 + length))
                .isEqualTo(PlainText.hash(bytes, bytes.length - length, bytes.length));
    }
}
