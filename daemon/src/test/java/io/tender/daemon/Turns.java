package io.tender.daemon;

import io.tender.spi.AllocatorHost;
import io.tender.spi.Chance;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Turns that wait to be taken by the test. */
final class Turns implements AllocatorHost {
    final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();

    @Override
    public Instant now() {
        return Instant.EPOCH;
    }

    @Override
    public void enqueue(Runnable turn) {
        waiting.add(turn);
    }

    @Override
    public void after(Duration delay, Runnable turn) {
        throw new IllegalStateException("nothing is planned here");
    }

    @Override
    public Chance chance() {
        return Chance.seeded(1);
    }

    @Override
    public long stopwatch() {
        return 0;
    }
}
