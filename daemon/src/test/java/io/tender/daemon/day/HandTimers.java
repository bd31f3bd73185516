package io.tender.daemon.day;

import io.tender.daemon.cluster.simulated.Timers;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.time.Instant;

/** Lets simulated agents live on the clock of a host that is moved by hand. */
record HandTimers(ManualHost host) implements Timers {
    @Override
    public Instant now() {
        return host.now();
    }

    @Override
    public void after(Duration delay, Runnable happening) {
        if (delay.isZero()) {
            host.enqueue(happening);
        } else {
            host.after(delay, happening);
        }
    }

    @Override
    public void close() {}
}
