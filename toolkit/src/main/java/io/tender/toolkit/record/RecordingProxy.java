package io.tender.toolkit.record;

import io.tender.extender.client.RecordingWriter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Stands between a scheduler and an extender, passes every byte on as it came, in both directions, and records what was said.
 * For each connection of the scheduler one is opened to the extender; closing and resetting pass like bytes do.
 */
public final class RecordingProxy implements AutoCloseable {
    private static final int BACKLOG = 512;
    private static final Duration PAUSE_AFTER_FAILING = Duration.ofMillis(100);
    private static final Duration PATIENCE_AT_CLOSING = Duration.ofSeconds(2);
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private final ProxySettings settings;
    private final Downstream downstream;
    private final Upstream upstream;
    private final Consumer<String> trouble;
    private final Duration silence;
    private final ServerSocket server;
    private final Minutes minutes;
    private final Room room;
    private final Blocks blocks = new Blocks(ProxySettings.bytesForTheDisk());
    private final Pool<ByteBuffer> buffers = Relay.buffers(ProxySettings.bytesUnderWay());
    private final Watcher watcher;
    private final Semaphore places;
    private final Set<Relay> relays = ConcurrentHashMap.newKeySet();
    private final AtomicLong accepted = new AtomicLong();
    private volatile boolean closed;
    private volatile boolean unreachable;
    private volatile boolean strangers;

    private RecordingProxy(
            ProxySettings settings,
            Downstream downstream,
            Upstream upstream,
            RecordingWriter writer,
            Consumer<String> trouble,
            Duration silence,
            ServerSocket server) {
        this.settings = settings;
        this.downstream = downstream;
        this.upstream = upstream;
        this.trouble = trouble;
        this.silence = silence;
        this.server = server;
        this.minutes = new Minutes(writer, upstream, settings.extender(), InstantSource.system(), settings.bodyBytes());
        this.room = new Room(settings.bodyBytes(), ProxySettings.bytesUnderWay(), blocks);
        this.watcher = new Watcher(settings.waitingBytes(), blocks, trouble);
        this.places = new Semaphore(settings.connections());
    }

    /**
     * Listens from now on.
     *
     * @param writer stays open when the proxy is closed
     * @param trouble told in a line when the extender cannot be reached, once until it can be again
     */
    public static RecordingProxy start(
            ProxySettings settings, Upstream upstream, RecordingWriter writer, Consumer<String> trouble)
            throws IOException {
        return start(settings, Downstream.plain(), upstream, writer, trouble);
    }

    /**
     * Listens from now on.
     *
     * @param writer stays open when the proxy is closed
     * @param trouble told in a line when the extender cannot be reached, or a scheduler does not come to terms over TLS, each
     *     once until it is otherwise
     */
    public static RecordingProxy start(
            ProxySettings settings,
            Downstream downstream,
            Upstream upstream,
            RecordingWriter writer,
            Consumer<String> trouble)
            throws IOException {
        return start(settings, downstream, upstream, writer, trouble, SILENCE);
    }

    /** @param silence for how long nothing may pass on a connection once one side has ended */
    static RecordingProxy start(
            ProxySettings settings,
            Downstream downstream,
            Upstream upstream,
            RecordingWriter writer,
            Consumer<String> trouble,
            Duration silence)
            throws IOException {
        ServerSocket server = ServerSocketChannel.open().socket();
        try {
            server.setReuseAddress(true);
            server.bind(settings.listen(), BACKLOG);
        } catch (IOException taken) {
            server.close();
            throw taken;
        }
        RecordingProxy proxy = new RecordingProxy(settings, downstream, upstream, writer, trouble, silence, server);
        Thread.ofPlatform().name("tender-record-accept").daemon(true).start(proxy::accept);
        return proxy;
    }

    /** Where it really listens, if any port would do. */
    public InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /** What the scheduler is told as the address of its extender, without a path. */
    public String url() {
        return url(downstream.scheme(), address());
    }

    static String url(String scheme, InetSocketAddress where) {
        String host = where.getAddress().getHostAddress();
        return scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + where.getPort();
    }

    /** Connections that are open. */
    public int open() {
        return relays.size();
    }

    /** Connections since the start. */
    public long accepted() {
        return accepted.get();
    }

    private void accept() {
        while (!closed) {
            places.acquireUninterruptibly();
            boolean served = false;
            try {
                served = begin(server.accept());
            } catch (IOException ended) {
                if (!closed) {
                    refused(ended);
                }
            } finally {
                if (!served) {
                    places.release();
                }
            }
        }
    }

    /** Whether there is a thread for it. */
    private boolean begin(Socket scheduler) {
        long number = accepted.incrementAndGet();
        try {
            Thread.ofPlatform()
                    .name("tender-record-requests-" + number)
                    .daemon(true)
                    .start(() -> serve(scheduler, number));
            return true;
        } catch (RuntimeException | Error noThread) {
            Sockets.reset(scheduler);
            refused(noThread);
            return false;
        }
    }

    private void refused(Throwable why) {
        trouble.accept("A connection could not be accepted: " + why);
        // Out of file descriptors, say: until something is let go of, trying at once is in vain.
        LockSupport.parkNanos(PAUSE_AFTER_FAILING.toNanos());
    }

    private void serve(Socket accepted, long number) {
        String peer = String.valueOf(accepted.getRemoteSocketAddress());
        Socket scheduler = accepted;
        try {
            Sockets.prepare(accepted);
            Optional<Socket> greeted = greeted(accepted, peer);
            if (greeted.isEmpty()) {
                return;
            }
            scheduler = greeted.get();
            relay(scheduler, peer, upstream.connect(), number);
        } catch (IOException unreached) {
            told(false, unreached.toString());
            minutes.note(
                    peer + ": " + upstream + " could not be reached (" + unreached + "); the connection was reset");
            // Last, since whoever is reset may come again at once, and find that it can be reached.
            Sockets.reset(scheduler);
        } catch (RuntimeException | Error unforeseen) {
            Sockets.reset(scheduler);
            trouble.accept("A connection was reset: " + unforeseen);
        } finally {
            Sockets.close(scheduler);
            places.release();
        }
    }

    /** Nothing if there is nobody to talk to. */
    private Optional<Socket> greeted(Socket accepted, String peer) {
        try {
            Socket scheduler = downstream.secured(accepted);
            strangers = false;
            return Optional.of(scheduler);
        } catch (IOException disagreed) {
            minutes.note(peer + ": no agreement over TLS (" + disagreed + "); the connection was reset");
            if (!strangers) {
                strangers = true;
                trouble.accept(peer + " and the proxy come to no agreement over TLS (" + disagreed
                        + "); such connections are reset.");
            }
            Sockets.reset(accepted);
            return Optional.empty();
        }
    }

    private void relay(Socket scheduler, String peer, Socket extender, long number) {
        try {
            told(true, "");
            Watched watched = new Watched(watcher, blocks, new Dialogue(peer, minutes, room));
            Relay relay = new Relay(scheduler, extender, buffers, watched, silence);
            relays.add(relay);
            try {
                if (closed) {
                    relay.end();
                }
                relay.run(Long.toString(number));
            } finally {
                relays.remove(relay);
            }
        } finally {
            Sockets.close(extender);
        }
    }

    /** Once per change. */
    private void told(boolean reached, String why) {
        if (unreachable == reached) {
            unreachable = !reached;
            trouble.accept(
                    reached
                            ? upstream + " can be reached again."
                            : upstream + " cannot be reached (" + why
                                    + "); the scheduler's connections are reset until it can.");
        }
    }

    /** Ends all connections, and records what was seen of them. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        server.close();
        relays.forEach(Relay::end);
        try {
            // The last that is seen of a connection is its end.
            if (!places.tryAcquire(settings.connections(), PATIENCE_AT_CLOSING.toMillis(), TimeUnit.MILLISECONDS)) {
                trouble.accept(relays.size() + " connections did not end in time.");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        watcher.close();
    }
}
