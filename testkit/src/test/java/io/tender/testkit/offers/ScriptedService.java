package io.tender.testkit.offers;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An offer-set service on the loopback interface that answers with whatever bytes a test wants. */
final class ScriptedService implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)");

    /** A request as it was received. */
    record Received(String head, String body) {}

    /** What is done with a request; the connection is kept when it returns true. */
    interface Conduct {
        boolean answer(Received request, OutputStream out) throws IOException;
    }

    private final ServerSocket listening;
    /** The open connections, each with the thread that serves it. */
    private final Map<Socket, Thread> connections = new ConcurrentHashMap<>();

    private final List<Received> received = new CopyOnWriteArrayList<>();
    private volatile Conduct conduct;

    ScriptedService(Conduct conduct) {
        this.conduct = conduct;
        try {
            this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException noPort) {
            throw new UncheckedIOException("no free port on the loopback interface", noPort);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** 200 with this JSON. */
    static Conduct json(String json) {
        return status(200, "Content-Type: application/json\r\n", json);
    }

    static Conduct status(int status, String headers, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return (request, out) -> {
            out.write(("HTTP/1.1 " + status + " Some Reason\r\n" + headers + "Content-Length: " + bytes.length
                            + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            out.write(bytes);
            out.flush();
            return true;
        };
    }

    static Conduct closing() {
        return (request, out) -> false;
    }

    /** Says nothing until this service is closed; bounded all the same. */
    static Conduct silent() {
        return (request, out) -> {
            rest(Duration.ofSeconds(5));
            return false;
        };
    }

    /** A byte every 20 ms. */
    static Conduct dripping(String json) {
        byte[] all = ("HTTP/1.1 200 OK\r\nContent-Length: " + json.length() + "\r\n\r\n" + json)
                .getBytes(StandardCharsets.US_ASCII);
        return (request, out) -> {
            for (byte one : all) {
                out.write(one);
                out.flush();
                rest(Duration.ofMillis(20));
            }
            return true;
        };
    }

    private static void rest(Duration time) throws IOException {
        try {
            Thread.sleep(time);
        } catch (InterruptedException ended) {
            throw new IOException(ended);
        }
    }

    void behave(Conduct next) {
        conduct = next;
    }

    String endpoint() {
        return "http://127.0.0.1:" + listening.getLocalPort() + "/v1/offerset";
    }

    List<Received> received() {
        return received;
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket connection = listening.accept();
                Thread serving = Thread.ofVirtual().unstarted(() -> serve(connection));
                connections.put(connection, serving);
                serving.start();
            } catch (IOException ended) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            String head = head(in);
            while (!head.isEmpty()) {
                Matcher length = LENGTH.matcher(head);
                byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
                // One character per byte, so that a test can see every byte.
                Received request = new Received(head, new String(body, StandardCharsets.ISO_8859_1));
                received.add(request);
                if (!conduct.answer(request, connection.getOutputStream())) {
                    return;
                }
                head = head(in);
            }
        } catch (IOException clientLeft) {
            // It is what many of these tests are about.
            return;
        } finally {
            connections.remove(connection);
        }
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int one = in.read();
        while (one >= 0) {
            head.write(one);
            if (one == '\n' && head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
                return head.toString(StandardCharsets.US_ASCII);
            }
            one = in.read();
        }
        return "";
    }

    /** Nobody listens from now on, and nobody is listened to. */
    @Override
    public void close() {
        try {
            listening.close();
            for (Map.Entry<Socket, Thread> connection : connections.entrySet()) {
                // Whoever rests between two bytes, or says nothing at all, has nobody left to do so for.
                connection.getValue().interrupt();
                connection.getKey().close();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("a socket cannot be closed", failed);
        }
    }
}
