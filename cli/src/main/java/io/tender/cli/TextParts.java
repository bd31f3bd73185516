package io.tender.cli;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Makes text of bytes that come in parts, also if a part ends within a character. */
final class TextParts {
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);

    private byte[] begun = new byte[0];

    /** What is whole by now; the beginning of a character waits for its end. */
    String add(byte[] part) {
        ByteBuffer bytes = ByteBuffer.allocate(begun.length + part.length)
                .put(begun)
                .put(part)
                .flip();
        CharBuffer text = CharBuffer.allocate(bytes.remaining());
        decoder.reset().decode(bytes, text, false);
        begun = new byte[bytes.remaining()];
        bytes.get(begun);
        return text.flip().toString();
    }

    /** What was begun and never ended. */
    String rest() {
        String rest = new String(begun, StandardCharsets.UTF_8);
        begun = new byte[0];
        return rest;
    }
}
