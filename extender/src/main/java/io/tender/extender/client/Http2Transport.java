package io.tender.extender.client;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.concurrent.ComplexCancellable;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.nio.command.RequestExecutionCommand;
import org.apache.hc.core5.http.nio.support.BasicClientExchangeHandler;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.IOSession;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/2: all calls to a host on one connection, which a thread of its own serves while callers wait.
 *
 * <p>A call that fails takes back its own stream. A connection on which a call waited in vain, and nobody else got an
 * answer meanwhile, gets no more calls: one that died silently would otherwise fail every call until the operating system
 * notices. Those it has may still be answered.
 */
final class Http2Transport implements Transport {
    private static final int MOST_ADDRESSES = 8;

    private final ExtenderSettings settings;
    private final TlsSource tls;
    private final Resolver resolver;
    private final Ticker ticker;
    private final int enoughOfAnError;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Http2Connection> connections = new HashMap<>();
    private @Nullable Http2Engine engine;
    private boolean closed;

    /** @param enoughOfAnError bytes of an answer that is not 200 */
    Http2Transport(ExtenderSettings settings, TlsSource tls, Resolver resolver, Ticker ticker, int enoughOfAnError) {
        this.settings = settings;
        this.tls = tls;
        this.resolver = resolver;
        this.ticker = ticker;
        this.enoughOfAnError = enoughOfAnError;
    }

    @Override
    public Reply exchange(Request request, Flight flight) throws IOException, HttpException, InterruptedException {
        Http2Connection first = take(request.endpoint(), flight);
        boolean kept = first.hasServed();
        try {
            return on(first, request, flight);
        } catch (ConnectionClosedException closedByPeer) {
            boolean notTaken = closedByPeer instanceof RequestNotExecutedException;
            boolean harmless = notTaken || (kept && request.repeatable());
            if (!harmless || flight.phase() == Phase.READING || flight.isOver() || flight.isShut()) {
                throw closedByPeer;
            }
        }
        // The peer gave up a connection it had no more use for, just when we took it.
        return on(take(request.endpoint(), flight), request, flight);
    }

    /** Makes the exchange and leaves the connection. */
    private Reply on(Http2Connection connection, Request request, Flight flight)
            throws IOException, HttpException, InterruptedException {
        long began = ticker.nanos();
        Http2Answer answer = new Http2Answer(
                flight, settings.limits().answerBytes(), enoughOfAnError, () -> connection.sign(ticker.nanos()));
        ComplexCancellable stream = new ComplexCancellable();
        try {
            flight.enter(Phase.CONNECTING);
            IOSession session = opened(connection, flight);
            flight.enter(Phase.SENDING);
            connection.expect(answer);
            flight.attach(() -> answer.failed(new DeadlinePassed()));
            send(session, request, flight, answer, stream);
            return answer.arrived().get(Math.max(0, flight.remaining()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            retireUnlessAlive(connection, began);
            return answer.incompleteError().orElseThrow(DeadlinePassed::new);
        } catch (DeadlinePassed late) {
            retireUnlessAlive(connection, began);
            throw late;
        } catch (ExecutionException failed) {
            return afterFailure(failed.getCause(), connection, answer, began);
        } finally {
            answer.stop();
            if (!answer.hasEnded()) {
                stream.cancel();
            }
            connection.forget(answer);
            connection.leave(ticker.nanos());
        }
    }

    private static IOSession opened(Http2Connection connection, Flight flight)
            throws IOException, ExecutionException, InterruptedException {
        try {
            return flight.await(connection.session());
        } finally {
            flight.enter(connection.opening());
        }
    }

    private static void send(
            IOSession session, Request request, Flight flight, Http2Answer answer, ComplexCancellable stream)
            throws IOException {
        BasicClientExchangeHandler<Boolean> handler = new BasicClientExchangeHandler<>(
                new Http2Request(request, flight), answer, new Http2Answer.Failing(answer));
        session.enqueue(
                new RequestExecutionCommand(handler, null, stream, HttpCoreContext.create()), Command.Priority.NORMAL);
        if (!session.isOpen()) {
            answer.failed(new RequestNotExecutedException());
        }
    }

    private Reply afterFailure(@Nullable Throwable cause, Http2Connection connection, Http2Answer answer, long began)
            throws IOException, HttpException {
        if (cause instanceof DeadlinePassed late) {
            retireUnlessAlive(connection, began);
            return answer.incompleteError().orElseThrow(() -> late);
        }
        boolean thisStreamAlone = cause instanceof TooMuch || cause instanceof H2StreamResetException;
        if (!thisStreamAlone) {
            connection.retire();
        }
        if (cause instanceof IOException broken) {
            throw broken;
        }
        if (cause instanceof HttpException notHttp) {
            throw notHttp;
        }
        throw new ProtocolException("an answer that the protocol does not know (" + cause + ")");
    }

    private static void retireUnlessAlive(Http2Connection connection, long since) {
        if (!connection.wasAliveSince(since)) {
            connection.retire();
        }
    }

    /** A connection that the call has entered, open or being opened. */
    private Http2Connection take(Endpoint endpoint, Flight flight) throws IOException, InterruptedException {
        String route = Http1Connector.route(endpoint);
        Optional<Http2Connection> kept = kept(route);
        if (kept.isPresent()) {
            return kept.get();
        }
        // Looked up for each connection, so that it goes where the name leads now.
        flight.enter(Phase.RESOLVING);
        List<InetAddress> all = resolver.resolve(endpoint.bareHost(), flight);
        List<InetAddress> addresses = List.copyOf(all.subList(0, Math.min(MOST_ADDRESSES, all.size())));
        Optional<TlsContext> context = endpoint.tls() ? Optional.of(tls.context()) : Optional.empty();
        lock.lock();
        try {
            kept = kept(route);
            if (kept.isPresent()) {
                return kept.get();
            }
            if (closed) {
                throw new IOException("the client is closed");
            }
            makeRoom();
            Http2Connection fresh = new Http2Connection(endpoint);
            fresh.enter();
            connections.put(route, fresh);
            engine().open(fresh, addresses, context, flight.remaining());
            return fresh;
        } finally {
            lock.unlock();
        }
    }

    private Optional<Http2Connection> kept(String route) {
        lock.lock();
        try {
            Http2Connection connection = connections.get(route);
            if (connection == null) {
                return Optional.empty();
            }
            if (connection.enter()) {
                return Optional.of(connection);
            }
            connections.remove(route);
            connection.retire();
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** As many connections as there can be calls at once; the one longest unused goes first. */
    private void makeRoom() {
        if (connections.size() < settings.bulkhead().inFlight()) {
            return;
        }
        connections.entrySet().stream()
                .filter(entry -> entry.getValue().idleSince().isPresent())
                .min(Comparator.comparing(entry -> entry.getValue().idleSince().orElse(0L)))
                .map(Map.Entry::getKey)
                .map(connections::remove)
                .ifPresent(Http2Connection::retire);
    }

    private Http2Engine engine() {
        Http2Engine current = engine;
        if (current == null || !current.isRunning()) {
            current = new Http2Engine(settings);
            engine = current;
        }
        return current;
    }

    @Override
    public long evictIdle(long now) {
        long idle = Times.nanos(settings.idle());
        long next = Long.MAX_VALUE;
        List<Http2Connection> old = new ArrayList<>();
        lock.lock();
        try {
            var each = connections.values().iterator();
            while (each.hasNext()) {
                Http2Connection connection = each.next();
                Optional<Long> since = connection.idleSince();
                if (since.isPresent()) {
                    long left = since.get() + idle - now;
                    if (left <= 0) {
                        each.remove();
                        old.add(connection);
                    } else {
                        next = Math.min(next, left);
                    }
                }
            }
        } finally {
            lock.unlock();
        }
        old.forEach(Http2Connection::retire);
        return next;
    }

    @Override
    public void close() {
        List<Http2Connection> all;
        Http2Engine current;
        lock.lock();
        try {
            closed = true;
            all = List.copyOf(connections.values());
            connections.clear();
            current = engine;
            engine = null;
        } finally {
            lock.unlock();
        }
        all.forEach(Http2Connection::close);
        if (current != null) {
            current.close();
        }
    }
}
