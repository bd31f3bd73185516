package io.tender.extender.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.util.Timeout;

/**
 * A connection that keeps hold of its raw socket: closing that ends every read, write and handshake at once, while
 * closing a TLS socket may wait for the peer.
 */
final class Http1Connection extends DefaultBHttpClientConnection implements Severable {
    private static final Timeout AT_ONCE = Timeout.ofMilliseconds(1);
    /** For a head, and all of a small request. */
    private static final int FIRST_ROOM = 4 << 10;
    /** As much as a socket of the JDK passes on at once. */
    private static final int MOST_ROOM = 128 << 10;
    /** Of what does not go at once anyway this much goes first, so that the peer wakes while the rest is on its way. */
    private static final int FIRST_PART = 32 << 10;

    private final Socket raw;
    private final String route;
    private final PromptReceipt receipt;
    private final Counted counted;
    private final AtomicBoolean severed = new AtomicBoolean();
    private boolean wrote;
    private boolean received;
    /** While set, reading returns only what is there already. */
    private boolean peeking;

    private long idleUntil;
    private long idleSince;

    Http1Connection(Http1Config config, String route, Socket raw, Optional<SSLSocket> secure, Counted counted)
            throws IOException {
        super(config);
        this.route = route;
        this.raw = raw;
        this.receipt = new PromptReceipt(raw);
        this.counted = counted;
        bind(secure.isPresent() ? new Streams(secure.get(), raw) : new Streams(raw));
        counted.opened();
    }

    /** Told when connections come and go. */
    interface Counted {
        void opened();

        void closed();
    }

    String route() {
        return route;
    }

    void beginExchange() {
        wrote = false;
        received = false;
    }

    boolean hasWritten() {
        return wrote;
    }

    boolean hasReceived() {
        return received;
    }

    void rest(long now, long until) {
        idleSince = now;
        idleUntil = until;
    }

    long idleSince() {
        return idleSince;
    }

    long idleUntil() {
        return idleUntil;
    }

    /**
     * Whether the peer has closed it, or sent something nobody asked for: either way it carries nothing any more. Takes a
     * millisecond when all is well, since an end of the stream shows only when one tries to read.
     */
    boolean isSpent() {
        try {
            return hasLeftovers() || isStale();
        } catch (IOException broken) {
            return true;
        }
    }

    /**
     * Whether bytes are there that nobody asked for. Over TLS the raw socket is asked too: the secure one knows only of
     * what it has read already.
     */
    boolean hasLeftovers() {
        peeking = true;
        try {
            return raw.getInputStream().available() > 0 || isDataAvailable(AT_ONCE);
        } catch (IOException broken) {
            return true;
        } finally {
            peeking = false;
        }
    }

    @Override
    public void sever() {
        if (severed.compareAndSet(false, true)) {
            RawSockets.close(raw);
            counted.closed();
        }
    }

    private final class Streams extends SocketHolder {
        Streams(SSLSocket secure, Socket base) {
            super(secure, base);
        }

        Streams(Socket socket) {
            super(socket);
        }

        @Override
        protected InputStream getInputStream(Socket socket) throws IOException {
            return new In(socket.getInputStream());
        }

        @Override
        protected OutputStream getOutputStream(Socket socket) throws IOException {
            return new Out(socket.getOutputStream());
        }
    }

    private final class In extends FilterInputStream {
        In(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (peeking && in.available() == 0) {
                throw new NothingThere();
            }
            int count = in.read(target, offset, length);
            if (count > 0) {
                received = true;
            }
            return count;
        }
    }

    /** Thrown once per call when all is well, so no stack is walked for it. */
    private static final class NothingThere extends SocketTimeoutException {
        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /**
     * Holds small pieces back until what follows them fills a write, or nothing follows: a head that is sent alone wakes the
     * peer for nothing, and it takes the machine longer to do that than to copy the body's beginning.
     */
    private final class Out extends OutputStream {
        private final OutputStream out;
        private byte[] room = new byte[FIRST_ROOM];
        private int held;

        Out(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            int most = held + length <= MOST_ROOM ? MOST_ROOM : FIRST_PART;
            int joined = Math.min(length, Math.max(0, most - held));
            if (held + joined > room.length) {
                room = Arrays.copyOf(room, Math.min(MOST_ROOM, Math.max(2 * room.length, held + joined)));
            }
            System.arraycopy(source, offset, room, held, joined);
            held += joined;
            if (joined < length) {
                send();
                wrote = true;
                out.write(source, offset + joined, length - joined);
            }
        }

        @Override
        public void flush() throws IOException {
            send();
            out.flush();
            receipt.ask();
        }

        private void send() throws IOException {
            int count = held;
            held = 0;
            if (count > 0) {
                wrote = true;
                out.write(room, 0, count);
            }
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
