package io.tender.daemon.journal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Passes connections on to a server; cuts one after so many bytes of answers, or all of them until they are restored. */
public final class CuttingProxy implements AutoCloseable {
    private final ServerSocket door;
    private final int port;
    private final AtomicLong left = new AtomicLong(Long.MAX_VALUE);
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    public CuttingProxy(int port) throws IOException {
        this.port = port;
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return door.getLocalPort();
    }

    /** Lets so many bytes of answers through and then cuts, once. */
    void cutAfter(long bytes) {
        left.set(bytes);
    }

    /** Ends every connection, and each new one at once. */
    public void cut() throws IOException {
        cut = true;
        for (Socket socket : open) {
            socket.close();
        }
    }

    public void restore() {
        cut = false;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = door.accept();
                open.add(client);
                if (cut) {
                    client.close();
                    open.remove(client);
                    continue;
                }
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
        } finally {
            open.remove(from);
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
