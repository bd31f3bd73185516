package io.tender.toolkit.record;

import io.tender.extender.client.Endpoint;
import io.tender.extender.client.ExtenderName;
import io.tender.extender.client.TlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** The extender behind the proxy. */
public final class Upstream {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Endpoint endpoint;
    private final TlsSettings tls;
    private final Optional<SSLContext> context;
    private final Lookup lookup;

    /** Finds the addresses of a host. */
    @FunctionalInterface
    interface Lookup {
        InetAddress[] addresses(String host) throws IOException;
    }

    private Upstream(Endpoint endpoint, TlsSettings tls, Optional<SSLContext> context, Lookup lookup) {
        this.endpoint = endpoint;
        this.tls = tls;
        this.context = context;
        this.lookup = lookup;
    }

    /**
     * @param address {@code http://host:port} or {@code https://host:port}, without a path: what the scheduler asks for is
     *     passed on as it is
     * @throws IllegalArgumentException if it is another kind of address, or the files of the TLS settings are not usable
     */
    public static Upstream at(String address, TlsSettings tls) {
        return at(address, tls, InetAddress::getAllByName);
    }

    static Upstream at(String address, TlsSettings tls, Lookup lookup) {
        Endpoint endpoint = Endpoint.parse(address);
        String path = endpoint.toString().replaceFirst("^[a-z]+://[^/?]*", "");
        if (!path.isEmpty() && !path.equals("/")) {
            throw new IllegalArgumentException("The address of the extender has a path.\n  got:      " + endpoint
                    + "\n  expected: an address without one, such as http://gpu:8080, since requests pass unchanged"
                    + "\n  to do:    leave the path out here, and give it to the scheduler behind the proxy's address");
        }
        Optional<SSLContext> context =
                endpoint.tls() ? Optional.of(tls.load(new ExtenderName("upstream"))) : Optional.empty();
        return new Upstream(endpoint, tls, context, lookup);
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** Without a path. */
    String origin() {
        String whole = endpoint.toString();
        return whole.endsWith("/") ? whole.substring(0, whole.length() - 1) : whole;
    }

    /** At the first of its addresses where somebody is: a scheduler would try them all too. */
    Socket connect() throws IOException {
        String host = endpoint.host().replaceAll("^\\[|]$", "");
        InetAddress[] addresses = lookup.addresses(host);
        Duration each = PATIENCE.dividedBy(Math.max(1, addresses.length));
        IOException last = new IOException("the host has no address");
        for (InetAddress address : addresses) {
            try {
                return connect(host, address, each);
            } catch (IOException nobodyThere) {
                last = nobodyThere;
            }
        }
        throw last;
    }

    private Socket connect(String host, InetAddress address, Duration patience) throws IOException {
        // Without TLS, bytes pass through a channel and need not be copied into the heap.
        Socket raw = context.isPresent() ? new Socket() : SocketChannel.open().socket();
        try {
            Sockets.prepare(raw);
            raw.connect(new InetSocketAddress(address, endpoint.port()), (int) Math.max(1, patience.toMillis()));
            return context.isPresent() ? secured(raw, host, context.get()) : raw;
        } catch (IOException | RuntimeException failed) {
            Sockets.close(raw);
            throw failed;
        }
    }

    private Socket secured(Socket raw, String host, SSLContext trusted) throws IOException {
        SSLSocket secure =
                (SSLSocket) trusted.getSocketFactory().createSocket(raw, tls.peer(host), endpoint.port(), true);
        SSLParameters parameters = secure.getSSLParameters();
        tls.applyTo(parameters);
        secure.setSSLParameters(parameters);
        Sockets.greet(secure, PATIENCE);
        return secure;
    }

    @Override
    public String toString() {
        return origin();
    }
}
