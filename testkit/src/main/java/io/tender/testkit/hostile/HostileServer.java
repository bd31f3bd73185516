package io.tender.testkit.hostile;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A server on the loopback interface that misbehaves on command, connection by connection or request by request.
 *
 * <p>What it does is chosen by {@link #behave}, or by {@link #next} for the requests to come. It keeps a thread per
 * connection, at most {@value #MOST_CONNECTIONS}; closing it ends them all.
 */
public final class HostileServer implements AutoCloseable {
    static final int MOST_CONNECTIONS = 1_000;

    private static final int BACKLOG = 200;

    private final HonestAnswers answers;
    private final Optional<SSLContext> tls;
    private final boolean demandsCertificate;
    private final Deque<Misbehaviour> script = new ArrayDeque<>();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger broken = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger forged = new AtomicInteger();
    private final ConcurrentHashMap<Integer, String> heads = new ConcurrentHashMap<>();
    private final List<String> serverNames = Collections.synchronizedList(new ArrayList<>());
    private final Socket keptPort;
    private final InetSocketAddress address;
    private Misbehaviour usual;
    private Optional<ServerSocket> listening = Optional.empty();
    private Thread accepting = new Thread();
    private boolean closed;

    private HostileServer(
            Misbehaviour usual, HonestAnswers answers, Optional<SSLContext> tls, boolean demandsCertificate) {
        this.demandsCertificate = demandsCertificate;
        this.usual = usual;
        this.answers = answers;
        this.tls = tls;
        this.keptPort = keepPort();
        this.address = new InetSocketAddress(keptPort.getLocalAddress(), keptPort.getLocalPort());
        listenOrNot();
    }

    /** Begins to misbehave, over plain HTTP. */
    public static HostileServer start(Misbehaviour usual) {
        return new HostileServer(usual, HonestAnswers.hosts(), Optional.empty(), false);
    }

    public static HostileServer start(Misbehaviour usual, HonestAnswers answers) {
        return new HostileServer(usual, answers, Optional.empty(), false);
    }

    /** Begins to misbehave, over TLS with this identity. */
    public static HostileServer startSecure(Misbehaviour usual, SSLContext identity) {
        return new HostileServer(usual, HonestAnswers.hosts(), Optional.of(identity), false);
    }

    /** The same, for clients with a certificate that the identity trusts. */
    public static HostileServer startDemanding(Misbehaviour usual, SSLContext identity) {
        return new HostileServer(usual, HonestAnswers.hosts(), Optional.of(identity), true);
    }

    public int port() {
        return address.getPort();
    }

    /** {@code http://localhost:port} or {@code https://localhost:port}. */
    public String url() {
        return (tls.isPresent() ? "https" : "http") + "://localhost:" + port();
    }

    /** {@code http://127.0.0.1:port} or {@code https://127.0.0.1:port}: needs no name service. */
    public String addressUrl() {
        return (tls.isPresent() ? "https" : "http") + "://127.0.0.1:" + port();
    }

    /** From now on, unless {@link #next} says otherwise. */
    public synchronized void behave(Misbehaviour misbehaviour) {
        usual = misbehaviour;
        listenOrNot();
    }

    /** For the requests to come, one each; for what happens before a request, the connections to come. */
    public synchronized void next(Misbehaviour... misbehaviours) {
        script.addAll(List.of(misbehaviours));
    }

    /** Connections accepted so far. */
    public int accepted() {
        return accepted.get();
    }

    /** Connections that the client tore down, or that broke otherwise, so far. */
    public int broken() {
        return broken.get();
    }

    /** Answers sent so far, by {@link Misbehaviour#FORGE_LATER}, to which there was no request. */
    public int forged() {
        return forged.get();
    }

    /** Requests received so far. */
    public int requests() {
        return requests.get();
    }

    /** The head of a request as it was received, the first being 1; empty if there was none. At most 1,000 are kept. */
    public String head(int number) {
        return heads.getOrDefault(number, "");
    }

    /** Connections open at this moment. */
    public int open() {
        return connections.size();
    }

    private synchronized void listenOrNot() {
        if (closed || usual == Misbehaviour.REFUSE) {
            listening.ifPresent(HostileServer::shut);
            listening = Optional.empty();
            awaitEnd(accepting);
        } else if (listening.isEmpty()) {
            listening = Optional.of(listen());
        }
    }

    /** Connections are refused only when nobody waits for them any more. */
    private static void awaitEnd(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Bound for as long as the server lives, and never listening: nobody else is given the port, neither before this
     * server listens nor while it refuses. It lets a socket that does listen be bound beside it.
     */
    private static Socket keepPort() {
        try {
            Socket socket = new Socket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return socket;
        } catch (IOException noPort) {
            throw new UncheckedIOException("no free port on the loopback interface", noPort);
        }
    }

    private ServerSocket listen() {
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(address, BACKLOG);
            accepting =
                    Thread.ofPlatform().name("hostile-" + port()).daemon(true).start(() -> accept(socket));
            return socket;
        } catch (IOException taken) {
            throw new UncheckedIOException("port " + port() + " cannot be listened on", taken);
        }
    }

    private void accept(ServerSocket socket) {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                accepted.incrementAndGet();
                if (connections.size() >= MOST_CONNECTIONS) {
                    connection.close();
                } else {
                    connections.add(connection);
                    Thread.ofVirtual().name("hostile-connection").start(() -> serve(connection));
                }
            } catch (IOException gone) {
                // This server is closed, or the client left before it was let in.
                broken.incrementAndGet();
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            Misbehaviour first = take();
            if (Conduct.beforeSpeaking(first, connection)) {
                return;
            }
            Socket speaking = tls.isPresent() ? secured(connection, tls.get()) : connection;
            new Conduct(speaking, connection, answers, forged::incrementAndGet)
                    .serve(first, this::received, this::take);
        } catch (IOException clientLeft) {
            // Clients of a hostile server leave early: that is what is being tested.
            broken.incrementAndGet();
        } finally {
            connections.remove(connection);
        }
    }

    private SSLSocket secured(Socket connection, SSLContext context) throws IOException {
        SSLSocket secure = (SSLSocket) context.getSocketFactory()
                .createSocket(connection, connection.getInetAddress().getHostAddress(), connection.getPort(), true);
        secure.setUseClientMode(false);
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setNeedClientAuth(demandsCertificate);
        parameters.setSNIMatchers(List.of(new AnyServerName(serverNames)));
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        return secure;
    }

    /** The names it was asked for while greeting over TLS, in order. */
    public List<String> serverNames() {
        synchronized (serverNames) {
            return List.copyOf(serverNames);
        }
    }

    private void received(String head) {
        int number = requests.incrementAndGet();
        if (number <= 1_000) {
            heads.put(number, head);
        }
    }

    private synchronized Misbehaviour take() {
        return script.isEmpty() ? usual : script.removeFirst();
    }

    private static void shut(Closeable socket) {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException("a listening socket cannot be closed", failed);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            listenOrNot();
            shut(keptPort);
        }
        for (Socket connection : connections) {
            Conduct.reset(connection);
        }
    }
}
