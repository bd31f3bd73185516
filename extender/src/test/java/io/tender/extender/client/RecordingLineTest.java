package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Bodies are written piece by piece and never decoded; a decoder and a generator say what should come of it. */
class RecordingLineTest {
    private static final JsonFactory JSON = new JsonFactory();
    private static final List<String> WORDS = List.of(
            "{\"hosts\":[\"a\",\"b\"]}",
            "\\\"\b\f\n\r\t\u0000\u0001\u001f\u007f",
            "a long stretch without anything to escape, as there are many in a description or a certificate, say",
            "äöü€ﬀ\u2028",
            "\ud83d\ude00\ud834\udd1e");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void a_text_is_written_as_a_generator_writes_it_however_it_is_divided(long seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < 100; i++) {
            StringBuilder text = new StringBuilder();
            for (int words = random.nextInt(40); words > 0; words--) {
                text.append(WORDS.get(random.nextInt(WORDS.size())));
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            RecordedBody body = RecordedBody.of(divided(bytes, random), bytes.length, "");

            assertThat(line(body))
                    .contains("\"request\":{\"length\":" + bytes.length + ",\"text\":" + quoted(text) + "}");
            assertThat(body.bytes()).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void what_a_decoder_refuses_is_no_text(long seed) throws IOException {
        Random random = new Random(seed);
        // Where characters of two, three and four bytes begin and end.
        int[] telling = {
            0, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xEC, 0xED, 0xEE, 0xEF, 0xF0,
            0xF1, 0xF3, 0xF4, 0xF5, 0xFF
        };
        for (int i = 0; i < 3_000; i++) {
            byte[] bytes = new byte[random.nextInt(6) + (i % 2) * 20];
            int from = Math.max(0, bytes.length - 6);
            Arrays.fill(bytes, 0, from, (byte) 'x');
            for (int at = from; at < bytes.length; at++) {
                bytes[at] = (byte) telling[random.nextInt(telling.length)];
            }
            for (boolean cut : new boolean[] {false, true}) {
                RecordedBody body = RecordedBody.of(divided(bytes, random), bytes.length + (cut ? 1 : 0), "");
                assertThat(body.text()).as("%s %s", cut, Arrays.toString(bytes)).isEqualTo(decoded(bytes, cut));
            }
        }
    }

    @Test
    void what_is_no_text_is_written_as_base64_however_it_is_divided() throws IOException {
        Random random = new Random(7);
        byte[] bytes = new byte[1_000];
        random.nextBytes(bytes);

        String line = line(RecordedBody.of(divided(bytes, random), bytes.length, "br"));

        assertThat(line)
                .contains(
                        "\"coding\":\"br\",\"base64\":\"" + Base64.getEncoder().encodeToString(bytes) + "\"}");
    }

    @Test
    void a_body_of_megabytes_is_read_as_it_was_written() throws IOException {
        String text = "{\"name\":\"agent\"},".repeat(200_000);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

        byte[] line = RecordingLine.of(exchange(RecordedBody.of(divided(bytes, new Random(1)), bytes.length, "")))
                .bytes();

        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), line)) {
            JsonToken token = json.nextToken();
            while (token != null
                    && !(token == JsonToken.VALUE_STRING && json.currentName().equals("text"))) {
                token = json.nextToken();
            }
            assertThat(json.getString()).isEqualTo(text);
        }
    }

    /** As the longest beginning that can be decoded; of a body that was cut up to three bytes may be left out. */
    private static OptionalInt decoded(byte[] bytes, boolean cut) {
        for (int left = 0; left <= (cut ? 3 : 0) && left <= bytes.length; left++) {
            if (isText(ByteBuffer.wrap(bytes, 0, bytes.length - left))) {
                return OptionalInt.of(bytes.length - left);
            }
        }
        return OptionalInt.empty();
    }

    private static boolean isText(ByteBuffer bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(bytes);
            return true;
        } catch (CharacterCodingException refused) {
            return false;
        }
    }

    private static List<ByteBuffer> divided(byte[] bytes, Random random) {
        List<ByteBuffer> pieces = new ArrayList<>();
        int at = 0;
        while (at < bytes.length) {
            int end = Math.min(bytes.length, at + 1 + random.nextInt(random.nextBoolean() ? 3 : 100_000));
            pieces.add(random.nextBoolean() ? ByteBuffer.wrap(bytes, at, end - at) : copy(bytes, at, end));
            at = end;
        }
        return pieces;
    }

    /** With something behind it. */
    private static ByteBuffer copy(byte[] bytes, int from, int end) {
        byte[] longer = Arrays.copyOfRange(bytes, from, end + 5);
        return ByteBuffer.wrap(longer, 0, end - from).slice();
    }

    private static String quoted(CharSequence text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeString(text.toString());
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String line(RecordedBody request) throws IOException {
        return new String(RecordingLine.of(exchange(request)).bytes(), StandardCharsets.UTF_8);
    }

    private static RecordedExchange exchange(RecordedBody request) {
        return new RecordedExchange(
                Instant.EPOCH,
                "gpu",
                "order",
                "POST",
                "http://gpu/order",
                new TreeMap<>(),
                request,
                OptionalInt.of(200),
                Optional.of(RecordedBody.EMPTY),
                Duration.ZERO,
                1,
                "ok",
                "");
    }
}
