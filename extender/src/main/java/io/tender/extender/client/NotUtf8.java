package io.tender.extender.client;

import java.io.IOException;

/** Thrown while reading an answer that is not UTF-8. */
final class NotUtf8 extends IOException {
    private final long position;

    NotUtf8(int found, long position) {
        super(
                found < 0
                        ? "a body that ends within a character"
                        : "a byte 0x%02X that is not valid UTF-8 there".formatted(found));
        this.position = position;
    }

    long position() {
        return position;
    }
}
