package io.tender.daemon.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Says what it says in bad HTTP: wrong headers, wrong lengths, odd chunks. */
final class HttpFuzz {
    private static final List<String> HEADERS = List.of(
            "Content-Type: text/plain",
            "Content-Type: application/json; charset=utf-16",
            "Content-Type: ;;;",
            "Content-Type:",
            "Accept: text/html",
            "Accept: application/x-protobuf",
            "Accept: application/recordio",
            "Accept: */*;q=abc",
            "Message-Accept: nonsense",
            "Mesos-Stream-Id: 1",
            "Mesos-Stream-Id: \u00e4",
            "Content-Encoding: gzip",
            "Expect: 100-continue",
            "Expect: nonsense",
            "Upgrade: h2c",
            "Upgrade: websocket",
            "Authorization: Bearer",
            "Authorization: Basic ====",
            "X-Forwarded-For: 1.2.3.4",
            "X-HTTP-Method-Override: DELETE",
            "Range: bytes=0-1",
            "If-None-Match: *",
            "Cookie: a=b; c",
            "Transfer-Encoding: identity");

    private static final List<String> BAD_LINES = List.of(
            "NoColon",
            ": nameless",
            "Bad Name: x",
            "X: \u0001",
            " folded: x",
            "Content-Length: -1",
            "Content-Length: 1e3",
            "Content-Length: 99999999999999999999",
            "Content-Length: 5, 6",
            "Transfer-Encoding: nonsense",
            "Transfer-Encoding: chunked, gzip",
            "Host: b",
            "Host: a b",
            "Host: :::");

    private final Dice dice;

    HttpFuzz(Dice dice) {
        this.dice = dice;
    }

    /** Mostly the request as it is. */
    HttpMessage spoil(HttpMessage message) {
        if (dice.chance(82)) {
            return message;
        }
        return switch (dice.below(9)) {
            case 0, 1, 2 -> withHeader(message);
            case 3 ->
                message.with(
                                dice.one(List.of("GET", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "get", "FOO")),
                                message.target(),
                                message.headers())
                        .saying("another method");
            case 4 ->
                message.with(message.method(), oddTarget(message.target()), message.headers())
                        .saying("another path");
            case 5, 6 -> chunked(message);
            default -> broken(message);
        };
    }

    private HttpMessage withHeader(HttpMessage message) {
        List<String> headers = new ArrayList<>(message.headers());
        String header = dice.one(HEADERS);
        if (dice.chance(60)) {
            String name = header.substring(0, header.indexOf(':') + 1).toLowerCase(Locale.ROOT);
            headers.removeIf(other -> other.toLowerCase(Locale.ROOT).startsWith(name));
        }
        if (!dice.chance(15)) {
            headers.add(header);
        }
        return message.with(message.method(), message.target(), headers).saying("header " + header);
    }

    private String oddTarget(String target) {
        return switch (dice.below(7)) {
            case 0 -> target + "/";
            case 1 -> "/" + target;
            case 2 -> target + "/../" + dice.below(9);
            case 3 -> target + "%2e%2e";
            case 4 -> target.toUpperCase(Locale.ROOT);
            case 5 -> target + ";a=b";
            default -> target + "?a&=b&&c=%41";
        };
    }

    private HttpMessage chunked(HttpMessage message) {
        List<String> lines = new ArrayList<>(message.headers());
        lines.add("Transfer-Encoding: chunked");
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int at = 0;
        while (at < message.body().length) {
            int size = Math.min(message.body().length - at, 1 + dice.below(4_000));
            String length = dice.chance(10) ? "000" + Integer.toHexString(size) + ";a=b" : Integer.toHexString(size);
            body.writeBytes((length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            body.write(message.body(), at, size);
            body.writeBytes(new byte[] {'\r', '\n'});
            at += size;
        }
        boolean sound = dice.chance(60);
        String end = sound
                ? dice.one(List.of("0\r\n\r\n", "0\r\nTrailer: x\r\n\r\n"))
                : dice.one(
                        List.of("", "zz\r\n", "-1\r\n\r\n", "ffffffffffffffffff\r\n", "5\r\nab", "0\r\n", "\r\n\r\n"));
        body.writeBytes(end.getBytes(StandardCharsets.US_ASCII));
        return message.sentAs(
                "in chunks that end with '" + end.strip() + "'", message.bytes(lines, body.toByteArray()), sound);
    }

    private HttpMessage broken(HttpMessage message) {
        byte[] all = message.bytes();
        return switch (dice.below(6)) {
            case 0 -> message.sentAs("cut short", Arrays.copyOf(all, 1 + dice.below(all.length)), false);
            case 1 -> {
                List<String> lines = new ArrayList<>(message.headers());
                lines.add("Content-Length: " + message.body().length);
                lines.add(dice.one(BAD_LINES));
                yield message.sentAs("header " + lines.getLast(), message.bytes(lines, message.body()), false);
            }
            case 2 -> {
                List<String> lines = new ArrayList<>(message.headers());
                lines.add("Content-Length: " + (message.body().length + 1 + dice.below(50)));
                yield message.sentAs("shorter than it says", message.bytes(lines, message.body()), false);
            }
            case 3 -> {
                List<String> lines = new ArrayList<>(message.headers());
                for (int i = 0; i < 50; i++) {
                    lines.add("X-" + i + ": " + "x".repeat(1_000));
                }
                yield message.sentAs("with 50 KB of headers", message.bytes(lines, message.body()), false);
            }
            case 4 -> {
                byte[] changed = all.clone();
                int head = Math.min(changed.length, 60);
                changed[dice.below(head)] = (byte) dice.below(256);
                yield message.sentAs("with a wrong byte in front", changed, false);
            }
            default -> message.sentAs("no HTTP at all", dice.bytes(300), false);
        };
    }
}
