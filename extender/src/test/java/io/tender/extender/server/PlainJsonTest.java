package io.tender.extender.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Whatever JSON is passed over by hand, the usual parser would have passed over in the same way. */
class PlainJsonTest {
    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "12345678",
            "123456789",
            "kubelet is posting ready status",
            "{\\\"a\\\":\\\"b\\\"}",
            "\\\\",
            "\\n\\t\\/",
            "\\u003c\\ud800",
            "a:b,c}]",
            "\u007f");
    private static final List<String> SCALARS =
            List.of("0", "-0", "17", "-17.25", "10250", "0.5", "true", "false", "null", "123456789012345678");
    private static final List<String> BLANKS = List.of("", "", "", " ", "\n\t", "\r\n  ");
    private static final String SIGNS = "\",:{}[]\\ 0129-.eE+tfnu\t\n\u0001ä";

    private final Random random = new Random(11);

    private String value(int depth) {
        int kind = random.nextInt(depth == 0 ? 2 : 4);
        StringBuilder json = new StringBuilder();
        switch (kind) {
            case 0 -> json.append('"').append(oneOf(TEXTS)).append('"');
            case 1 -> json.append(oneOf(SCALARS));
            default -> {
                json.append(kind == 2 ? '[' : '{').append(oneOf(BLANKS));
                for (int i = random.nextInt(4); i > 0; i--) {
                    if (kind == 3) {
                        json.append("\"name")
                                .append(i)
                                .append('"')
                                .append(oneOf(BLANKS))
                                .append(':')
                                .append(oneOf(BLANKS));
                    }
                    json.append(value(depth - 1)).append(oneOf(BLANKS));
                    json.append(i > 1 ? "," : "").append(i > 1 ? oneOf(BLANKS) : "");
                }
                json.append(kind == 2 ? ']' : '}');
            }
        }
        return json.toString();
    }

    private String oneOf(List<String> some) {
        return some.get(random.nextInt(some.size()));
    }

    /** What was found: where the value ends, and the texts that are plain and no names. */
    private record Found(int end, List<String> texts) {}

    private static Found byHand(byte[] json) {
        List<String> texts = new ArrayList<>();
        int end = PlainJson.end(
                json,
                0,
                json.length,
                (from, to) -> texts.add(new String(json, from, to - from, StandardCharsets.ISO_8859_1)));
        return new Found(end, texts);
    }

    /** The same by the parser, as far as the cursor would have let it see. */
    private static Found byParser(byte[] json, int length) {
        List<String> texts = new ArrayList<>();
        try (JsonParser in = JsonSource.parser(json, 0, length)) {
            int depth = 0;
            do {
                JsonToken token = in.nextToken();
                if (token == null) {
                    return new Found(PlainJson.ODD, texts);
                }
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (token == JsonToken.VALUE_STRING) {
                    String text = in.getString();
                    int from = (int) in.currentTokenLocation().getByteOffset() + 1;
                    int to = (int) in.currentLocation().getByteOffset() - 1;
                    if (text.length() == to - from) { // no escapes
                        texts.add(text);
                    }
                }
            } while (depth > 0);
            return new Found((int) in.currentLocation().getByteOffset(), texts);
        } catch (JacksonException broken) {
            return new Found(PlainJson.ODD, texts);
        }
    }

    @Test
    void what_is_sound_ends_where_the_parser_says_and_has_the_same_texts() {
        for (int i = 0; i < 20_000; i++) {
            String json = value(4);
            byte[] bytes = (json + (random.nextBoolean() ? "" : ",{")).getBytes(StandardCharsets.UTF_8);
            assertThat(byHand(bytes)).as(json).isEqualTo(byParser(bytes, json.length()));
            assertThat(byHand(bytes).end()).as(json).isEqualTo(json.length());
        }
    }

    @Test
    void nothing_broken_is_passed_over() {
        int passed = 0;
        for (int i = 0; i < 200_000; i++) {
            StringBuilder json = new StringBuilder(value(3));
            for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
                int at = random.nextInt(json.length() + 1);
                char sign = SIGNS.charAt(random.nextInt(SIGNS.length()));
                switch (random.nextInt(3)) {
                    case 0 -> json.insert(at, sign);
                    case 1 -> json.replace(at, Math.min(at + 1, json.length()), String.valueOf(sign));
                    default -> json.setLength(at);
                }
            }
            byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
            Found found = byHand(bytes);
            if (found.end() >= 0) {
                // Behind a number the parser wants to see its end, which the cursor shows it.
                boolean open = bytes[0] == '"' || bytes[0] == '{' || bytes[0] == '[';
                assertThat(found).as(json.toString()).isEqualTo(byParser(bytes, open ? bytes.length : found.end()));
                passed++;
            }
        }
        assertThat(passed).isBetween(20_000, 180_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"ä\"",
                "{\"ä\":1}",
                "{\"\\n\":1}",
                "1e3",
                "01",
                "-",
                "1.",
                "truex",
                "nul",
                "[1,]",
                "{\"a\":1,}",
                "{\"a\" 1}",
                "[1 2]",
                "[1}",
                "\"a",
                "\"a\\",
                "\"\\u00g0\"",
                "\"\\x\"",
                "{1:2}",
                "]",
                ""
            })
    void what_is_odd_or_wrong_is_left_to_the_parser(String json) {
        assertThat(byHand(json.getBytes(StandardCharsets.UTF_8)).end()).isEqualTo(PlainJson.ODD);
    }

    @Test
    void what_is_too_deep_or_too_long_is_left_to_the_parser() {
        assertThat(byHand(("[".repeat(60) + "]".repeat(60)).getBytes(StandardCharsets.UTF_8))
                        .end())
                .isEqualTo(120);
        for (String json : List.of(
                "[".repeat(300) + "]".repeat(300),
                "\"" + "a".repeat(20_000) + "\"",
                "\"\\n" + "a".repeat(20_000) + "\"",
                "1".repeat(120),
                "{\"" + "a".repeat(20_000) + "\":1}")) {
            assertThat(byHand(json.getBytes(StandardCharsets.UTF_8)).end()).isEqualTo(PlainJson.ODD);
        }
    }

    @Test
    void a_quote_is_found_wherever_it_is() {
        for (int length = 0; length < 40; length++) {
            for (String end : List.of("\"", "\\", "\u0001", "ä", "")) {
                byte[] bytes =
                        ("b".repeat(length) + end + "\"tail".repeat(length % 3)).getBytes(StandardCharsets.UTF_8);
                boolean quoted = end.equals("\"") || (end.isEmpty() && length % 3 > 0);
                assertThat(PlainJson.quote(bytes, 0, bytes.length)).isEqualTo(quoted ? length : PlainJson.ODD);
            }
        }
    }
}
