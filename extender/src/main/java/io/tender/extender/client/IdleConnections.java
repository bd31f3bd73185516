package io.tender.extender.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Connections kept for the next call. The last one used is taken first, so that those beyond the need grow old and go.
 * Calls never wait here: the bulkhead bounds how many there can be.
 */
final class IdleConnections {
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    /** Newest first. */
    private final ArrayDeque<Http1Connection> idle = new ArrayDeque<>();

    private boolean closed;

    IdleConnections(int most) {
        this.most = most;
    }

    Optional<Http1Connection> take(String route, long now) {
        lock.lock();
        try {
            Iterator<Http1Connection> each = idle.iterator();
            while (each.hasNext()) {
                Http1Connection connection = each.next();
                if (connection.route().equals(route) && connection.idleUntil() - now > 0) {
                    each.remove();
                    return Optional.of(connection);
                }
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    void keep(Http1Connection connection) {
        Optional<Http1Connection> tooMany = Optional.of(connection);
        lock.lock();
        try {
            if (!closed) {
                idle.addFirst(connection);
                tooMany = idle.size() > most ? Optional.of(idle.removeLast()) : Optional.empty();
            }
        } finally {
            lock.unlock();
        }
        tooMany.ifPresent(Http1Connection::sever);
    }

    /** Closes what is too old; says in how many nanoseconds the next one will be. */
    long evict(long now) {
        List<Http1Connection> old = new ArrayList<>();
        long next = Long.MAX_VALUE;
        lock.lock();
        try {
            Iterator<Http1Connection> each = idle.iterator();
            while (each.hasNext()) {
                Http1Connection connection = each.next();
                long left = connection.idleUntil() - now;
                if (left <= 0) {
                    each.remove();
                    old.add(connection);
                } else {
                    next = Math.min(next, left);
                }
            }
        } finally {
            lock.unlock();
        }
        old.forEach(Http1Connection::sever);
        return next;
    }

    void close() {
        List<Http1Connection> all;
        lock.lock();
        try {
            closed = true;
            all = List.copyOf(idle);
            idle.clear();
        } finally {
            lock.unlock();
        }
        all.forEach(Http1Connection::sever);
    }
}
