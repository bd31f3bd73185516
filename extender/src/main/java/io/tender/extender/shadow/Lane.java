package io.tender.extender.shadow;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does one thing after the other, on a thread that exists as long as there is something to do. Whoever gives it work never
 * waits: what finds no room is not taken.
 */
final class Lane implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    private final String name;
    private final Runnable failed;
    private final int mostWaiting;
    private final long mostBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Work> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private Optional<Thread> worker = Optional.empty();
    private boolean closed;

    private record Work(long bytes, Runnable what) {}

    /**
     * @param mostWaiting pieces of work
     * @param mostBytes that all of them hold together
     * @param failed told of each piece of work that threw something
     */
    Lane(String name, int mostWaiting, long mostBytes, Runnable failed) {
        this.failed = failed;
        this.name = name;
        this.mostWaiting = mostWaiting;
        this.mostBytes = mostBytes;
    }

    boolean hasRoom() {
        lock.lock();
        try {
            return !closed && waiting.size() < mostWaiting;
        } finally {
            lock.unlock();
        }
    }

    /** Takes work, or returns false at once. */
    boolean offer(long bytes, Runnable what) {
        lock.lock();
        try {
            if (closed || waiting.size() >= mostWaiting || waitingBytes + bytes > mostBytes) {
                return false;
            }
            waiting.addLast(new Work(bytes, what));
            waitingBytes += bytes;
            startIfNeeded();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void startIfNeeded() {
        if (worker.isEmpty() && !waiting.isEmpty()) {
            worker = Optional.of(Thread.ofVirtual().name(name).start(this::work));
        }
    }

    private void work() {
        boolean done = false;
        try {
            for (Optional<Work> next = next(); next.isPresent(); next = next()) {
                perform(next.get());
            }
            done = true;
        } finally {
            if (!done) {
                replaceWorker();
            }
        }
    }

    private void perform(Work work) {
        try {
            work.what().run();
        } catch (RuntimeException | Error bug) {
            // Whoever only looks on must not be missed, whatever happens to it; an Error too costs this one answer.
            failed.run();
            LOG.warn("{}: an answer could not be compared", name, bug);
        }
    }

    /** If even telling of a failure failed, as for want of memory, what waits is not lost with the thread. */
    private void replaceWorker() {
        lock.lock();
        try {
            worker = Optional.empty();
            startIfNeeded();
        } finally {
            lock.unlock();
        }
    }

    private Optional<Work> next() {
        lock.lock();
        try {
            Optional<Work> next = Optional.ofNullable(waiting.pollFirst());
            next.ifPresent(work -> waitingBytes -= work.bytes());
            if (next.isEmpty()) {
                worker = Optional.empty();
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    int waiting() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing is being done and nothing waits. */
    boolean isIdle() {
        lock.lock();
        try {
            return worker.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Lets go of what waits, and hurries who works. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            waiting.clear();
            waitingBytes = 0;
            worker.ifPresent(Thread::interrupt);
        } finally {
            lock.unlock();
        }
    }
}
