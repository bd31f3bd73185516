package io.tender.benchmarks.loopback;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Answers HTTP/1.1 requests over the loopback interface with as little effort of its own as possible, so that what is
 * measured is whoever asks. Each connection has a thread.
 */
public final class LoopbackServer implements AutoCloseable {
    private static final String PATH = "/v1/offerset";
    private static final int ROOM = 256 << 10;
    /** Far more than any measured request; whoever sends more is cut off. */
    private static final int MOST_ROOM = 64 << 20;

    private static final String LENGTH = "content-length: ";

    private final ServerSocket listening;
    private final Supplier<Answerer> answerers;
    private final AtomicInteger broken = new AtomicInteger();

    /** Answers the requests of one connection, one after the other. */
    @FunctionalInterface
    public interface Answerer {
        /** The body of an answer to the request whose body lies between two places of an array, and its head before. */
        byte[] answer(byte[] request, int from, int to);
    }

    /** @param answerers gives each connection its own */
    public LoopbackServer(String name, Supplier<Answerer> answerers) {
        this.answerers = answerers;
        try {
            this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException noPort) {
            throw new UncheckedIOException("no free port on the loopback interface", noPort);
        }
        Thread.ofPlatform().name(name).daemon(true).start(this::accept);
    }

    public String endpoint() {
        return address() + PATH;
    }

    /** Where it listens, without a path. */
    public String address() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket connection = listening.accept();
                connection.setTcpNoDelay(true);
                Thread.ofPlatform()
                        .name("loopback-connection")
                        .daemon(true)
                        .start(() -> serve(connection, answerers.get()));
            } catch (IOException ended) {
                broken.incrementAndGet();
            }
        }
    }

    private void serve(Socket connection, Answerer answerer) {
        try (connection;
                InputStream in = connection.getInputStream();
                OutputStream out = connection.getOutputStream()) {
            byte[] room = new byte[ROOM];
            byte[] answer = new byte[0];
            int filled = in.read(room);
            while (filled > 0) {
                int head = headLength(room, filled);
                int end = head < 0 ? filled + 1 : head + bodyLength(room, head);
                if (end > room.length) {
                    room = Arrays.copyOf(room, Math.min(MOST_ROOM, Math.max(end, 2 * room.length)));
                }
                if (filled < end) {
                    int more = in.read(room, filled, room.length - filled);
                    filled = more <= 0 ? -1 : filled + more;
                    continue;
                }
                byte[] body = answerer.answer(room, head, end);
                answer = written(body, answer);
                out.write(answer, 0, answer.length);
                filled = in.read(room);
            }
        } catch (IOException clientLeft) {
            broken.incrementAndGet();
        }
    }

    /** An answer and its head in one piece, in the room of the one before if it fits. */
    private static byte[] written(byte[] body, byte[] before) {
        byte[] head = ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] answer = before.length == head.length + body.length ? before : new byte[head.length + body.length];
        System.arraycopy(head, 0, answer, 0, head.length);
        System.arraycopy(body, 0, answer, head.length, body.length);
        return answer;
    }

    private static int headLength(byte[] bytes, int filled) {
        for (int i = 3; i < filled; i++) {
            if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n') {
                return i + 1;
            }
        }
        return -1;
    }

    private static int bodyLength(byte[] bytes, int head) {
        for (String line : new String(bytes, 0, head, StandardCharsets.ISO_8859_1).split("\r\n", -1)) {
            if (line.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
                return Integer.parseInt(line.substring(LENGTH.length()).strip());
            }
        }
        return 0;
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException failed) {
            throw new UncheckedIOException("the listening socket cannot be closed", failed);
        }
    }
}
