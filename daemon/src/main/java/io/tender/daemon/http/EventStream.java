package io.tender.daemon.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Events on their way to one listener: written by the thread that answers the request, in order, with heartbeats between
 * them. A listener that reads too slowly loses its connection, not our memory.
 */
public final class EventStream {
    /** Put into bytes at once: enough for a good write, little beside what waits, as nobody knows how long the write takes. */
    static final int AT_ONCE_BYTES = 256 << 10;

    private final long mostBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final ArrayDeque<Event> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private Optional<String> end = Optional.empty();
    private Optional<Thread> writer = Optional.empty();

    /** Something to be told. */
    public interface Event {
        /** What it will take; a guess will do. */
        int aboutBytes();

        /** Puts it into bytes; asked on the thread that writes, since whoever tells many must not be held up. */
        byte[] bytes();
    }

    /** What is in bytes already. */
    private static final class Encoded implements Event {
        private final byte[] bytes;

        Encoded(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public int aboutBytes() {
            return bytes.length;
        }

        @Override
        public byte[] bytes() {
            return bytes;
        }
    }

    /** @param mostBytes how much may wait to be written before the listener counts as too slow */
    public EventStream(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** As {@link #send(Event)}, with an event that is encoded already. */
    public boolean send(byte[] event) {
        return send(new Encoded(event));
    }

    /** Queues an event. Never waits. False if the stream has ended, or ends now because too much waits. */
    public boolean send(Event event) {
        lock.lock();
        try {
            if (end.isPresent()) {
                return false;
            }
            if (waitingBytes + event.aboutBytes() > mostBytes && !waiting.isEmpty()) {
                waiting.clear();
                waitingBytes = 0;
                finish("it read too slowly: more than " + mostBytes + " bytes were waiting");
                // Who does not read at all would have its writer wait for ever; an interrupt closes the socket.
                writer.ifPresent(Thread::interrupt);
                return false;
            }
            waiting.add(event);
            waitingBytes += event.aboutBytes();
            news.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the stream once what waits is written. */
    public void close(String why) {
        lock.lock();
        try {
            finish(why);
        } finally {
            lock.unlock();
        }
    }

    private void finish(String why) {
        if (end.isEmpty()) {
            end = Optional.of(why);
        }
        news.signal();
    }

    public boolean isClosed() {
        lock.lock();
        try {
            return end.isPresent();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Writes until the stream ends or the listener is gone, and says why it ended. To be called once, on a virtual thread.
     *
     * @param beat how long nothing may be written before a heartbeat is
     */
    public String write(OutputStream out, Duration beat, Supplier<byte[]> heartbeat) throws InterruptedException {
        writtenBy(Optional.of(Thread.currentThread()));
        try {
            while (true) {
                Optional<byte[]> next = next(beat);
                if (next.isPresent()) {
                    out.write(next.get());
                } else if (isClosed()) {
                    return reason();
                } else {
                    out.write(heartbeat.get());
                }
                out.flush();
            }
        } catch (IOException gone) {
            close("the listener is gone: " + gone.getMessage());
            return reason();
        } finally {
            writtenBy(Optional.empty());
        }
    }

    private void writtenBy(Optional<Thread> writing) {
        lock.lock();
        try {
            writer = writing;
        } finally {
            lock.unlock();
        }
    }

    /** Why it ended; empty while it has not. */
    public String reason() {
        lock.lock();
        try {
            return end.orElse("");
        } finally {
            lock.unlock();
        }
    }

    /** What waits, or the first of it, joined into one write; empty when the time is over or the stream is. */
    private Optional<byte[]> next(Duration atMost) throws InterruptedException {
        List<Event> taken = take(atMost);
        if (taken.isEmpty()) {
            return Optional.empty();
        }
        if (taken.size() == 1) {
            return Optional.of(taken.getFirst().bytes());
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        taken.forEach(event -> all.writeBytes(event.bytes()));
        return Optional.of(all.toByteArray());
    }

    private List<Event> take(Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            long left = atMost.toNanos();
            while (waiting.isEmpty() && end.isEmpty() && left > 0) {
                left = news.awaitNanos(Math.min(left, TimeUnit.HOURS.toNanos(1)));
            }
            List<Event> taken = new ArrayList<>();
            long bytes = 0;
            while (!waiting.isEmpty() && bytes < AT_ONCE_BYTES) {
                Event next = waiting.remove();
                bytes += next.aboutBytes();
                taken.add(next);
            }
            waitingBytes -= bytes;
            return taken;
        } finally {
            lock.unlock();
        }
    }
}
