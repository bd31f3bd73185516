package io.tender.daemon.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A socket and nothing more, for what no HTTP library would send. */
public final class RawClient implements AutoCloseable {
    private static final int MOST_BYTES = 64 << 20;

    private final Socket socket = new Socket();

    public RawClient(int port, Duration patience) throws IOException {
        socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
        socket.setTcpNoDelay(true);
        socket.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), Math.toIntExact(patience.toMillis()));
    }

    public void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.UTF_8));
    }

    public void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** Sends nothing more, though it still listens. */
    public void endSending() throws IOException {
        socket.shutdownOutput();
    }

    /** Everything until the other side ends the connection, in order or not. */
    public byte[] readToEnd() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] part = new byte[8192];
        try {
            for (int read = socket.getInputStream().read(part);
                    read >= 0 && all.size() < MOST_BYTES;
                    read = socket.getInputStream().read(part)) {
                all.write(part, 0, read);
            }
        } catch (java.net.SocketTimeoutException late) {
            throw late;
        } catch (IOException cut) {
            all.flush(); // a reset is an end as well
        }
        return all.toByteArray();
    }

    /** One byte, or -1 at the end. */
    public int read() throws IOException {
        return socket.getInputStream().read();
    }

    /** So many bytes, or fewer if the connection ends before. */
    public byte[] read(int count) throws IOException {
        return socket.getInputStream().readNBytes(count);
    }

    /** Reads until the text came, and returns what came before it and with it. */
    public String readUntil(String end) throws IOException {
        StringBuilder all = new StringBuilder();
        while (all.indexOf(end) < 0) {
            int next = read();
            if (next < 0) {
                throw new IOException("ended after: " + all);
            }
            all.append((char) next);
        }
        return all.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
