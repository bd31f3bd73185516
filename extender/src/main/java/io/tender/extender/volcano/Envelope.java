package io.tender.extender.volcano;

import io.tender.extender.client.RequestBody;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The object around what is sent, put together from encoded values without copying them. */
final class Envelope {
    private static final byte[] COMMA = ascii(",");
    private static final byte[] END_OBJECT = ascii("}");
    private static final byte[] END_LIST = ascii("]");
    private static final byte[] NULL = ascii("null");

    private final List<byte[]> parts = new ArrayList<>();
    private boolean empty = true;

    private Envelope() {
        parts.add(ascii("{"));
    }

    /** Says first to which session it belongs, where the dialect does. */
    static Envelope of(Dialect dialect, byte[] session) {
        Envelope envelope = new Envelope();
        return dialect.namesSession() ? envelope.put("sessionId", session) : envelope;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private void name(String name) {
        parts.add(ascii((empty ? "\"" : ",\"") + name + "\":"));
        empty = false;
    }

    Envelope put(String name, byte[] value) {
        name(name);
        parts.add(value);
        return this;
    }

    Envelope put(String name, String text) {
        return put(name, Json.text(text));
    }

    Envelope put(String name, long number) {
        return put(name, ascii(Long.toString(number)));
    }

    Envelope putNull(String name) {
        return put(name, NULL);
    }

    Envelope list(String name, Collection<byte[]> values) {
        name(name);
        parts.add(ascii("["));
        boolean first = true;
        for (byte[] value : values) {
            if (!first) {
                parts.add(COMMA);
            }
            parts.add(value);
            first = false;
        }
        parts.add(END_LIST);
        return this;
    }

    Envelope texts(String name, Collection<String> texts) {
        return list(name, texts.stream().map(Json::text).toList());
    }

    Envelope map(String name, Map<String, byte[]> values) {
        name(name);
        parts.add(ascii("{"));
        boolean first = true;
        for (Map.Entry<String, byte[]> entry : values.entrySet()) {
            if (!first) {
                parts.add(COMMA);
            }
            parts.add(Json.text(entry.getKey()));
            parts.add(ascii(":"));
            parts.add(entry.getValue());
            first = false;
        }
        parts.add(END_OBJECT);
        return this;
    }

    RequestBody body() {
        parts.add(END_OBJECT);
        return new GatheredBody(parts);
    }
}
