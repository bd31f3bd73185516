package io.tender.toolkit.record;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The one thread that reads HTTP out of what passed by. Bytes wait for it within a bound; beyond, a connection is given up. */
final class Watcher implements AutoCloseable {
    private static final long PATIENCE_AT_CLOSING = 2_000;
    /** When nothing has passed for so long, it is quiet. */
    private static final Duration QUIET = Duration.ofMillis(2);
    /** How long what passed may wait for a quiet moment, and how much of it. */
    private static final Duration LONGEST_REST = Duration.ofMillis(50);

    private static final int MOST_AT_REST = 200;
    private static final byte[] NOTHING = {};

    /** A buffer that is still whole, and is to be let go. */
    private record Lent(ByteBuffer bytes, Loan loan) {}

    /** What happened on a connection, and when. */
    private static final class Seen {
        private final Dialogue dialogue;
        private final Side side;
        private final byte[] bytes;
        private final int count;
        private final Kind kind;
        private final Optional<Lent> lent;
        private final long nanos = System.nanoTime();

        /** @param count of the bytes that were seen; none when that side has ended */
        Seen(Dialogue dialogue, Side side, byte[] bytes, int count, Kind kind) {
            this(dialogue, side, bytes, count, kind, Optional.empty());
        }

        Seen(Dialogue dialogue, Side side, Lent lent) {
            this(dialogue, side, NOTHING, lent.bytes.remaining(), Kind.BYTES, Optional.of(lent));
        }

        private Seen(Dialogue dialogue, Side side, byte[] bytes, int count, Kind kind, Optional<Lent> lent) {
            this.dialogue = dialogue;
            this.side = side;
            this.bytes = bytes;
            this.count = count;
            this.kind = kind;
            this.lent = lent;
        }

        /** Bytes of memory that wait with it. */
        long weight() {
            return lent.map(it -> (long) it.bytes.capacity()).orElse((long) bytes.length);
        }
    }

    private enum Kind {
        BYTES,
        END,
        GAP
    }

    private final long mostWaiting;
    private final Blocks blocks;
    private final Consumer<String> trouble;
    private final ConcurrentLinkedQueue<Seen> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicInteger added = new AtomicInteger();
    private final AtomicBoolean asleep = new AtomicBoolean();
    private final Thread thread;
    private volatile boolean closed;

    /**
     * @param mostWaiting bytes of memory for what waits to be read
     * @param blocks where they go afterwards
     * @param trouble told in a line when a connection cannot be read for a reason that nobody thought of
     */
    Watcher(long mostWaiting, Blocks blocks, Consumer<String> trouble) {
        this.mostWaiting = mostWaiting;
        this.blocks = blocks;
        this.trouble = trouble;
        this.thread =
                Thread.ofPlatform().name("tender-record-reader").daemon(true).start(this::run);
    }

    /**
     * Whether there was room for it.
     *
     * @param bytes the watcher's from now on
     */
    boolean offer(Dialogue dialogue, Side side, byte[] bytes, int count) {
        return offer(new Seen(dialogue, side, bytes, count, Kind.BYTES));
    }

    /**
     * Whether there was room for it.
     *
     * @param loan whose bytes these are; the watcher lets go of it, if there was room
     */
    boolean offer(Dialogue dialogue, Side side, ByteBuffer bytes, Loan loan) {
        return offer(new Seen(dialogue, side, new Lent(bytes, loan)));
    }

    private boolean offer(Seen seen) {
        if (waiting.addAndGet(seen.weight()) > mostWaiting) {
            waiting.addAndGet(-seen.weight());
            return false;
        }
        add(seen);
        return true;
    }

    /** Once per connection and side, so these need no bound of their own. */
    void ended(Dialogue dialogue, Side side) {
        add(new Seen(dialogue, side, NOTHING, 0, Kind.END));
    }

    /** Once per connection. */
    void lost(Dialogue dialogue) {
        add(new Seen(dialogue, Side.SCHEDULER, NOTHING, 0, Kind.GAP));
    }

    private void add(Seen seen) {
        queue.add(seen);
        added.incrementAndGet();
        if (asleep.get() && asleep.compareAndSet(true, false)) {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (true) {
            Seen seen = queue.poll();
            if (seen != null) {
                waiting.addAndGet(-seen.weight());
                seen.lent.ifPresentOrElse(lent -> readLent(seen, lent), () -> readOwn(seen, seen.bytes, seen.count));
            } else if (closed) {
                return;
            } else {
                asleep.set(true);
                // Whoever added something before it saw us asleep does not wake us.
                if (queue.isEmpty() && !closed) {
                    LockSupport.park(this);
                }
                asleep.set(false);
                rest();
            }
        }
    }

    /**
     * Traffic comes first, also where there are few processors for it: what passes is read, and then written, in a quiet
     * moment, if one comes soon.
     */
    private void rest() {
        long began = System.nanoTime();
        int first = added.get();
        int last;
        do {
            last = added.get();
            LockSupport.parkNanos(this, QUIET.toNanos());
        } while (!closed
                && added.get() != last
                && added.get() - first < MOST_AT_REST
                && waiting.get() < mostWaiting / 8
                && System.nanoTime() - began < LONGEST_REST.toNanos());
    }

    /** Block by block, as they are kept. */
    private void readLent(Seen seen, Lent lent) {
        while (lent.bytes.hasRemaining()) {
            int count = Math.min(Blocks.BYTES, lent.bytes.remaining());
            byte[] copy = blocks.take(count);
            lent.bytes.get(copy, 0, count);
            readOwn(seen, copy, count);
        }
        lent.loan.letGo();
    }

    private void readOwn(Seen seen, byte[] bytes, int count) {
        if (!readOrGiveUp(seen, bytes, count)) {
            blocks.give(bytes);
        }
    }

    /** Whether its bytes may still be in use. One connection that cannot be read must not end the reading of all others. */
    private boolean readOrGiveUp(Seen seen, byte[] bytes, int count) {
        try {
            return read(seen, bytes, count);
        } catch (RuntimeException | Error unforeseen) {
            trouble.accept("A connection could not be read and is not recorded any more: " + unforeseen);
            seen.dialogue.giveUp("reading it failed (" + unforeseen + ")");
            return true;
        }
    }

    private static boolean read(Seen seen, byte[] bytes, int count) {
        switch (seen.kind) {
            case BYTES -> {
                return seen.dialogue.saw(seen.side, bytes, count, seen.nanos);
            }
            case END -> seen.dialogue.ended(seen.side, seen.nanos);
            case GAP -> seen.dialogue.giveUp("the reader fell behind by more bytes than may wait");
        }
        return false;
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
