package io.tender.toolkit.check;

import io.tender.extender.client.TlsSettings;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Opens connections on which every byte can be chosen and seen. A client that keeps to the rules could neither break them
 * nor tell how they were broken.
 */
final class Wire {
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private final Address address;
    private final Optional<SSLContext> tls;
    private final TlsSettings settings;
    private final Patience patience;
    private final Lookup lookup;

    /** Finds the addresses of a host. */
    @FunctionalInterface
    interface Lookup {
        List<InetAddress> addresses(String host) throws UnknownHostException;
    }

    Wire(Address address, TlsSettings settings, Patience patience) {
        this(address, settings, patience, host -> List.of(InetAddress.getAllByName(host)));
    }

    Wire(Address address, TlsSettings settings, Patience patience, Lookup lookup) {
        this.lookup = lookup;
        this.address = address;
        this.settings = settings;
        this.tls = address.tls() ? Optional.of(settings.load()) : Optional.empty();
        this.patience = patience;
    }

    Address address() {
        return address;
    }

    Patience patience() {
        return patience;
    }

    /** A connection to whoever listens there, over TLS if the address says so and the peer can prove who it is. */
    HttpConnection open() throws NoAnswer {
        return open(true);
    }

    /** @param checkHostName whether the certificate must be that of the host */
    HttpConnection open(boolean checkHostName) throws NoAnswer {
        Socket plain = openPlain();
        if (tls.isEmpty()) {
            return new HttpConnection(plain, patience);
        }
        try (Patience.Watch watch = patience.watch(plain)) {
            try {
                String peer = settings.peer(address.bareHost());
                SSLSocket secured =
                        (SSLSocket) tls.get().getSocketFactory().createSocket(plain, peer, address.port(), true);
                SSLParameters parameters = secured.getSSLParameters();
                parameters.setProtocols(PROTOCOLS);
                (checkHostName ? settings : settings.withoutHostNameCheck()).applyTo(parameters);
                secured.setSSLParameters(parameters);
                secured.startHandshake();
                return new HttpConnection(secured, patience);
            } catch (IOException failed) {
                closeQuietly(plain);
                if (watch.isLate()) {
                    throw late("the TLS handshake was not over");
                }
                throw new NoAnswer(kind(failed), "no TLS connection: " + failed.getMessage());
            }
        }
    }

    private static NoAnswer.Kind kind(IOException failed) {
        if (!(failed instanceof SSLException)) {
            return NoAnswer.Kind.CLOSED;
        }
        // The JDK has no type for it.
        return String.valueOf(failed.getMessage()).contains("Unsupported or unrecognized SSL message")
                ? NoAnswer.Kind.NO_TLS
                : NoAnswer.Kind.UNTRUSTED;
    }

    /** A connection without TLS, whatever the address says, to the first of the host's addresses where somebody is. */
    Socket openPlain() throws NoAnswer {
        List<InetAddress> hosts = addresses();
        // Time for each: the first may be one at which nobody ever answers.
        Duration each = patience.left().dividedBy(Math.max(1, hosts.size()));
        NoAnswer last = new NoAnswer(NoAnswer.Kind.UNREACHABLE, "'" + address.bareHost() + "' has no address");
        for (InetAddress host : hosts) {
            try {
                return openPlain(host, each);
            } catch (NoAnswer nobodyThere) {
                last = nobodyThere;
            }
        }
        throw last;
    }

    private List<InetAddress> addresses() throws NoAnswer {
        try {
            return lookup.addresses(address.bareHost());
        } catch (UnknownHostException unknown) {
            throw new NoAnswer(NoAnswer.Kind.UNREACHABLE, "no address is known for '" + address.bareHost() + "'");
        }
    }

    private Socket openPlain(InetAddress host, Duration time) throws NoAnswer {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(host, address.port()), (int) Math.max(1, time.toMillis()));
            return socket;
        } catch (ConnectException refused) {
            closeQuietly(socket);
            throw new NoAnswer(
                    NoAnswer.Kind.UNREACHABLE,
                    "nobody listens at " + address.authority() + ": " + refused.getMessage());
        } catch (IOException failed) {
            closeQuietly(socket);
            throw new NoAnswer(
                    NoAnswer.Kind.UNREACHABLE, "no connection to " + address.authority() + ": " + failed.getMessage());
        }
    }

    private NoAnswer late(String what) {
        return new NoAnswer(
                NoAnswer.Kind.LATE, what + " within " + patience.timeout().toMillis() + " ms");
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // It was of no use before, and is of none now.
            return;
        }
    }
}
