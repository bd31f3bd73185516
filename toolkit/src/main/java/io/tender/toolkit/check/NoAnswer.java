package io.tender.toolkit.check;

import java.io.IOException;

/** Nothing came that is an answer in HTTP. */
final class NoAnswer extends IOException {
    private static final long serialVersionUID = 1L;

    enum Kind {
        /** No connection could be made. */
        UNREACHABLE,
        /** The other side is not who it should be, or speaks no TLS. */
        UNTRUSTED,
        /** Nothing came in time, or not to its end. */
        LATE,
        /** The connection ended before the answer did. */
        CLOSED,
        /** What came is no HTTP, or far too much. */
        GARBLED
    }

    private final Kind kind;

    NoAnswer(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }
}
