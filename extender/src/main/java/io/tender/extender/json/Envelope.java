package io.tender.extender.json;

import io.tender.extender.client.RequestBody;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The object around what is sent, put together from encoded values without copying them. */
public final class Envelope {
    private static final byte[] COMMA = ascii(",");
    private static final byte[] COLON = ascii(":");
    private static final byte[] END_OBJECT = ascii("}");
    private static final byte[] END_LIST = ascii("]");
    private static final byte[] NULL = ascii("null");

    private final List<byte[]> parts = new ArrayList<>();
    private boolean empty = true;

    private Envelope() {
        parts.add(ascii("{"));
    }

    /** Without anything in it yet. */
    public static Envelope empty() {
        return new Envelope();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private void name(String name) {
        parts.add(ascii((empty ? "\"" : ",\"") + name + "\":"));
        empty = false;
    }

    /** An object under a name that is somebody's, and may have any letters. */
    public Envelope putNamed(String name, Envelope value) {
        if (!empty) {
            parts.add(COMMA);
        }
        parts.add(Json.text(name));
        parts.add(COLON);
        empty = false;
        parts.addAll(value.parts);
        parts.add(END_OBJECT);
        return this;
    }

    public Envelope put(String name, byte[] value) {
        name(name);
        parts.add(value);
        return this;
    }

    public Envelope put(String name, String text) {
        return put(name, Json.text(text));
    }

    public Envelope put(String name, long number) {
        return put(name, ascii(Long.toString(number)));
    }

    /** An object within this one; it is not to be added to any more. */
    public Envelope put(String name, Envelope value) {
        name(name);
        parts.addAll(value.parts);
        parts.add(END_OBJECT);
        return this;
    }

    public Envelope putNull(String name) {
        return put(name, NULL);
    }

    public Envelope list(String name, Collection<byte[]> values) {
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

    public Envelope texts(String name, Collection<String> texts) {
        return list(name, texts.stream().map(Json::text).toList());
    }

    public Envelope map(String name, Map<String, byte[]> values) {
        name(name);
        parts.add(ascii("{"));
        boolean first = true;
        for (Map.Entry<String, byte[]> entry : values.entrySet()) {
            if (!first) {
                parts.add(COMMA);
            }
            parts.add(Json.text(entry.getKey()));
            parts.add(COLON);
            parts.add(entry.getValue());
            first = false;
        }
        parts.add(END_OBJECT);
        return this;
    }

    public RequestBody body() {
        parts.add(END_OBJECT);
        return new GatheredBody(parts);
    }
}
