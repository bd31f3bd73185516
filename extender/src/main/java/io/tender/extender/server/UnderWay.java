package io.tender.extender.server;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts answers under way, so that a server that stops can wait for them. */
final class UnderWay {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition done = lock.newCondition();
    private int count;
    private boolean closed;

    /** Whether one more may begin. */
    boolean enter() {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            count++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    void leave() {
        lock.lock();
        try {
            count--;
            if (count == 0) {
                done.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Lets nobody begin any more, waits, and says how many are still under way. */
    int close(Duration patience) {
        lock.lock();
        try {
            closed = true;
            long left = patience.toNanos();
            while (count > 0 && left > 0) {
                left = done.awaitNanos(left);
            }
            return count;
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return count;
        } finally {
            lock.unlock();
        }
    }
}
