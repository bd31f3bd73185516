package io.tender.testkit.services;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server on the loopback interface that hands each request to somebody who may answer it, or do worse, over real sockets. */
public final class LoopbackHttp implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d{1,9})");
    private static final Pattern PATH = Pattern.compile("[A-Z]+ ([^ ]+) .*", Pattern.DOTALL);
    private static final int WAITING_CONNECTIONS = 50;
    private static final int LONGEST_HEAD = 65_536;
    private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(5);

    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final Handler handler;
    private final String name;
    private final int port;
    private ServerSocket listening;
    private Thread acceptor;

    /**
     * What came.
     *
     * @param head the request line and the headers
     * @param body one character per byte, so that every byte can be seen
     */
    public record Request(String head, String body) {
        public String path() {
            Matcher path = PATH.matcher(head);
            return path.matches() ? path.group(1) : "";
        }
    }

    /** Does something with a request; the connection is kept if it returns true. */
    @FunctionalInterface
    public interface Handler {
        boolean handle(Request request, Socket connection) throws IOException;
    }

    /**
     * Listens at once, on a free port.
     *
     * @param name what messages and threads call it
     */
    public LoopbackHttp(String name, Handler handler) {
        this.name = name;
        this.handler = handler;
        this.listening = listen(0);
        this.port = listening.getLocalPort();
        this.acceptor = serve(listening);
    }

    private ServerSocket listen(int wanted) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted), WAITING_CONNECTIONS);
            return socket;
        } catch (IOException noPort) {
            throw new UncheckedIOException("the " + name + " cannot listen on loopback port " + wanted, noPort);
        }
    }

    /** A platform thread: one that is virtual keeps a socket that is being closed open until it has its next turn. */
    private Thread serve(ServerSocket socket) {
        return Thread.ofPlatform().daemon().name(name).start(() -> accept(socket));
    }

    public int port() {
        return port;
    }

    /** Nobody listens any more, and open connections end. */
    public void down() {
        try {
            listening.close();
            if (!acceptor.join(LONGEST_FAREWELL)) {
                throw new IllegalStateException("the " + name + " still listens after " + LONGEST_FAREWELL);
            }
            for (Socket connection : connections) {
                connection.close();
            }
            connections.clear();
        } catch (IOException failed) {
            throw new UncheckedIOException("a socket of the " + name + " cannot be closed", failed);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Listens again, at the same place. */
    public void back() {
        if (listening.isClosed()) {
            listening = listen(port);
            acceptor = serve(listening);
        }
    }

    private void accept(ServerSocket socket) {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                connections.add(connection);
                Thread.ofVirtual().name(name + "-connection").start(() -> converse(connection));
            } catch (IOException ended) {
                return;
            }
        }
    }

    private void converse(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(connection.getInputStream());
            String head = head(in);
            boolean kept = true;
            while (kept && !head.isEmpty()) {
                Matcher length = LENGTH.matcher(head);
                byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
                kept = handler.handle(new Request(head, new String(body, StandardCharsets.ISO_8859_1)), connection);
                head = kept ? head(in) : "";
            }
        } catch (IOException clientLeft) {
            connections.remove(connection);
        }
        connections.remove(connection);
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int one = in.read();
        while (one >= 0 && head.size() < LONGEST_HEAD) {
            head.write(one);
            if (one == '\n' && head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
                return head.toString(StandardCharsets.US_ASCII);
            }
            one = in.read();
        }
        return "";
    }

    /** Writes an answer with its length. */
    public static void answer(OutputStream out, int status, String headers, byte[] body) throws IOException {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(("HTTP/1.1 " + status + " Said\r\n" + headers + "Content-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        whole.writeBytes(body);
        out.write(whole.toByteArray());
        out.flush();
    }

    /** Waits on the clock of the machine. */
    public static void rest(Duration time) throws IOException {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IOException("the server was told to end", ended);
        }
    }

    @Override
    public void close() {
        down();
    }
}
