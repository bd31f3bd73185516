package io.tender.toolkit.check;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How long anything may take: a call its timeout, everything its deadline. A socket that is still in use when its time is up
 * is closed, which ends connecting, shaking hands, writing and reading alike.
 */
final class Patience implements AutoCloseable {
    private final long timeout;
    private final long end;
    private final ScheduledThreadPoolExecutor closer;

    Patience(Duration timeout, Duration deadline) {
        this.timeout = timeout.toNanos();
        this.end = System.nanoTime() + deadline.toNanos();
        this.closer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("tender-check-patience").factory());
        closer.setRemoveOnCancelPolicy(true);
    }

    Duration timeout() {
        return Duration.ofNanos(timeout);
    }

    /** What a call may take that begins now. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, Math.min(timeout, end - System.nanoTime())));
    }

    boolean isOver() {
        return end - System.nanoTime() <= 0;
    }

    /** Closes the socket when the time of a call is up, unless the watch is over by then. */
    Watch watch(Closeable socket) {
        AtomicBoolean late = new AtomicBoolean();
        Future<?> closing = closer.schedule(
                () -> {
                    late.set(true);
                    try {
                        socket.close();
                    } catch (IOException gone) {
                        // What cannot be closed is closed.
                        late.set(true);
                    }
                },
                left().toNanos(),
                TimeUnit.NANOSECONDS);
        return new Watch(late, closing);
    }

    /** One call under way. */
    record Watch(AtomicBoolean late, Future<?> closing) implements AutoCloseable {
        boolean isLate() {
            return late.get();
        }

        @Override
        public void close() {
            closing.cancel(false);
        }
    }

    @Override
    public void close() {
        closer.shutdownNow();
    }
}
