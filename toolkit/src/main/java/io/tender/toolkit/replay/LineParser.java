package io.tender.toolkit.replay;

import io.tender.extender.client.RecordedBody;
import io.tender.extender.client.RecordedExchange;
import io.tender.extender.client.RecordingLine;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Turns a line of a recording into what it stands for. */
final class LineParser {
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(RecordingReader.LONGEST_LINE)
                            .build())
                    .build())
            .build();

    private LineParser() {}

    /** @param torn whether the file ends within the line */
    static Entry parse(Entry.Place place, byte[] line, boolean torn) {
        try {
            JsonNode node = JSON.readTree(line);
            if (!node.isObject()) {
                throw new IllegalArgumentException("no JSON object");
            }
            JsonNode version = node.path("v");
            if (!version.isInt() || version.asInt() != RecordingLine.VERSION) {
                return new Entry.Broken(
                        place,
                        "got version " + (version.isMissingNode() ? "none" : version.toString()) + ", expected "
                                + RecordingLine.VERSION + "; a newer tender may read it");
            }
            return node.has("note")
                    ? new Entry.Note(place, text(node, "note"))
                    : new Entry.Recorded(place, exchange(node));
        } catch (JacksonException noJson) {
            return new Entry.Broken(
                    place,
                    torn
                            ? "the file ends within the line: its writer was killed, or the disk was full"
                            : "no JSON (" + noJson.getOriginalMessage() + ")");
        } catch (IllegalArgumentException | DateTimeException wrong) {
            return new Entry.Broken(place, String.valueOf(wrong.getMessage()));
        }
    }

    private static RecordedExchange exchange(JsonNode node) {
        SortedMap<String, String> headers = new TreeMap<>();
        node.path("headers")
                .properties()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().asString("")));
        return new RecordedExchange(
                Instant.parse(text(node, "time")),
                node.path("extender").asString(""),
                text(node, "verb"),
                node.path("method").asString("POST"),
                text(node, "url"),
                headers,
                body(node.path("request"), "request"),
                node.path("status").isInt() ? OptionalInt.of(node.path("status").asInt()) : OptionalInt.empty(),
                node.path("answer").isObject() ? Optional.of(body(node.path("answer"), "answer")) : Optional.empty(),
                latency(node.path("latencyMicros")),
                node.path("attempts").asInt(1),
                text(node, "outcome"),
                node.path("failure").asString(""));
    }

    private static Duration latency(JsonNode micros) {
        try {
            return Duration.ofNanos(Math.multiplyExact(micros.asLong(0), 1_000L));
        } catch (ArithmeticException tooLong) {
            throw new IllegalArgumentException(
                    "got a latencyMicros of " + micros + ", expected one of less than 300 years", tooLong);
        }
    }

    private static RecordedBody body(JsonNode node, String name) {
        if (!node.isObject()) {
            throw new IllegalArgumentException("got no " + name + ", expected an object with length and text");
        }
        byte[] bytes = node.has("base64")
                ? Base64.getDecoder().decode(node.path("base64").asString(""))
                : node.path("text").asString("").getBytes(StandardCharsets.UTF_8);
        long length = Math.max(bytes.length, node.path("length").asLong(bytes.length));
        boolean truncated = node.path("truncated").asBoolean(false);
        // A cut text may have lost some of its last character.
        long whole = truncated ? Math.max(length, bytes.length + 1L) : bytes.length;
        return RecordedBody.of(bytes, whole, node.path("coding").asString(""));
    }

    private static String text(JsonNode node, String member) {
        JsonNode value = node.path(member);
        if (!value.isString()) {
            throw new IllegalArgumentException("got no text as " + member + ", expected one, see docs/recording.md");
        }
        return value.asString();
    }
}
