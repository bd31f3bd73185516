package io.tender.extender.server;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Goes through the outer layers of a request by hand, so that what lies within can be compared with what came before
 * instead of being read again. Whatever is read is read by the usual parser.
 */
final class Cursor {
    private final byte[] bytes;
    private final int end;
    private int at;
    private boolean fresh;

    /** Reads one value at which a parser stands, to its end. */
    @FunctionalInterface
    interface Reading<T> {
        T read(JsonParser in) throws Unreadable;
    }

    Cursor(byte[] bytes) {
        this.bytes = bytes;
        this.end = bytes.length;
    }

    byte[] bytes() {
        return bytes;
    }

    int at() {
        return at;
    }

    int end() {
        return end;
    }

    /** Where the value begins at which the cursor is. */
    int start() {
        peek();
        return at;
    }

    /** Goes on behind something that the caller has recognised. */
    void pass(int length) {
        at += length;
    }

    boolean isObject() {
        return peek() == '{';
    }

    /** Into an object; false if null stands there. */
    boolean enterObject() throws Unreadable {
        return enter('{', "an object");
    }

    /** Into a list; false if null stands there. */
    boolean enterList() throws Unreadable {
        return enter('[', "a list");
    }

    private boolean enter(char open, String expected) throws Unreadable {
        if (peek() == 'n') {
            value(in -> in.currentToken() == JsonToken.VALUE_NULL);
            return false;
        }
        if (peek() != open) {
            throw wrong(expected);
        }
        at++;
        fresh = true;
        return true;
    }

    /** The name of the next member, in small letters, with the cursor at its value; empty at the end of the object. */
    String member() throws Unreadable {
        if (ended('}')) {
            return "";
        }
        String name = value(JsonSource::text).toLowerCase(Locale.ROOT);
        if (peek() != ':') {
            throw wrong("a colon after '" + name + "'");
        }
        at++;
        peek();
        return name.isEmpty() ? JsonSource.NAMELESS : name;
    }

    /** Whether there is one more item, with the cursor at it. */
    boolean item() throws Unreadable {
        return !ended(']');
    }

    private boolean ended(char close) throws Unreadable {
        int next = peek();
        if (next == close) {
            at++;
            fresh = false;
            return true;
        }
        if (!fresh) {
            if (next != ',') {
                throw wrong("a comma or '" + close + "'");
            }
            at++;
            peek();
        }
        fresh = false;
        return false;
    }

    /** The value at which the cursor is. */
    <T> T value(Reading<T> reading) throws Unreadable {
        peek();
        fresh = false;
        int to = bound();
        try (JsonParser parser = JsonSource.parser(bytes, at, to - at)) {
            if (parser.nextToken() == null) {
                throw wrong("a value");
            }
            T value = reading.read(parser);
            parser.finishToken(); // a text that nobody looked at is only begun
            at = to < end ? to : at + (int) parser.currentLocation().getByteOffset();
            return value;
        } catch (JacksonException broken) {
            throw new Unreadable("Got no sound JSON: " + broken.getOriginalMessage() + ", after byte " + at, broken);
        }
    }

    /** Up to where the value can reach: a parser wants to see the end of a number, and what follows here is no end for it. */
    private int bound() {
        int first = at < end ? bytes[at] : -1;
        if (first == '{' || first == '[' || first == '"') {
            return end;
        }
        int to = at;
        while (to < end && bytes[to] > ' ' && bytes[to] != ',' && bytes[to] != '}' && bytes[to] != ']') {
            to++;
        }
        return to;
    }

    /** A text without escapes is read at a glance, which most names of agents are. */
    String text() throws Unreadable {
        if (peek() == '"') {
            for (int i = at + 1; i < end && bytes[i] >= ' ' && bytes[i] != '\\'; i++) {
                if (bytes[i] == '"') {
                    String text = new String(bytes, at + 1, i - at - 1, StandardCharsets.US_ASCII);
                    at = i + 1;
                    return text;
                }
            }
        }
        return value(JsonSource::text);
    }

    void skip() throws Unreadable {
        value(in -> {
            JsonSource.skip(in);
            return true;
        });
    }

    /** To be called when all is read: something behind it means that something went wrong before. */
    void expectEnd() throws Unreadable {
        if (peek() != -1) {
            throw wrong("nothing behind the first value");
        }
    }

    private int peek() {
        while (at < end && (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\r' || bytes[at] == '\t')) {
            at++;
        }
        return at < end ? bytes[at] & 0xff : -1;
    }

    private Unreadable wrong(String expected) {
        return new Unreadable("Got " + (at < end ? "'" + (char) (bytes[at] & 0xff) + "'" : "the end") + " at byte " + at
                + "; expected " + expected);
    }
}
