package io.tender.toolkit.check;

import java.io.IOException;

/** Nothing came that is an answer in HTTP. */
final class NoAnswer extends IOException {
    private static final long serialVersionUID = 1L;

    enum Kind {
        /** No connection could be made. */
        UNREACHABLE,
        /** The other side is not who it should be. */
        UNTRUSTED,
        /** What came is TLS, and nobody spoke it. */
        SPEAKS_TLS,
        /** What came is no TLS. */
        NO_TLS,
        /** Nothing came in time, or not to its end. */
        LATE,
        /** The connection ended before the answer did. */
        CLOSED,
        /** The connection ended within the answer. */
        CUT_OFF,
        /** What came is no HTTP, or far too much. */
        GARBLED
    }

    private final Kind kind;

    NoAnswer(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** What that means for whoever wanted an answer. */
    Trouble trouble() {
        return switch (kind) {
            case LATE -> Trouble.LATE;
            case UNREACHABLE, UNTRUSTED, SPEAKS_TLS, NO_TLS, CLOSED -> Trouble.SILENT;
            case CUT_OFF, GARBLED -> Trouble.CUT_OFF;
        };
    }

    Kind kind() {
        return kind;
    }
}
