package io.tender.daemon.trace;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * A span as it was sent, read from the bytes of an OTLP request.
 *
 * @param parentId empty if it begins a trace
 * @param links the spans of other traces it refers to, as trace and span
 */
public record SentSpan(
        String traceId,
        String spanId,
        String parentId,
        String name,
        long startNanos,
        long endNanos,
        SortedMap<String, String> attributes,
        List<String> events,
        List<String> links,
        boolean failed) {

    /** All spans of a request. */
    static List<SentSpan> all(byte[] request) {
        List<SentSpan> spans = new ArrayList<>();
        each(request, (field, ofResource) -> {
            if (field == 1) {
                each(bytes(ofResource), (inner, ofScope) -> {
                    if (inner == 2) {
                        each(bytes(ofScope), (leaf, span) -> {
                            if (leaf == 2) {
                                spans.add(read(bytes(span)));
                            }
                        });
                    }
                });
            }
        });
        return spans;
    }

    private static SentSpan read(byte[] span) {
        String[] texts = {"", "", "", ""};
        long[] times = {0, 0};
        boolean[] failed = {false};
        TreeMap<String, String> attributes = new TreeMap<>();
        List<String> events = new ArrayList<>();
        List<String> links = new ArrayList<>();
        each(span, (field, value) -> {
            switch (field) {
                case 1 -> texts[0] = hex(value);
                case 2 -> texts[1] = hex(value);
                case 4 -> texts[2] = hex(value);
                case 5 -> texts[3] = text(value);
                case 7 -> times[0] = (Long) value;
                case 8 -> times[1] = (Long) value;
                case 9 -> attribute(bytes(value), attributes);
                case 11 -> events.add(part(bytes(value), 2, SentSpan::text));
                case 13 -> links.add(part(bytes(value), 1, SentSpan::hex) + "-" + part(bytes(value), 2, SentSpan::hex));
                case 15 -> failed[0] = part(bytes(value), 3, String::valueOf).equals("2");
                default -> {}
            }
        });
        return new SentSpan(
                texts[0], texts[1], texts[2], texts[3], times[0], times[1], attributes, events, links, failed[0]);
    }

    private static void attribute(byte[] pair, TreeMap<String, String> attributes) {
        each(pair, (field, value) -> {
            if (field == 2) {
                each(
                        bytes(value),
                        (kind, word) -> attributes.put(
                                part(pair, 1, SentSpan::text),
                                word instanceof byte[] ? text(word) : String.valueOf(word)));
            }
        });
    }

    private static String part(byte[] message, int wanted, java.util.function.Function<Object, String> reader) {
        String[] found = {""};
        each(message, (field, value) -> {
            if (field == wanted) {
                found[0] = reader.apply(value);
            }
        });
        return found[0];
    }

    private static byte[] bytes(Object value) {
        return (byte[]) value;
    }

    private static String text(Object value) {
        return new String(bytes(value), StandardCharsets.UTF_8);
    }

    private static String hex(Object value) {
        return HexFormat.of().formatHex(bytes(value));
    }

    /** The fields of a message in protobuf: numbers, fixed numbers and bytes. */
    private static void each(byte[] message, BiConsumer<Integer, Object> field) {
        int[] at = {0};
        while (at[0] < message.length) {
            long tag = varint(message, at);
            int number = (int) (tag >>> 3);
            switch ((int) (tag & 7)) {
                case 0 -> field.accept(number, varint(message, at));
                case 1 -> field.accept(number, fixed(message, at, 8));
                case 5 -> field.accept(number, fixed(message, at, 4));
                case 2 -> {
                    int length = (int) varint(message, at);
                    byte[] part = java.util.Arrays.copyOfRange(message, at[0], at[0] + length);
                    at[0] += length;
                    field.accept(number, part);
                }
                default -> throw new IllegalArgumentException("a field of no known form");
            }
        }
    }

    private static long varint(byte[] message, int[] at) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = message[at[0]++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private static long fixed(byte[] message, int[] at, int length) {
        long value = 0;
        for (int i = 0; i < length; i++) {
            value |= (long) (message[at[0]++] & 0xff) << (8 * i);
        }
        return value;
    }
}
