package io.tender.benchmarks.daemon;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.TreeMap;

/**
 * One connection over which requests go one after the other. It does as little as HTTP/1.1 allows, since whatever it costs
 * is taken from the daemon beside it.
 */
final class HttpLine implements AutoCloseable {
    private static final int CONNECT_MILLIS = 30_000;

    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;
    private final String host;

    /** The head of an answer. */
    record Head(int status, TreeMap<String, String> headers) {
        String header(String name) throws IOException {
            String value = headers.get(name);
            if (value == null) {
                throw new IOException("got an answer " + status + " without the header " + name);
            }
            return value;
        }
    }

    HttpLine(URI address, Duration silence) throws IOException {
        host = address.getAuthority();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(Math.toIntExact(silence.toMillis()));
        socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), CONNECT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream(), 16 << 10);
        out = socket.getOutputStream();
    }

    /** Sends a request and returns the head of the answer; its body is still to be read. */
    Head send(String method, String path, String headers, String body) throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        byte[] head = (method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers + "Content-Length: "
                        + content.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] request = new byte[head.length + content.length];
        System.arraycopy(head, 0, request, 0, head.length);
        System.arraycopy(content, 0, request, head.length, content.length);
        out.write(request);
        String status = line(in);
        TreeMap<String, String> named = new TreeMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            named.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return new Head(Integer.parseInt(status.substring(9, 12)), named);
    }

    /** The rest of an answer. */
    InputStream body(Head head) throws IOException {
        return head.headers().getOrDefault("transfer-encoding", "").equals("chunked")
                ? new Chunked(in)
                : new java.io.ByteArrayInputStream(
                        in.readNBytes(Integer.parseInt(head.headers().getOrDefault("content-length", "0"))));
    }

    /** A whole exchange. */
    String ask(String method, String path, String body) throws IOException {
        Head head = send(method, path, "Content-Type: application/json\r\nAccept: application/json\r\n", body);
        String text = new String(body(head).readAllBytes(), StandardCharsets.UTF_8);
        if (head.status() != 200) {
            throw new IOException(method + " " + path + " was answered with " + head.status() + ": " + text);
        }
        return text;
    }

    static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the daemon has closed the connection");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** The content of chunks as they come. */
    private static final class Chunked extends InputStream {
        private final InputStream in;
        private int left;
        private boolean begun;
        private boolean ended;

        Chunked(InputStream in) {
            this.in = in;
        }

        private boolean more() throws IOException {
            if (left == 0 && !ended) {
                if (begun) {
                    line(in);
                }
                begun = true;
                left = Integer.parseInt(line(in), 16);
                if (left == 0) {
                    ended = true;
                    line(in);
                }
            }
            return !ended;
        }

        @Override
        public int read() throws IOException {
            if (!more()) {
                return -1;
            }
            left--;
            return in.read();
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (!more()) {
                return -1;
            }
            int got = in.read(to, from, Math.min(length, left));
            left -= Math.max(0, got);
            return got;
        }
    }
}
