package io.tender.toolkit.check;

import io.tender.extender.client.Gunzip;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** One HTTP/1.1 connection: bytes go out as they are given, and answers are read with the rules of RFC 9112. */
final class HttpConnection implements AutoCloseable {
    private static final int LONGEST_HEAD = 64 << 10;
    private static final int LARGEST_BODY = 64 << 20;
    private static final int MOST_INTERIM = 8;
    /** How a server of TLS begins its complaint about whoever speaks something else. */
    private static final String TLS_ALERT = "\u0015\u0003";

    private final Socket socket;
    private final Patience patience;
    private final OutputStream out;
    private final InputStream in;
    private int headBytes;
    /** Whether any of the answer has come that is waited for. */
    private boolean begun;

    HttpConnection(Socket socket, Patience patience) throws NoAnswer {
        this.socket = socket;
        this.patience = patience;
        try {
            this.out = socket.getOutputStream();
            this.in = new BufferedInputStream(socket.getInputStream(), 16 << 10);
        } catch (IOException gone) {
            throw new NoAnswer(NoAnswer.Kind.CLOSED, "the connection ended at once: " + gone.getMessage());
        }
    }

    /** Sends all of it and waits for the answer. */
    Answer exchange(byte[]... parts) throws NoAnswer {
        long start = System.nanoTime();
        begun = false;
        try (Patience.Watch watch = patience.watch(socket)) {
            try {
                out.write(joined(parts));
                out.flush();
                return answer(start);
            } catch (NoAnswer told) {
                throw watch.isLate() ? late() : told;
            } catch (IOException broken) {
                throw watch.isLate() ? late() : ended(String.valueOf(broken.getMessage()));
            }
        }
    }

    /** In one piece, so that the beginning of a body does not wait for a packet of its own. */
    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        for (byte[] part : parts) {
            whole.writeBytes(part);
        }
        return whole.toByteArray();
    }

    /** Sends something and does not wait. */
    void send(byte[] bytes) throws NoAnswer {
        try (Patience.Watch watch = patience.watch(socket)) {
            try {
                out.write(bytes);
                out.flush();
            } catch (IOException broken) {
                throw watch.isLate()
                        ? late()
                        : new NoAnswer(NoAnswer.Kind.CLOSED, "the connection ended: " + broken.getMessage());
            }
        }
    }

    private NoAnswer late() {
        return new NoAnswer(
                NoAnswer.Kind.LATE,
                "no whole answer within " + patience.timeout().toMillis() + " ms");
    }

    private Answer answer(long start) throws IOException {
        for (int interim = 0; interim < MOST_INTERIM; interim++) {
            headBytes = 0;
            int status = status(line());
            Map<String, String> headers = headers();
            if (status >= 200) {
                return answer(status, headers, start);
            }
        }
        throw new NoAnswer(NoAnswer.Kind.GARBLED, "interim answers without end");
    }

    private Answer answer(int status, Map<String, String> headers, long start) throws IOException {
        Answer.Framing framing;
        byte[] body;
        if (headers.getOrDefault("transfer-encoding", "")
                .toLowerCase(Locale.ROOT)
                .contains("chunked")) {
            framing = Answer.Framing.CHUNKS;
            body = chunks();
        } else if (headers.containsKey("content-length")) {
            framing = Answer.Framing.LENGTH;
            body = exactly(length(headers.getOrDefault("content-length", "")));
        } else if (status == 204 || status == 304) {
            framing = Answer.Framing.LENGTH;
            body = new byte[0];
        } else {
            framing = Answer.Framing.CLOSE;
            body = in.readNBytes(LARGEST_BODY + 1);
        }
        if (body.length > LARGEST_BODY) {
            throw new NoAnswer(NoAnswer.Kind.GARBLED, "an answer of more than " + LARGEST_BODY + " bytes");
        }
        byte[] plain = decoded(body, headers.getOrDefault("content-encoding", "identity"));
        return new Answer(status, headers, Body.of(plain), framing, System.nanoTime() - start);
    }

    private static byte[] decoded(byte[] body, String coding) throws NoAnswer {
        switch (coding.strip().toLowerCase(Locale.ROOT)) {
            case "", "identity" -> {
                return body;
            }
            case "gzip", "x-gzip" -> {
                try (InputStream unzipped = new Gunzip(new ByteArrayInputStream(body))) {
                    return unzipped.readNBytes(LARGEST_BODY);
                } catch (IOException noGzip) {
                    throw new NoAnswer(
                            NoAnswer.Kind.GARBLED,
                            "a body that is said to be gzip and is none: " + noGzip.getMessage());
                }
            }
            default ->
                throw new NoAnswer(NoAnswer.Kind.GARBLED, "a body in the coding '" + coding + "', asked for by nobody");
        }
    }

    private static void noTls(String line) throws NoAnswer {
        if (line.startsWith(TLS_ALERT)) {
            throw new NoAnswer(NoAnswer.Kind.SPEAKS_TLS, "the other side speaks TLS");
        }
    }

    private static int status(String line) throws NoAnswer {
        noTls(line);
        if (!line.matches("HTTP/1\\.[01] [1-5]\\d\\d( .*)?")) {
            throw new NoAnswer(NoAnswer.Kind.GARBLED, "no status line of HTTP/1.1 but '" + Body.of(line) + "'");
        }
        return Integer.parseInt(line.substring(9, 12));
    }

    private Map<String, String> headers() throws IOException {
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new NoAnswer(NoAnswer.Kind.GARBLED, "a header without a name: '" + line + "'");
            }
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return headers;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(80);
        for (int b = next(line); b != '\n'; b = next(line)) {
            begun = true;
            if (++headBytes > LONGEST_HEAD) {
                throw new NoAnswer(NoAnswer.Kind.GARBLED, "a head of more than " + LONGEST_HEAD + " bytes");
            }
            line.write(b);
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    /** What there is of the line may say why it ends here. */
    private int next(ByteArrayOutputStream line) throws IOException {
        try {
            int b = in.read();
            if (b < 0) {
                throw new EOFException(begun ? "closed where a line was to come" : "closed without a byte");
            }
            return b;
        } catch (IOException ended) {
            noTls(line.toString(StandardCharsets.ISO_8859_1));
            throw ended;
        }
    }

    private static int length(String text) throws NoAnswer {
        if (!text.matches("\\d{1,9}") || Integer.parseInt(text) > LARGEST_BODY) {
            throw new NoAnswer(NoAnswer.Kind.GARBLED, "a Content-Length of '" + text + "'");
        }
        return Integer.parseInt(text);
    }

    private byte[] exactly(int length) throws IOException {
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw cutOff("closed after " + body.length + " of " + length + " announced bytes");
        }
        return body;
    }

    private static NoAnswer cutOff(String how) {
        return new NoAnswer(NoAnswer.Kind.CUT_OFF, "the connection ended within an answer: " + how);
    }

    private NoAnswer ended(String how) {
        return begun
                ? cutOff(how)
                : new NoAnswer(NoAnswer.Kind.CLOSED, "the connection ended before an answer: " + how);
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            headBytes = 0;
            String size = line().replaceAll(";.*", "").strip();
            if (!size.matches("[0-9a-fA-F]{1,7}")) {
                throw new NoAnswer(NoAnswer.Kind.GARBLED, "a chunk of the size '" + size + "'");
            }
            int length = Integer.parseInt(size, 16);
            if (length == 0) {
                headers();
                return body.toByteArray();
            }
            if (body.size() + length > LARGEST_BODY) {
                throw new NoAnswer(NoAnswer.Kind.GARBLED, "an answer of more than " + LARGEST_BODY + " bytes");
            }
            body.write(exactly(length));
            if (!line().isEmpty()) {
                throw new NoAnswer(NoAnswer.Kind.GARBLED, "a chunk that is longer than it says");
            }
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException gone) {
            // Nobody reads from it any more.
            return;
        }
    }
}
