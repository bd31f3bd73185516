package io.tender.extender.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** JSON as it is sent: bytes, put together with few copies, since a reply may hold thousands of whole agents. */
final class JsonOut {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final double EXACT = 1e15;

    /** What is shorter is copied. */
    private static final int LEAST_INSERT = 256;

    private byte[] bytes;
    private int size;
    private final List<Reply.Insert> inserts = new ArrayList<>();
    private String repeated = "";
    private int repeatedFrom;
    private int repeatedTo;

    JsonOut(int expected) {
        this.bytes = new byte[Math.max(64, expected)];
    }

    /** What is JSON already, such as braces and keys. */
    JsonOut plain(String ascii) {
        int length = ascii.length();
        room(length);
        byte[] to = bytes;
        int at = size;
        for (int i = 0; i < length; i++) {
            to[at + i] = (byte) ascii.charAt(i);
        }
        size = at + length;
        return this;
    }

    /** One character of ASCII. */
    JsonOut sign(char ascii) {
        room(1);
        bytes[size++] = (byte) ascii;
        return this;
    }

    JsonOut plain(byte[] json) {
        return plain(json, 0, json.length);
    }

    JsonOut plain(byte[] json, int from, int to) {
        room(to - from);
        System.arraycopy(json, from, bytes, size, to - from);
        size += to - from;
        return this;
    }

    /** How much is written. */
    int size() {
        return size;
    }

    /** What was written there before, once more. */
    JsonOut again(int from, int to) {
        room(to - from);
        System.arraycopy(bytes, from, bytes, size, to - from);
        size += to - from;
        return this;
    }

    /** A text in quotes that is said again and again, such as a reason: then it is copied. */
    JsonOut repeated(String text) {
        if (repeatedTo > 0 && text.equals(repeated)) {
            return again(repeatedFrom, repeatedTo);
        }
        repeated = text;
        repeatedFrom = size;
        text(text);
        repeatedTo = size;
        return this;
    }

    /** What was sent, as it was sent; nobody may ask afterwards how much is written. */
    JsonOut document(Document document) {
        if (document.length() >= LEAST_INSERT) {
            inserts.add(new Reply.Insert(size, document));
            return this;
        }
        room(document.length());
        size = document.writeTo(bytes, size);
        return this;
    }

    /** A text in quotes. */
    JsonOut text(String text) {
        return text(text, false);
    }

    /** A text in quotes, for readers that do not know which encoding they read. */
    JsonOut asciiText(String text) {
        return text(text, true);
    }

    private JsonOut text(String text, boolean asciiOnly) {
        int length = text.length();
        room(length * 6 + 2);
        byte[] to = bytes;
        int at = size;
        to[at++] = '"';
        int i = 0;
        while (i < length && isPlain(text.charAt(i))) {
            to[at++] = (byte) text.charAt(i++);
        }
        size = at;
        for (; i < length; i++) {
            odd(text.charAt(i), asciiOnly);
        }
        bytes[size++] = '"';
        return this;
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
    }

    private void odd(char c, boolean asciiOnly) {
        if (isPlain(c)) {
            bytes[size++] = (byte) c;
        } else if (c == '"' || c == '\\') {
            bytes[size++] = '\\';
            bytes[size++] = (byte) c;
        } else if (c < ' ' || asciiOnly || Character.isSurrogate(c)) {
            escape(c);
        } else {
            byte[] more = Character.toString(c).getBytes(StandardCharsets.UTF_8);
            System.arraycopy(more, 0, bytes, size, more.length);
            size += more.length;
        }
    }

    private void escape(char c) {
        bytes[size++] = '\\';
        bytes[size++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[size++] = HEX[(c >> shift) & 0xf];
        }
    }

    /** The shortest usual text of a number: {@code 79}, {@code 80.5}. */
    JsonOut number(double value) {
        return plain(
                value == Math.rint(value) && Math.abs(value) < EXACT
                        ? Long.toString((long) value)
                        : Double.toString(value));
    }

    JsonOut whole(long value) {
        return plain(Long.toString(value));
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
        }
    }

    Reply reply() {
        return new Reply(200, bytes, size, inserts);
    }
}
