package io.tender.testkit.hostile;

import java.util.Set;

/** What becomes of a call to a server that misbehaves. */
record Expectation(Misbehaviour misbehaviour, Set<String> outcomes, boolean lastsUntilTheDeadline) {

    static Expectation of(Misbehaviour misbehaviour) {
        return switch (misbehaviour) {
            case NONE, CLOSE_KEPT_CONNECTION, FORGE_NEXT_ANSWER -> at(misbehaviour, "ok");
            // What comes while the next request is on its way cannot be told from its answer.
            case FORGE_LATER -> new Expectation(misbehaviour, Set.of("ok", "malformed"), false);
            case REFUSE -> at(misbehaviour, "refused");
            case RESET, RESET_AT_ONCE, HALF_CLOSE, HALF_CLOSE_AT_ONCE -> at(misbehaviour, "reset");
            case ACCEPT_AND_HANG, NEVER_READ, HANG_AFTER_HEADERS, DRIP_HEAD, DRIP_BODY, STOP_MID_BODY, SLOW_TLS ->
                new Expectation(misbehaviour, Set.of("timeout"), true);
            // The connection is kept, so the missing bytes might still come.
            case LENGTH_TOO_LARGE -> new Expectation(misbehaviour, Set.of("timeout"), true);
            case ERROR_AND_HANG -> new Expectation(misbehaviour, Set.of("status"), true);
            case CLOSE_MID_BODY, CLOSE_MID_CHUNK -> at(misbehaviour, "cut_short");
            case NO_CONTENT, ERROR_WITH_BODY, ERROR_WITHOUT_BODY, ERROR_AT_ONCE, ERROR_WITHOUT_END ->
                at(misbehaviour, "status");
            case REDIRECT -> at(misbehaviour, "redirect");
            case HUGE_BODY, HUGE_CHUNKS, GZIP_BOMB -> at(misbehaviour, "too_large");
            case NO_TLS, EXPIRED_CERTIFICATE -> at(misbehaviour, "tls");
            case LENGTH_TOO_SMALL,
                    LENGTH_NO_NUMBER,
                    NOT_HTTP,
                    STATUS_ZERO,
                    ENDLESS_HEADERS,
                    ENDLESS_CONTINUE,
                    GZIP_GARBAGE,
                    GZIP_CUT,
                    GZIP_EMPTY_PARTS,
                    UNKNOWN_CODING,
                    WRONG_CHARSET,
                    SECRET_UTF16,
                    INVALID_UTF8,
                    EMPTY_BODY,
                    TRUNCATED_JSON,
                    DEEP_JSON,
                    LONG_STRING,
                    LONG_NUMBER,
                    WRONG_TYPES,
                    DUPLICATE_KEYS,
                    NOT_A_NUMBER,
                    TRAILING_GARBAGE,
                    SOMEBODY_ELSE -> at(misbehaviour, "malformed");
        };
    }

    private static Expectation at(Misbehaviour misbehaviour, String outcome) {
        return new Expectation(misbehaviour, Set.of(outcome), false);
    }

    /** Whether it says the same over TLS: what ends the connection itself shows differently there. */
    boolean suitsTls() {
        return switch (misbehaviour) {
            case NO_TLS,
                    SLOW_TLS,
                    EXPIRED_CERTIFICATE,
                    REFUSE,
                    RESET_AT_ONCE,
                    HALF_CLOSE,
                    HALF_CLOSE_AT_ONCE,
                    NEVER_READ,
                    ERROR_AT_ONCE,
                    // Large, and the same as without TLS.
                    GZIP_BOMB,
                    LONG_STRING,
                    HUGE_BODY -> false;
            default -> true;
        };
    }

    @Override
    public String toString() {
        return misbehaviour.name();
    }
}
