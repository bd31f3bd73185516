package io.tender.toolkit.record;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done to both ends of a connection alike. */
final class Sockets {
    private static final Logger LOG = LoggerFactory.getLogger(Sockets.class);

    private Sockets() {}

    /** Bytes go on at once, and an end that vanished is noticed some day. */
    static void prepare(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    }

    /** Shakes hands, in a protocol that is not broken, within this time. */
    static void greet(SSLSocket socket, Duration patience) throws IOException {
        socket.setEnabledProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        socket.setSoTimeout((int) patience.toMillis());
        socket.startHandshake();
        socket.setSoTimeout(0);
    }

    /** Its bytes, in and out. */
    static ByteChannel channel(Socket socket) throws IOException {
        SocketChannel channel = socket instanceof SSLSocket ? null : socket.getChannel();
        return channel == null ? new StreamChannel(socket) : channel;
    }

    static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException broken) {
            // Nobody can do anything about it, and the file descriptor is gone all the same.
            LOG.debug("Closing a broken connection", broken);
        }
    }

    /** The other side sees a reset, as it would without a proxy. */
    static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (SocketException gone) {
            LOG.debug("Resetting a broken connection", gone);
        }
        close(socket);
    }
}
