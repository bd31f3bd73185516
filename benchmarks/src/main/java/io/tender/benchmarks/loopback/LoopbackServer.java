package io.tender.benchmarks.loopback;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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

    private final ServerSocketChannel listening;
    private final int port;
    private final Supplier<Answerer> answerers;
    private final AtomicInteger broken = new AtomicInteger();
    /** Kept for the next connection, since starting one takes longer than an answer; a minute without work ends them. */
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("loopback-connection").daemon(true).factory());

    /** Answers the requests of one connection, one after the other. */
    @FunctionalInterface
    public interface Answerer {
        /** The body of an answer to the request whose body lies between two places of an array, and its head before. */
        ByteBuffer answer(byte[] request, int from, int to);

        /** Told how far the body is there while the rest is still on its way, for who wants to begin with it. */
        default void arriving(byte[] request, int from, int filled) {}
    }

    /** @param answerers gives each connection its own */
    public LoopbackServer(String name, Supplier<Answerer> answerers) {
        this.answerers = answerers;
        try {
            this.listening = ServerSocketChannel.open();
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
            this.port = listening.socket().getLocalPort();
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
        return "http://127.0.0.1:" + port;
    }

    private void accept() {
        while (listening.isOpen()) {
            try {
                SocketChannel connection = listening.accept();
                connection.setOption(StandardSocketOptions.TCP_NODELAY, true);
                threads.execute(() -> serve(connection, answerers.get()));
            } catch (IOException ended) {
                broken.incrementAndGet();
            }
        }
    }

    private void serve(SocketChannel connection, Answerer answerer) {
        try (connection) {
            byte[] room = new byte[ROOM];
            int filled = read(connection, room, 0);
            int head = -1;
            int end = -1;
            while (filled > 0) {
                if (head < 0) {
                    head = headLength(room, filled);
                    end = head < 0 ? filled + 1 : head + bodyLength(room, head);
                }
                if (end > room.length) {
                    room = Arrays.copyOf(room, Math.min(MOST_ROOM, Math.max(end, 2 * room.length)));
                }
                if (filled < end) {
                    if (head >= 0) {
                        answerer.arriving(room, head, filled);
                    }
                    int more = read(connection, room, filled);
                    filled = more <= 0 ? -1 : filled + more;
                    continue;
                }
                write(connection, answerer.answer(room, head, end));
                head = -1;
                filled = read(connection, room, 0);
            }
        } catch (IOException clientLeft) {
            broken.incrementAndGet();
        }
    }

    private static int read(SocketChannel connection, byte[] room, int filled) throws IOException {
        return connection.read(ByteBuffer.wrap(room, filled, room.length - filled));
    }

    /** Head and body together, so that whoever waits is woken once. */
    private static void write(SocketChannel connection, ByteBuffer body) throws IOException {
        ByteBuffer[] answer = {
            ByteBuffer.wrap(("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.remaining()
                            + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII)),
            body
        };
        while (body.hasRemaining()) {
            connection.write(answer);
        }
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
