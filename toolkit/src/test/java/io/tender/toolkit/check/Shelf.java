package io.tender.toolkit.check;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;

/** A small HTTP server on a real socket that can be told to be wrong in ways that no library would allow. */
final class Shelf implements AutoCloseable {
    /** What the server itself, not the service, does wrong. */
    enum Quirk {
        /** Takes what is there of a body when its head has come for the whole of it. */
        READS_ONCE,
        /** Knows the length by one spelling of the header alone. */
        EXACT_HEADER_NAMES,
        /** Is of no use to anybody once something came that is no HTTP. */
        STOPS_AT_GARBAGE,
        /** Ends each connection after a few answers. */
        TIRES_OF_CONNECTIONS,
        /** Serves a connection to its end before it takes the next one. */
        ONE_AT_A_TIME,
        /** Greets in TLS 1.1 whoever does so. */
        GREETS_IN_OLD_TLS
    }

    enum Style {
        LENGTH,
        UNTIL_CLOSED,
        /** In chunks, and the connection ends where the last one should be. */
        WITHOUT_LAST_CHUNK,
        GZIP,
        DROPPED,
        HANGING
    }

    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Asked(String path, Map<String, String> headers, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Reply(int status, String contentType, byte[] body, Style style, Optional<String> location) {
        static Reply of(int status, String text) {
            return new Reply(
                    status, "application/json", text.getBytes(StandardCharsets.UTF_8), Style.LENGTH, Optional.empty());
        }

        Reply in(Style other) {
            return new Reply(status, contentType, body, other, location);
        }

        Reply with(int otherStatus) {
            return new Reply(otherStatus, contentType, body, style, location);
        }
    }

    @FunctionalInterface
    interface Handler {
        Reply answer(Asked asked) throws IOException;
    }

    private static final int TIRED_AFTER = 3;

    private final ServerSocket server;
    private final Handler handler;
    private final Optional<SSLContext> tls;
    private final Set<Quirk> quirks;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closing = new CountDownLatch(1);

    Shelf(Handler handler, Optional<SSLContext> tls, Set<Quirk> quirks) {
        this.handler = handler;
        this.tls = tls;
        this.quirks = quirks.isEmpty() ? EnumSet.noneOf(Quirk.class) : EnumSet.copyOf(quirks);
        try {
            server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
        threads.execute(this::accept);
    }

    String url() {
        return (tls.isPresent() ? "https" : "http") + "://127.0.0.1:" + server.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                open.add(socket);
                if (quirks.contains(Quirk.ONE_AT_A_TIME)) {
                    serve(socket);
                } else {
                    threads.execute(() -> serve(socket));
                }
            }
        } catch (IOException closed) {
            open.clear();
        }
    }

    private void serve(Socket plain) {
        try (Socket socket = secured(plain)) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream(), 64 << 10);
            OutputStream out = socket.getOutputStream();
            int answers = 0;
            boolean goesOn = true;
            while (goesOn) {
                Optional<Asked> asked = read(in, out);
                if (asked.isEmpty()) {
                    return;
                }
                boolean last = quirks.contains(Quirk.TIRES_OF_CONNECTIONS) && ++answers >= TIRED_AFTER;
                goesOn = write(handler.answer(asked.get()), out, last) && !last;
            }
        } catch (IOException gone) {
            open.remove(plain);
        }
        open.remove(plain);
    }

    private Socket secured(Socket plain) throws IOException {
        if (tls.isEmpty()) {
            return plain;
        }
        byte[] beginning = plain.getInputStream().readNBytes(11);
        if (quirks.contains(Quirk.GREETS_IN_OLD_TLS) && beginning.length == 11 && beginning[10] == 2) {
            plain.getOutputStream().write(new byte[] {22, 3, 2, 0, 4, 2, 0, 0, 0});
            plain.getOutputStream().flush();
        }
        return tls.get().getSocketFactory().createSocket(plain, new ByteArrayInputStream(beginning), true);
    }

    /** Empty when the connection is over. */
    private Optional<Asked> read(InputStream in, OutputStream out) throws IOException {
        String line = line(in);
        if (line.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> headers = new TreeMap<>(
                quirks.contains(Quirk.EXACT_HEADER_NAMES)
                        ? Comparator.<String>naturalOrder()
                        : String.CASE_INSENSITIVE_ORDER);
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            int colon = header.indexOf(':');
            headers.put(
                    header.substring(0, Math.max(0, colon)),
                    header.substring(colon + 1).strip());
        }
        int target = line.indexOf(' ') + 1;
        int version = line.lastIndexOf(" HTTP/1.");
        if (target <= 0 || version < target) {
            if (quirks.contains(Quirk.STOPS_AT_GARBAGE)) {
                server.close();
            }
            write(Reply.of(400, "\"no HTTP\""), out, true);
            return Optional.empty();
        }
        int length = Integer.parseInt(headers.getOrDefault("Content-Length", "0"));
        int taken = quirks.contains(Quirk.READS_ONCE) ? Math.min(length, in.available()) : length;
        byte[] body = in.readNBytes(taken);
        return body.length < taken
                ? Optional.empty()
                : Optional.of(new Asked(line.substring(target, version), headers, body));
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    /** Returns whether the connection can be used again. */
    private boolean write(Reply reply, OutputStream out, boolean last) throws IOException {
        if (reply.style() == Style.DROPPED) {
            return false;
        }
        if (reply.style() == Style.HANGING) {
            try {
                closing.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
            return false;
        }
        boolean cutOff = reply.style() == Style.WITHOUT_LAST_CHUNK;
        boolean untilClosed = reply.style() == Style.UNTIL_CLOSED;
        byte[] body = reply.style() == Style.GZIP ? zipped(reply.body()) : reply.body();
        StringBuilder head = new StringBuilder("HTTP/1.1 " + reply.status() + " Fine\r\n");
        head.append("Content-Type: ").append(reply.contentType()).append("\r\n");
        reply.location()
                .ifPresent(place -> head.append("Location: ").append(place).append("\r\n"));
        head.append(
                cutOff
                        ? "Transfer-Encoding: chunked\r\n"
                        : untilClosed ? "" : "Content-Length: " + body.length + "\r\n");
        head.append(reply.style() == Style.GZIP ? "Content-Encoding: gzip\r\n" : "");
        head.append(last ? "Connection: close\r\n" : "").append("\r\n");
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        if (cutOff) {
            whole.writeBytes((Integer.toHexString(body.length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        }
        whole.writeBytes(body);
        if (cutOff) {
            whole.writeBytes("\r\n".getBytes(StandardCharsets.ISO_8859_1));
        }
        out.write(whole.toByteArray());
        out.flush();
        return !untilClosed && !cutOff;
    }

    private static byte[] zipped(byte[] body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(body);
        }
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            server.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
        threads.shutdownNow();
    }
}
