package io.tender.extender.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that tests move, or that moves when somebody pauses. */
final class ManualTime implements Ticker, InstantSource, Pause {
    private final AtomicLong nanos = new AtomicLong(1_000);
    private final List<Duration> pauses = new ArrayList<>();

    @Override
    public long nanos() {
        return nanos.get();
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(nanos.get());
    }

    void pass(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }

    @Override
    public void pause(Duration duration) {
        pauses.add(duration);
        pass(duration);
    }

    List<Duration> pauses() {
        return pauses;
    }
}
