package io.tender.testkit.hostile;

/** What a {@link HostileServer} can do to a client. */
public enum Misbehaviour {
    /** Nothing: answers as it should, and keeps the connection. */
    NONE,

    /** Nobody listens: connections are refused. */
    REFUSE,
    /** Resets the connection once the request is there. */
    RESET,
    /** Resets the connection before anything is said. */
    RESET_AT_ONCE,
    /** Takes the request and never says anything. */
    ACCEPT_AND_HANG,
    /** Does not even read, so that a large request gets stuck. */
    NEVER_READ,
    /** Closes its side of the connection instead of answering, and goes on listening. */
    HALF_CLOSE,
    /** Closes its side before the request is there, and goes on listening. */
    HALF_CLOSE_AT_ONCE,
    /** Answers well, promises to keep the connection, and closes it. */
    CLOSE_KEPT_CONNECTION,
    /** Answers well, and sends a forged second answer behind it. */
    FORGE_NEXT_ANSWER,
    /** Answers well, and sends a forged second answer a little later. */
    FORGE_LATER,

    /** Sends the head of an answer and nothing more. */
    HANG_AFTER_HEADERS,
    /** Sends the head byte by byte, slowly. */
    DRIP_HEAD,
    /** Sends the body byte by byte, slowly. */
    DRIP_BODY,
    /** Sends half of the body and nothing more. */
    STOP_MID_BODY,
    /** Sends half of the body and closes the connection. */
    CLOSE_MID_BODY,
    /** Sends half of a chunked body and closes the connection. */
    CLOSE_MID_CHUNK,
    /** Announces fewer bytes than it sends. */
    LENGTH_TOO_SMALL,
    /** Announces more bytes than it sends, and keeps the connection. */
    LENGTH_TOO_LARGE,
    /** Announces a length that is no number. */
    LENGTH_NO_NUMBER,
    /** Speaks, but not HTTP. */
    NOT_HTTP,
    /** Answers with status 000. */
    STATUS_ZERO,
    /** Sends header lines without end. */
    ENDLESS_HEADERS,
    /** Asks for patience without end. */
    ENDLESS_CONTINUE,

    /** 204, which has no body. */
    NO_CONTENT,
    /** 302 to somewhere else. */
    REDIRECT,
    /** 500 with a body. */
    ERROR_WITH_BODY,
    /** 500 without a body. */
    ERROR_WITHOUT_BODY,
    /** 413 as soon as a request begins, and closes the connection without reading the rest. */
    ERROR_AT_ONCE,
    /** 500 with the head, and a body that never comes. */
    ERROR_AND_HANG,
    /** 500 with a body that does not end. */
    ERROR_WITHOUT_END,

    /** A body of 100 MB, announced. */
    HUGE_BODY,
    /** A body of 100 MB, in chunks. */
    HUGE_CHUNKS,
    /** A small body that unpacks to 100 MB. */
    GZIP_BOMB,
    /** Says gzip and sends none. */
    GZIP_GARBAGE,
    /** Sends half of a packed body, with the length to match. */
    GZIP_CUT,
    /** A packed body of 20,000 parts, all of them empty. */
    GZIP_EMPTY_PARTS,
    /** A coding nobody asked for. */
    UNKNOWN_CODING,

    /** A body in ISO 8859-1, and says so. */
    WRONG_CHARSET,
    /** A body in UTF-16, and does not say so. */
    SECRET_UTF16,
    /** A body that is not UTF-8. */
    INVALID_UTF8,
    /** An empty body. */
    EMPTY_BODY,
    /** JSON that stops in the middle. */
    TRUNCATED_JSON,
    /** JSON of 100,000 arrays within each other. */
    DEEP_JSON,
    /** One string of 5 MB. */
    LONG_STRING,
    /** A number of 10,000 digits. */
    LONG_NUMBER,
    /** JSON with the wrong types. */
    WRONG_TYPES,
    /** The same key twice. */
    DUPLICATE_KEYS,
    /** NaN, which is no JSON. */
    NOT_A_NUMBER,
    /** A good answer with something behind it. */
    TRAILING_GARBAGE,
    /** A good answer, about somebody who was not asked about. */
    SOMEBODY_ELSE,

    /** Shakes hands over TLS byte by byte, slowly. */
    SLOW_TLS,
    /** Speaks plain HTTP where TLS is expected. */
    NO_TLS,
    /** Shows a certificate that has expired, if it was started with one, and answers well. */
    EXPIRED_CERTIFICATE
}
