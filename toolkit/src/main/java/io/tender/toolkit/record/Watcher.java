package io.tender.toolkit.record;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The one thread that reads HTTP out of what passed by. Bytes wait for it within a bound; beyond, a connection is given up. */
final class Watcher implements AutoCloseable {
    private static final long PATIENCE_AT_CLOSING = 2_000;
    private static final byte[] NOTHING = {};

    /** What happened on a connection, and when. */
    private static final class Seen {
        private final Dialogue dialogue;
        private final Side side;
        private final byte[] bytes;
        private final Kind kind;
        private final long nanos = System.nanoTime();

        /** @param bytes nothing when that side has ended */
        Seen(Dialogue dialogue, Side side, byte[] bytes, Kind kind) {
            this.dialogue = dialogue;
            this.side = side;
            this.bytes = bytes;
            this.kind = kind;
        }
    }

    private enum Kind {
        BYTES,
        END,
        GAP
    }

    private final long mostWaiting;
    private final Consumer<String> trouble;
    private final ConcurrentLinkedQueue<Seen> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicBoolean asleep = new AtomicBoolean();
    private final Thread thread;
    private volatile boolean closed;

    /**
     * @param mostWaiting bytes that may wait to be read
     * @param trouble told in a line when a connection cannot be read for a reason that nobody thought of
     */
    Watcher(long mostWaiting, Consumer<String> trouble) {
        this.mostWaiting = mostWaiting;
        this.trouble = trouble;
        this.thread =
                Thread.ofPlatform().name("tender-record-reader").daemon(true).start(this::run);
    }

    /** Whether there was room for it. */
    boolean offer(Dialogue dialogue, Side side, byte[] bytes) {
        if (waiting.addAndGet(bytes.length) > mostWaiting) {
            waiting.addAndGet(-bytes.length);
            return false;
        }
        add(new Seen(dialogue, side, bytes, Kind.BYTES));
        return true;
    }

    /** Once per connection and side, so these need no bound of their own. */
    void ended(Dialogue dialogue, Side side) {
        add(new Seen(dialogue, side, NOTHING, Kind.END));
    }

    /** Once per connection. */
    void lost(Dialogue dialogue) {
        add(new Seen(dialogue, Side.SCHEDULER, NOTHING, Kind.GAP));
    }

    private void add(Seen seen) {
        queue.add(seen);
        if (asleep.get() && asleep.compareAndSet(true, false)) {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (true) {
            Seen seen = queue.poll();
            if (seen != null) {
                waiting.addAndGet(-seen.bytes.length);
                readOrGiveUp(seen);
            } else if (closed) {
                return;
            } else {
                asleep.set(true);
                // Whoever added something before it saw us asleep does not wake us.
                if (queue.isEmpty() && !closed) {
                    LockSupport.park(this);
                }
                asleep.set(false);
            }
        }
    }

    /** One connection that cannot be read must not end the reading of all others. */
    private void readOrGiveUp(Seen seen) {
        try {
            read(seen);
        } catch (RuntimeException | Error unforeseen) {
            trouble.accept("A connection could not be read and is not recorded any more: " + unforeseen);
            seen.dialogue.giveUp("reading it failed (" + unforeseen + ")");
        }
    }

    private static void read(Seen seen) {
        switch (seen.kind) {
            case BYTES -> seen.dialogue.saw(seen.side, seen.bytes, seen.nanos);
            case END -> seen.dialogue.ended(seen.side, seen.nanos);
            case GAP -> seen.dialogue.giveUp("the reader fell behind by more bytes than may wait");
        }
    }

    /** Reads what is waiting, for a while. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(PATIENCE_AT_CLOSING);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
