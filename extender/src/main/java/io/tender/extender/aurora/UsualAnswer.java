package io.tender.extender.aurora;

import io.tender.extender.json.PlainText;
import java.nio.charset.StandardCharsets;

/**
 * Reads answers of the form nearly every service gives, <code>{"error":"","hosts":["a","b"]}</code>, out of their bytes: with
 * or without blanks and the error, and with plain names. Whatever else an answer may be, and all that is wrong with it, is left
 * to {@link OrderAnswerReader}: this one says that it does not know the form, and never that an answer is bad.
 */
final class UsualAnswer {
    private static final byte[] ERROR = "\"error\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HOSTS = "\"hosts\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EMPTY = "\"\"".getBytes(StandardCharsets.US_ASCII);
    /** Longer ones go where the limits are kept. */
    static final int LONGEST_NAME = 256;

    private final byte[] body;
    private final int end;
    private int at;

    UsualAnswer(byte[] body, int length) {
        this.body = body;
        this.end = length;
    }

    /** Whether it is of the usual form, and all its hosts are in the ranking; if not, the ranking is of no use. */
    boolean readInto(Ranking ranking) {
        return skip((byte) '{')
                && (skip(ERROR)
                        ? skip((byte) ':') && skip(EMPTY) && skip((byte) ',') && skip(HOSTS) && hosts(ranking)
                        : skip(HOSTS)
                                && hosts(ranking)
                                && (!skip((byte) ',') || (skip(ERROR) && skip((byte) ':') && skip(EMPTY))))
                && skip((byte) '}')
                && isEnd();
    }

    private boolean hosts(Ranking ranking) {
        if (!skip((byte) ':') || !skip((byte) '[')) {
            return false;
        }
        if (skip((byte) ']')) {
            return true;
        }
        do {
            if (!expected(ranking) && !name(ranking)) {
                return false;
            }
        } while (skip((byte) ','));
        return skip((byte) ']');
    }

    /** Whether names follow that could be foretold; they are read then. */
    private boolean expected(Ranking ranking) {
        blanks();
        int to = at < end ? ranking.nameExpected(body, at, end) : -1;
        at = Math.max(at, to);
        return to >= 0;
    }

    private boolean name(Ranking ranking) {
        if (!skip((byte) '"')) {
            return false;
        }
        int limit = Math.min(end, at + LONGEST_NAME);
        int to = PlainText.end(body, at, limit);
        if (to == end || body[to] != '"') {
            return false;
        }
        ranking.name(body, at, to);
        at = to + 1;
        return true;
    }

    private boolean skip(byte sign) {
        blanks();
        if (at < end && body[at] == sign) {
            at++;
            return true;
        }
        return false;
    }

    private boolean skip(byte[] text) {
        blanks();
        if (end - at < text.length) {
            return false;
        }
        for (int i = 0; i < text.length; i++) {
            if (body[at + i] != text[i]) {
                return false;
            }
        }
        at += text.length;
        return true;
    }

    private boolean isEnd() {
        blanks();
        return at == end;
    }

    private void blanks() {
        while (at < end && (body[at] == ' ' || body[at] == '\n' || body[at] == '\r' || body[at] == '\t')) {
            at++;
        }
    }
}
