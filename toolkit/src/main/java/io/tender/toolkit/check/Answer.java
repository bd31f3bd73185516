package io.tender.toolkit.check;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An answer as it came.
 *
 * @param headers by their names in lower case
 * @param body without transfer and content codings
 */
record Answer(int status, Map<String, String> headers, Body body, Framing framing, long nanos) {
    /** How the end of the body is told. */
    enum Framing {
        LENGTH,
        CHUNKS,
        CLOSE
    }

    Answer {
        headers = Map.copyOf(headers);
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    /** Whether the peer lets the connection be used again. */
    boolean keepsConnection() {
        return framing != Framing.CLOSE
                && !header("connection").orElse("").toLowerCase(Locale.ROOT).contains("close");
    }

    double millis() {
        return nanos / 1e6;
    }
}
