package io.tender.extender.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.JsonToken;
import tools.jackson.core.filter.FilteringParserDelegate;
import tools.jackson.core.filter.JsonPointerBasedFilter;
import tools.jackson.core.filter.TokenFilter;

/** What a scheduler sent about something, as it was sent: for policies that need more than the domain's words. */
public final class Document {
    private static final Document NONE = new Document(new byte[0], 0, 0);

    private final byte[] bytes;
    private final int from;
    private final int to;

    private Document(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
    }

    /** Nothing was sent: the thing was made here, or is known by its name alone. */
    public static Document none() {
        return NONE;
    }

    public static Document of(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return new Document(bytes, 0, bytes.length);
    }

    /** A part of a request, which is kept as it is: nobody may change the bytes. */
    static Document part(byte[] bytes, int from, int to) {
        return new Document(bytes, from, to);
    }

    public boolean isEmpty() {
        return from == to;
    }

    public int length() {
        return to - from;
    }

    public byte[] bytes() {
        return Arrays.copyOfRange(bytes, from, to);
    }

    /** Whether it keeps nothing in memory but itself. */
    boolean isApart() {
        return length() == bytes.length;
    }

    public String text() {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    /**
     * What is at a place, such as {@code /status/nodeInfo/kernelVersion}: a text as it is, anything else as JSON.
     *
     * @return empty if nothing is there, or null
     */
    public Optional<String> at(String pointer) {
        if (isEmpty()) {
            return Optional.empty();
        }
        try (JsonParser parser = new FilteringParserDelegate(
                JsonSource.parser(bytes, from, to - from),
                new JsonPointerBasedFilter(JsonPointer.compile(pointer)),
                TokenFilter.Inclusion.ONLY_INCLUDE_ALL,
                false)) {
            JsonToken token = parser.nextToken();
            if (token == null || token == JsonToken.VALUE_NULL) {
                return Optional.empty();
            }
            return Optional.of(token.isScalarValue() ? parser.getString() : JsonSource.copy(parser));
        }
    }

    /** The same part of a copy of the whole that this is a part of. */
    Document within(Document whole, Document copy) {
        return new Document(copy.bytes, from - whole.from + copy.from, to - whole.from + copy.from);
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, from, to - from);
    }

    int writeTo(byte[] target, int at) {
        System.arraycopy(bytes, from, target, at, to - from);
        return at + to - from;
    }

    int from() {
        return from;
    }

    /** Where the rest of this, counted from there, first differs from other bytes; below zero if all of it is there. */
    int mismatch(int begin, byte[] other, int at, int end) {
        return Arrays.mismatch(bytes, from + begin, to, other, at, Math.min(end, at + length() - begin));
    }

    /** Whether these very bytes begin there. */
    boolean begins(byte[] other, int at, int end) {
        int length = to - from;
        return length <= end - at && Arrays.equals(bytes, from, to, other, at, at + length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Document that && Arrays.equals(bytes, from, to, that.bytes, that.from, that.to);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }

    /** Short, since it is part of what records print. */
    @Override
    public String toString() {
        return length() + " bytes";
    }
}
