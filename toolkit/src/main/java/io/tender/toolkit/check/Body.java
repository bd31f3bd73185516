package io.tender.toolkit.check;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The bytes of a message. They are handed around as they are, since some are large: whoever gets them must not change them. */
final class Body {
    private static final int SHOWN = 600;

    private final byte[] bytes;

    private Body(byte[] bytes) {
        this.bytes = bytes;
    }

    static Body of(byte[] bytes) {
        return new Body(bytes);
    }

    static Body of(String text) {
        return new Body(text.getBytes(StandardCharsets.UTF_8));
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return bytes.length;
    }

    boolean isUtf8() {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException otherCharset) {
            return false;
        }
    }

    boolean isBlank() {
        return bytes.length < SHOWN && new String(bytes, StandardCharsets.UTF_8).isBlank();
    }

    /** Its beginning, on one line. */
    @Override
    public String toString() {
        String text = new String(bytes, 0, Math.min(bytes.length, 4 * SHOWN), StandardCharsets.UTF_8);
        StringBuilder line = new StringBuilder();
        text.codePoints()
                .limit(SHOWN)
                .forEach(point -> line.appendCodePoint(Character.isISOControl(point) ? ' ' : point));
        return text.codePointCount(0, text.length()) > SHOWN
                ? line + "… (" + bytes.length + " bytes)"
                : line.toString();
    }
}
