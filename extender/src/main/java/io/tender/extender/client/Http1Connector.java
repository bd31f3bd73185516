package io.tender.extender.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.config.Http1Config;

/** Opens connections: name, address, socket, handshake, each of which the flight's end can cut off. */
final class Http1Connector {
    /** An answer's head has bounds of its own: 100 lines of 8 KiB. */
    private static final Http1Config CONFIG = Http1Config.custom()
            .setMaxLineLength(8192)
            .setMaxHeaderCount(100)
            .setMaxEmptyLineCount(4)
            .setBufferSize(16_384)
            .build();

    private static final int MOST_ADDRESSES = 8;

    private final Resolver resolver;
    private final TlsSource tls;
    private final Http1Connection.Counted counted;

    Http1Connector(Resolver resolver, TlsSource tls, Http1Connection.Counted counted) {
        this.resolver = resolver;
        this.tls = tls;
        this.counted = counted;
    }

    /** Which connections may serve which calls. */
    static String route(Endpoint endpoint) {
        return (endpoint.tls() ? "s " : "p ") + endpoint.host() + " " + endpoint.port();
    }

    /** The connection is attached to the flight. */
    Http1Connection open(Endpoint endpoint, Flight flight) throws IOException, InterruptedException {
        flight.enter(Phase.RESOLVING);
        List<InetAddress> addresses = resolver.resolve(endpoint.bareHost(), flight);
        flight.enter(Phase.CONNECTING);
        Socket raw = connect(addresses.subList(0, Math.min(MOST_ADDRESSES, addresses.size())), endpoint.port(), flight);
        try {
            Optional<SSLSocket> secure = endpoint.tls() ? Optional.of(secure(raw, endpoint, flight)) : Optional.empty();
            Http1Connection connection = new Http1Connection(CONFIG, route(endpoint), raw, secure, counted);
            flight.attach(connection);
            return connection;
        } catch (IOException | RuntimeException failed) {
            RawSockets.close(raw);
            throw failed;
        }
    }

    /** Tries one address after the other; each gets an equal part of the time that is left, so that a dead one is passed. */
    private static Socket connect(List<InetAddress> addresses, int port, Flight flight) throws IOException {
        IOException last = new IOException("no address was tried");
        for (int i = 0; i < addresses.size(); i++) {
            Socket raw = new Socket();
            try {
                raw.setTcpNoDelay(true);
                raw.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
                flight.attach(() -> RawSockets.close(raw));
                long share = flight.remaining() / (addresses.size() - i);
                // At least a millisecond, since 0 would mean forever; the watchdog is more exact anyway.
                int millis = (int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(share) + 1);
                raw.connect(new InetSocketAddress(addresses.get(i), port), Math.max(1, millis));
                return raw;
            } catch (IOException failed) {
                RawSockets.close(raw);
                last = failed;
                if (flight.isOver() || flight.isShut()) {
                    throw failed;
                }
            }
        }
        throw last instanceof SocketTimeoutException ? new IOException("no address answered", last) : last;
    }

    private SSLSocket secure(Socket raw, Endpoint endpoint, Flight flight) throws IOException {
        flight.enter(Phase.HANDSHAKING);
        TlsContext context = tls.context();
        String peer = context.settings().peer(endpoint.bareHost());
        SSLSocket secure =
                (SSLSocket) context.context().getSocketFactory().createSocket(raw, peer, endpoint.port(), true);
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setProtocols(TlsContext.PROTOCOLS);
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        context.settings().applyTo(parameters);
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        return secure;
    }
}
