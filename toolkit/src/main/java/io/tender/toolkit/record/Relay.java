package io.tender.toolkit.record;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** One connection of a scheduler and the one that was opened for it. Each direction has a thread that copies. */
final class Relay {
    /** A body of a megabyte passes in a few pieces: each costs two calls of the system, and wakes whoever waits for it. */
    private static final int BUFFER = 1 << 18;

    private final Socket scheduler;
    private final Socket extender;
    private final Pool<ByteBuffer> buffers;
    private final Watched watched;
    private final Duration silence;
    private final AtomicInteger running = new AtomicInteger(2);
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean broken;
    /** Whether one side has ended. */
    private volatile boolean half;
    /** When something passed, since one side has ended. */
    private volatile long passedNanos;

    /**
     * @param buffers of {@link #buffers(long)}
     * @param silence for how long nothing may pass once one side has ended
     */
    Relay(Socket scheduler, Socket extender, Pool<ByteBuffer> buffers, Watched watched, Duration silence) {
        this.scheduler = scheduler;
        this.extender = extender;
        this.buffers = buffers;
        this.watched = watched;
        this.silence = silence;
    }

    /**
     * For many connections: memory outside of the heap, which the system reads and writes without a copy.
     *
     * @param mostFree bytes that wait to be used again
     */
    static Pool<ByteBuffer> buffers(long mostFree) {
        return new Pool<>((int) (mostFree / BUFFER), () -> ByteBuffer.allocateDirect(BUFFER));
    }

    /** Returns when the connection is over. */
    void run(String name) {
        // Threads of the system wake up on a socket sooner than virtual ones, and every microsecond here is a
        // scheduler's.
        Thread.ofPlatform()
                .name("tender-record-answers-" + name)
                .daemon(true)
                .start(() -> copy(extender, scheduler, Side.EXTENDER));
        copy(scheduler, extender, Side.SCHEDULER);
    }

    private void copy(Socket from, Socket to, Side side) {
        try {
            copyAll(from, to, side);
        } catch (RuntimeException | Error unforeseen) {
            abort();
            throw unforeseen;
        } finally {
            passedNanos = System.nanoTime();
            half = true;
            watched.ended(side);
            if (running.decrementAndGet() == 0) {
                finish();
            } else {
                awaitOther();
            }
        }
    }

    /** Whoever ended its half may be gone for good, and the other may never notice. */
    private void awaitOther() {
        try {
            long left = silence.toNanos();
            while (left > 0 && !over.await(left, TimeUnit.NANOSECONDS)) {
                left = silence.toNanos() - (System.nanoTime() - passedNanos);
            }
            if (left <= 0) {
                abort();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            abort();
        }
    }

    private void copyAll(Socket from, Socket to, Side side) {
        try {
            copyAll(Sockets.channel(from), Sockets.channel(to), to, side);
        } catch (IOException gone) {
            abort();
        }
    }

    /** @throws IOException if nothing can be read any more */
    private void copyAll(ByteChannel in, ByteChannel out, Socket to, Side side) throws IOException {
        Loan loan = new Loan(buffers);
        try {
            while (in.read(loan.buffer().clear()) >= 0) {
                loan.buffer().flip();
                // Before it goes on, lest the answer be seen before its question.
                boolean lent = watched.saw(side, loan);
                if (half) {
                    passedNanos = System.nanoTime();
                }
                try {
                    while (loan.buffer().hasRemaining()) {
                        out.write(loan.buffer());
                    }
                } catch (IOException gone) {
                    // What the other side has said already may still be on its way here, and is let through.
                    broken = true;
                    return;
                }
                if (lent) {
                    loan.letGo();
                    loan = new Loan(buffers);
                }
            }
        } finally {
            loan.letGo();
        }
        endOutput(to);
    }

    /** Half of the connection is closed, the other half goes on. */
    private void endOutput(Socket to) {
        try {
            to.shutdownOutput();
        } catch (IOException | UnsupportedOperationException gone) {
            broken = true;
        }
    }

    /** One side reset the connection: so do we, on the other. */
    private void abort() {
        broken = true;
        Sockets.reset(scheduler);
        Sockets.reset(extender);
    }

    private void finish() {
        if (broken) {
            abort();
        } else {
            Sockets.close(scheduler);
            Sockets.close(extender);
        }
        over.countDown();
    }

    /** Ends it from outside. */
    void end() {
        Sockets.close(scheduler);
        Sockets.close(extender);
    }
}
