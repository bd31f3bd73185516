package io.tender.extender.http;

import io.helidon.common.socket.SocketOptions;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends connections whose requests take too long to come. The server itself counts only how long a peer is silent, so one
 * that sends a byte now and then would keep its place for days.
 *
 * <p>A connection has a deadline from when it is accepted (so the TLS handshake is in it) until its first request has all
 * its headers; from then until the body is there; and again for every later request from its first line on. Between
 * requests the server's own limit for idle connections holds, which counts in total.
 */
final class Deadlines implements Http1ConnectionListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Deadlines.class);

    /** How exact a deadline is. */
    private static final Duration BEAT = Duration.ofMillis(50);

    /** How long a peer that has been answered for the last time may take to notice. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final long headNanos;
    private final long bodyNanos;
    private final ConcurrentMap<SocketAddress, Connection> open = new ConcurrentHashMap<>();
    private final Thread watch;

    /** What is known of a connection: it is looked at by the watch and changed by who serves the connection. */
    private static final class Connection {
        private final SocketChannel channel;
        private volatile long since;
        private volatile long nanos;
        private volatile boolean leaving;

        Connection(SocketChannel channel) {
            this.channel = channel;
        }

        void allow(long most) {
            since = System.nanoTime();
            nanos = most;
        }

        void done() {
            nanos = Long.MAX_VALUE;
        }

        boolean late(long now) {
            return now - since > nanos;
        }
    }

    /** @param head for the headers of a request, and {@code body} for what follows them, in all */
    Deadlines(Duration head, Duration body) {
        this.headNanos = head.toNanos();
        this.bodyNanos = body.toNanos();
        this.watch = Thread.ofVirtual().name("deadlines").start(this::watch);
    }

    /** Options that let every accepted connection begin under a deadline. */
    SocketOptions options(SocketOptions usual) {
        return new WatchedSockets(usual, this::accepted);
    }

    private void accepted(SocketChannel channel) {
        Connection connection = new Connection(channel);
        connection.allow(headNanos);
        try {
            open.put(channel.getRemoteAddress(), connection);
        } catch (IOException gone) {
            LOG.debug("a connection was gone before it began", gone);
        }
    }

    @Override
    public void prologue(ConnectionContext context, HttpPrologue prologue) {
        allow(context, headNanos);
    }

    @Override
    public void headers(ConnectionContext context, Headers headers) {
        boolean more = headers.contains(HeaderNames.TRANSFER_ENCODING)
                || (headers.contains(HeaderNames.CONTENT_LENGTH)
                        && !headers.contains(HeaderValues.CONTENT_LENGTH_ZERO));
        allow(context, more ? bodyNanos : Long.MAX_VALUE);
    }

    private void allow(ConnectionContext context, long most) {
        Connection connection = open.get(context.remotePeer().address());
        if (connection != null) {
            connection.allow(most);
        }
    }

    /** The body of a request is there, and whatever its answer takes is our own affair. */
    void received(ServerRequest request) {
        Connection connection = open.get(request.remotePeer().address());
        if (connection != null) {
            connection.done();
        }
    }

    /** The client wanted this to be the last request: the server says so in its answer, and leaves it at that. */
    void last(ServerRequest request) {
        Connection connection = open.get(request.remotePeer().address());
        if (connection != null) {
            connection.leaving = true;
            connection.allow(0);
        }
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(BEAT);
                long now = System.nanoTime();
                open.forEach((peer, connection) -> look(peer, connection, now));
            }
        } catch (InterruptedException closed) {
            LOG.trace("no deadlines any more", closed);
        }
    }

    private void look(SocketAddress peer, Connection connection, long now) {
        if (connection.channel.isOpen() && !connection.late(now)) {
            return;
        }
        try {
            if (connection.leaving && connection.channel.isOpen()) {
                // Closing at once would take back what the peer has not read yet, if it is still sending.
                connection.leaving = false;
                connection.allow(FAREWELL.toNanos());
                connection.channel.shutdownOutput();
                return;
            }
            open.remove(peer, connection);
            connection.channel.close();
        } catch (IOException broken) {
            LOG.debug("the connection of {} did not close in order", peer, broken);
        }
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}
