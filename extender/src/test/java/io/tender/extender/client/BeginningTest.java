package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BeginningTest {
    private static final int MOST = 100_000;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16_383, 16_384, 16_385, 99_999, 100_000, 100_001, 300_000})
    void nothing_is_lost_or_doubled_whatever_was_announced_and_whatever_room_there_was(int length) throws IOException {
        byte[] body = new byte[length];
        new Random(length).nextBytes(body);
        for (long announced : new long[] {-1, 0, length, length / 2, 2L * length}) {
            for (int room : new int[] {0, 10, 20_000, MOST}) {
                InputStream in = new ByteArrayInputStream(body);
                Beginning beginning = Beginning.of(
                        in, announced < 0 ? OptionalLong.empty() : OptionalLong.of(announced), MOST, new byte[room]);

                assertThat(beginning.isAll()).isEqualTo(length < MOST);
                assertThat(beginning.length()).isEqualTo(Math.min(MOST, length));
                assertThat(Arrays.copyOf(beginning.bytes(), beginning.length()))
                        .isEqualTo(Arrays.copyOf(body, beginning.length()));
                assertThat(beginning.followedBy(in).readAllBytes()).isEqualTo(body);
            }
        }
    }
}
