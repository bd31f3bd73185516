package io.tender.extender.client;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.reactor.IOSession;

/**
 * A connection that calls share. One call's failure is its own: a connection under suspicion gets no new calls, and is
 * closed when the last of its calls has left. Closing it ends whatever still waits for it.
 */
final class Http2Connection {
    private final Endpoint endpoint;
    private final CompletableFuture<IOSession> session = new CompletableFuture<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Http2Answer> waiting = new HashSet<>();
    private final List<Runnable> closing = new ArrayList<>();
    private int calls;
    private boolean retired;
    private boolean closed;
    private long idleSince;
    private volatile Phase opening = Phase.CONNECTING;
    private volatile boolean anySign;
    private volatile long lastSign;

    Http2Connection(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** Completes when requests can be sent. */
    CompletableFuture<IOSession> session() {
        return session;
    }

    /** How far it is with being opened. */
    Phase opening() {
        return opening;
    }

    void shakesHands() {
        opening = Phase.HANDSHAKING;
    }

    void opened(IOSession open) {
        session.complete(open);
    }

    void broken(Exception cause) {
        session.completeExceptionally(cause);
        retire();
    }

    /** It ended, and with it whatever waits for an answer on it. */
    void lost(Exception cause) {
        List<Http2Answer> left;
        lock.lock();
        try {
            retired = true;
            left = List.copyOf(waiting);
        } finally {
            lock.unlock();
        }
        session.completeExceptionally(cause);
        left.forEach(answer -> answer.failed(cause));
        retire();
    }

    /** The peer has shown that it is alive. */
    void sign(long now) {
        lastSign = now;
        anySign = true;
    }

    boolean wasAliveSince(long then) {
        return anySign && lastSign - then >= 0;
    }

    /** Whether an earlier call got an answer here. */
    boolean hasServed() {
        return anySign;
    }

    /** One more call; false when it takes none any more. */
    boolean enter() {
        lock.lock();
        try {
            boolean gone = session.isCompletedExceptionally()
                    || (session.isDone() && !session.join().isOpen());
            if (retired || gone) {
                return false;
            }
            calls++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    void leave(long now) {
        boolean last;
        lock.lock();
        try {
            calls--;
            idleSince = now;
            last = retired && calls == 0;
        } finally {
            lock.unlock();
        }
        if (last) {
            close();
        }
    }

    /** It takes no more calls. */
    void retire() {
        boolean unused;
        lock.lock();
        try {
            retired = true;
            unused = calls == 0;
        } finally {
            lock.unlock();
        }
        if (unused) {
            close();
        }
    }

    /** Since when nobody uses it, if so. */
    Optional<Long> idleSince() {
        lock.lock();
        try {
            return calls == 0 ? Optional.of(idleSince) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** The answer is failed when the connection is closed before it has come. */
    void expect(Http2Answer answer) {
        boolean tooLate;
        lock.lock();
        try {
            waiting.add(answer);
            tooLate = closed;
        } finally {
            lock.unlock();
        }
        if (tooLate) {
            answer.failed(givenUp());
        }
    }

    void forget(Http2Answer answer) {
        lock.lock();
        try {
            waiting.remove(answer);
        } finally {
            lock.unlock();
        }
    }

    /** Done when this is closed; at once, if it is. */
    void onClosing(Runnable step) {
        boolean now;
        lock.lock();
        try {
            now = closed;
            closing.add(step);
        } finally {
            lock.unlock();
        }
        if (now) {
            step.run();
        }
    }

    void close() {
        List<Runnable> steps;
        List<Http2Answer> left;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            retired = true;
            steps = List.copyOf(closing);
            left = List.copyOf(waiting);
        } finally {
            lock.unlock();
        }
        session.completeExceptionally(givenUp());
        left.forEach(answer -> answer.failed(givenUp()));
        steps.forEach(Runnable::run);
    }

    private static ConnectionClosedException givenUp() {
        return new ConnectionClosedException("The connection was given up");
    }
}
