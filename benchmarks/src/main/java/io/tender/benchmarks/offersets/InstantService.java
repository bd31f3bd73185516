package io.tender.benchmarks.offersets;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** A service whose answer is ready before it is asked: what is left is the cost of the client and of the wire. */
final class InstantService implements AutoCloseable {
    private static final int BUFFER = 256 << 10;
    private static final String LENGTH = "content-length: ";

    private final ServerSocket listening;
    private final byte[] answer;
    private final AtomicInteger broken = new AtomicInteger();

    /** @param body what every request is answered with */
    InstantService(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head =
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + bytes.length + "\r\n\r\n";
        this.answer = (head + body).getBytes(StandardCharsets.UTF_8);
        try {
            this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException noPort) {
            throw new UncheckedIOException("no free port on the loopback interface", noPort);
        }
        Thread.ofPlatform().name("instant-service").daemon(true).start(this::accept);
    }

    String endpoint() {
        return "http://127.0.0.1:" + listening.getLocalPort() + "/v1/offerset";
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket connection = listening.accept();
                connection.setTcpNoDelay(true);
                Thread.ofPlatform().name("instant-connection").daemon(true).start(() -> serve(connection));
            } catch (IOException ended) {
                broken.incrementAndGet();
            }
        }
    }

    private void serve(Socket connection) {
        try (connection;
                InputStream in = connection.getInputStream();
                OutputStream out = connection.getOutputStream()) {
            byte[] buffer = new byte[BUFFER];
            int filled = in.read(buffer);
            while (filled > 0) {
                int head = headLength(buffer, filled);
                if (head < 0) {
                    int more = in.read(buffer, filled, BUFFER - filled);
                    filled = more < 0 ? -1 : filled + more;
                    continue;
                }
                long left = head + bodyLength(new String(buffer, 0, head, StandardCharsets.ISO_8859_1)) - filled;
                while (left > 0) {
                    int got = in.read(buffer, 0, (int) Math.min(BUFFER, left));
                    left = got < 0 ? 0 : left - got;
                }
                out.write(answer);
                filled = in.read(buffer);
            }
        } catch (IOException clientLeft) {
            broken.incrementAndGet();
        }
    }

    private static int headLength(byte[] buffer, int filled) {
        for (int i = 3; i < filled; i++) {
            if (buffer[i] == '\n' && buffer[i - 1] == '\r' && buffer[i - 2] == '\n') {
                return i + 1;
            }
        }
        return -1;
    }

    private static long bodyLength(String head) {
        for (String line : head.split("\r\n", -1)) {
            if (line.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
                return Long.parseLong(line.substring(LENGTH.length()).strip());
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
