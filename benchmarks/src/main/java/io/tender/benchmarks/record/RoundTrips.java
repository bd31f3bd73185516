package io.tender.benchmarks.record;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** Calls one after the other over a kept connection, with nothing in between that could hide what is measured. */
public final class RoundTrips implements AutoCloseable {
    private final Socket socket;
    private final DataInputStream in;
    private final byte[] request;

    /** @param bodyBytes of each request */
    public RoundTrips(int port, int bodyBytes) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        byte[] head = ("POST /order HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: "
                        + bodyBytes + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        request = Arrays.copyOf(head, head.length + bodyBytes);
        Arrays.fill(request, head.length, request.length, (byte) ' ');
    }

    /** Nanoseconds of each call. */
    public long[] measure(int calls) throws IOException {
        long[] nanos = new long[calls];
        for (int i = 0; i < calls; i++) {
            long began = System.nanoTime();
            socket.getOutputStream().write(request);
            readAnswer();
            nanos[i] = System.nanoTime() - began;
        }
        return nanos;
    }

    private void readAnswer() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        String lower = head.toString().toLowerCase(Locale.ROOT);
        int at = lower.indexOf("content-length:") + "content-length:".length();
        in.skipNBytes(
                Long.parseLong(lower.substring(at, lower.indexOf("\r\n", at)).strip()));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
