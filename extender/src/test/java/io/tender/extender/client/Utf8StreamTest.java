package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8StreamTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "c0af",
                "c1bf",
                "e08080",
                "e09fbf",
                "eda080",
                "edbfbf",
                "f0808080",
                "f08fbfbf",
                "f4908080",
                "f5808080",
                "ff",
                "c2",
                "e282",
                "f09f98",
                "c241",
                "4142434445464748c2"
            })
    void what_is_not_utf8_is_refused(String hex) {
        assertThatThrownBy(() -> read(HexFormat.of().parseHex(hex), 100)).isInstanceOf(NotUtf8.class);
    }

    @Property(tries = 300)
    void text_passes_in_pieces_of_any_size(@ForAll String text, @ForAll @IntRange(min = 1, max = 17) int piece)
            throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

        assertThat(read(bytes, piece)).isEqualTo(bytes);
    }

    @Property(tries = 3_000)
    void it_agrees_with_the_strict_decoder_of_the_jdk(
            @ForAll @Size(max = 12) byte[] bytes, @ForAll @IntRange(min = 1, max = 5) int piece) throws IOException {
        boolean valid;
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            valid = true;
        } catch (CharacterCodingException invalid) {
            valid = false;
        }
        boolean passed;
        try {
            read(bytes, piece);
            passed = true;
        } catch (NotUtf8 refused) {
            passed = false;
        }
        assertThat(passed).isEqualTo(valid);
    }

    private static byte[] read(byte[] bytes, int piece) throws IOException {
        InputStream pieces = new ByteArrayInputStream(bytes) {
            @Override
            public int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, piece));
            }
        };
        return new Utf8Stream(pieces).readAllBytes();
    }
}
