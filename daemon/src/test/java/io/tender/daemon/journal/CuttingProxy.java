package io.tender.daemon.journal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;

/** Passes connections on to a server, and cuts the one that a given byte of the server's answers would go through. */
final class CuttingProxy implements AutoCloseable {
    private final ServerSocket door;
    private final int port;
    private final AtomicLong left = new AtomicLong(Long.MAX_VALUE);

    CuttingProxy(int port) throws IOException {
        this.port = port;
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** Lets so many bytes of answers through and then cuts, once. */
    void cutAfter(long bytes) {
        left.set(bytes);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = door.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
                Thread.ofVirtual().start(() -> pass(client, server, false));
                Thread.ofVirtual().start(() -> pass(server, client, true));
            }
        } catch (IOException closed) {
            left.set(0);
        }
    }

    private void pass(Socket from, Socket to, boolean answers) {
        byte[] bytes = new byte[8192];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                if (answers && left.addAndGet(-count) < 0) {
                    left.set(Long.MAX_VALUE);
                    return;
                }
                out.write(bytes, 0, count);
            }
        } catch (IOException cut) {
            // The other direction was cut, and this one ends with it.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
