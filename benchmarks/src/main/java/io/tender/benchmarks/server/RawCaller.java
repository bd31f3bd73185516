package io.tender.benchmarks.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Asks over one connection with as little effort of its own as possible, so that what is measured is the server. */
final class RawCaller implements AutoCloseable {
    private static final byte[] LENGTH = "content-length: ".getBytes(StandardCharsets.US_ASCII);

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private byte[] room = new byte[1 << 16];

    RawCaller(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    static byte[] request(String path, byte[] body) {
        byte[] head = ("POST " + path
                        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] all = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }

    /** The body of the answer. */
    byte[] ask(byte[] request) throws IOException {
        int length = exchange(request);
        return Arrays.copyOfRange(room, bodyStart, bodyStart + length);
    }

    private int bodyStart;

    /** Sends a request, reads the whole answer, and says how long its body is. */
    int exchange(byte[] request) throws IOException {
        out.write(request);
        int read = 0;
        int head = -1;
        while (head < 0) {
            int more = in.read(room, read, room.length - read);
            if (more < 0) {
                throw new IOException("the server ended the connection");
            }
            read += more;
            head = headEnd(read);
        }
        if (room[9] != '2') {
            throw new IOException("got " + new String(room, 0, read, StandardCharsets.UTF_8));
        }
        int length = length(head);
        bodyStart = head;
        if (head + length > room.length) {
            room = Arrays.copyOf(room, head + length);
        }
        while (read < head + length) {
            int more = in.read(room, read, head + length - read);
            if (more < 0) {
                throw new IOException("the server ended the connection within an answer");
            }
            read += more;
        }
        return length;
    }

    private int headEnd(int read) {
        for (int i = 3; i < read; i++) {
            if (room[i] == '\n' && room[i - 1] == '\r' && room[i - 2] == '\n') {
                return i + 1;
            }
        }
        return -1;
    }

    private int length(int head) throws IOException {
        for (int i = 0; i + LENGTH.length < head; i++) {
            int same = 0;
            while (same < LENGTH.length && (room[i + same] | 0x20) == LENGTH[same]) {
                same++;
            }
            if (same >= LENGTH.length - 1) {
                int length = 0;
                for (int digit = i + LENGTH.length; room[digit] >= '0' && room[digit] <= '9'; digit++) {
                    length = length * 10 + room[digit] - '0';
                }
                return length;
            }
        }
        throw new IOException("an answer without a length");
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
