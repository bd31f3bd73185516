package io.tender.testkit.hostile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/** The bytes a hostile server sends, made once where they are large. */
final class Answers {
    static final long HUGE = 100_000_000;

    private static final byte[] BOMB = bomb();
    private static final byte[] EMPTY_PARTS = emptyParts(20_000);
    private static final int CHUNK = 1 << 16;

    private Answers() {}

    static byte[] of(Misbehaviour misbehaviour, HonestAnswers honest) {
        String right = honest.right();
        byte[] zipped = zipped(right.getBytes(StandardCharsets.UTF_8));
        return switch (misbehaviour) {
            case FORGE_NEXT_ANSWER -> join(good(right), good(honest.somebodyElse()));
            case HANG_AFTER_HEADERS -> ascii("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n");
            case ERROR_AND_HANG -> ascii("HTTP/1.1 500 Oops\r\nContent-Length: 500\r\n\r\n");
            case STOP_MID_BODY, CLOSE_MID_BODY -> {
                byte[] whole = good(right);
                yield Arrays.copyOf(whole, whole.length - right.length() / 2);
            }
            case CLOSE_MID_CHUNK -> ascii("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n400\r\n" + right);
            case LENGTH_TOO_SMALL -> ascii(head(right.length() / 2, "") + right);
            case LENGTH_TOO_LARGE -> ascii(head(right.length() + 10, "") + right);
            case LENGTH_NO_NUMBER -> ascii("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n" + right);
            case NOT_HTTP -> ascii("220 mail.example.org ESMTP ready\r\n250 go ahead\r\n\r\n");
            case ENDLESS_HEADERS, ENDLESS_CONTINUE -> ascii("HTTP/1.1 100 Continue\r\n\r\n");
            case STATUS_ZERO -> ascii("HTTP/1.1 000 OK\r\nContent-Length: " + right.length() + "\r\n\r\n" + right);
            case ERROR_WITHOUT_END -> ascii("HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n");
            case HUGE_BODY -> ascii(head(HUGE, ""));
            case HUGE_CHUNKS -> ascii("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            case NO_CONTENT -> ascii("HTTP/1.1 204 No Content\r\n\r\n");
            case REDIRECT ->
                ascii("HTTP/1.1 302 Found\r\nLocation: http://example.org/elsewhere\r\nContent-Length: 0\r\n\r\n");
            case ERROR_WITH_BODY -> {
                String story = "it went wrong: " + "because ".repeat(300);
                yield ascii("HTTP/1.1 500 Oops\r\nContent-Length: " + story.length() + "\r\n\r\n" + story);
            }
            case ERROR_WITHOUT_BODY -> ascii("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n");
            case GZIP_BOMB -> join(ascii(head(BOMB.length, "Content-Encoding: gzip\r\n")), BOMB);
            case GZIP_GARBAGE -> ascii(head(right.length(), "Content-Encoding: gzip\r\n") + right);
            case GZIP_CUT ->
                join(
                        ascii(head(zipped.length / 2, "Content-Encoding: gzip\r\n")),
                        Arrays.copyOf(zipped, zipped.length / 2));
            case GZIP_EMPTY_PARTS -> join(ascii(head(EMPTY_PARTS.length, "Content-Encoding: gzip\r\n")), EMPTY_PARTS);
            case UNKNOWN_CODING -> ascii(head(right.length(), "Content-Encoding: br\r\n") + right);
            case WRONG_CHARSET ->
                ascii(head(right.length(), "Content-Type: application/json; charset=ISO-8859-1\r\n") + right);
            case SECRET_UTF16 -> {
                byte[] body = right.getBytes(StandardCharsets.UTF_16BE);
                yield join(ascii(head(body.length, "")), body);
            }
            case INVALID_UTF8 -> {
                byte[] body = right.replace("a2", "\u00c0\u00af").getBytes(StandardCharsets.ISO_8859_1);
                yield join(ascii(head(body.length, "")), body);
            }
            case EMPTY_BODY -> good("");
            case TRUNCATED_JSON -> good(right.substring(0, right.length() / 2));
            case DEEP_JSON -> good("[".repeat(100_000) + "]".repeat(100_000));
            case LONG_STRING -> good("{\"hosts\":[\"" + "x".repeat(5_000_000) + "\"]}");
            case LONG_NUMBER -> good("{\"hosts\":[" + "9".repeat(10_000) + "]}");
            case WRONG_TYPES -> good(honest.wrongTypes());
            case DUPLICATE_KEYS -> good(honest.duplicateKeys());
            case NOT_A_NUMBER -> good(honest.notANumber());
            case TRAILING_GARBAGE -> good(right + "}{");
            case SOMEBODY_ELSE -> good(honest.somebodyElse());
            case NONE,
                    NO_TLS,
                    EXPIRED_CERTIFICATE,
                    FORGE_LATER,
                    REFUSE,
                    RESET,
                    RESET_AT_ONCE,
                    ERROR_AT_ONCE,
                    ACCEPT_AND_HANG,
                    NEVER_READ,
                    HALF_CLOSE,
                    HALF_CLOSE_AT_ONCE,
                    CLOSE_KEPT_CONNECTION,
                    DRIP_HEAD,
                    DRIP_BODY,
                    SLOW_TLS -> good(right);
        };
    }

    /** What is sent over and over behind the beginning. */
    static byte[] repeated(Misbehaviour misbehaviour) {
        return switch (misbehaviour) {
            case ENDLESS_HEADERS -> ascii("HTTP/1.1 200 OK\r\n" + "X-More: and more\r\n".repeat(4_000));
            case ENDLESS_CONTINUE -> ascii("HTTP/1.1 100 Continue\r\n\r\n".repeat(1_000));
            case HUGE_CHUNKS, ERROR_WITHOUT_END ->
                ascii(Integer.toHexString(CHUNK) + "\r\n" + " ".repeat(CHUNK) + "\r\n");
            default -> ascii(" ".repeat(CHUNK));
        };
    }

    static byte[] good(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return join(ascii(head(bytes.length, "Content-Type: application/json\r\n")), bytes);
    }

    static int headLength(byte[] answer) {
        return new String(answer, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n") + 4;
    }

    private static String head(long length, String more) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n" + more + "\r\n";
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] join(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static byte[] zipped(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException("memory does not fail to be written", impossible);
        }
        return out.toByteArray();
    }

    private static byte[] emptyParts(int number) {
        byte[] part = zipped(new byte[0]);
        byte[] all = new byte[number * part.length];
        for (int i = 0; i < number; i++) {
            System.arraycopy(part, 0, all, i * part.length, part.length);
        }
        return all;
    }

    private static byte[] bomb() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] blank = ascii(" ".repeat(CHUNK));
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            for (long packed = 0; packed < HUGE; packed += blank.length) {
                zip.write(blank);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException("memory does not fail to be written", impossible);
        }
        return out.toByteArray();
    }
}
