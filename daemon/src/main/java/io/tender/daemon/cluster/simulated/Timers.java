package io.tender.daemon.cluster.simulated;

import java.time.Duration;
import java.time.Instant;

/** Time, and what is to happen in it, one thing after the other. A simulator brings one that does not wait. */
public interface Timers extends AutoCloseable {
    Instant now();

    /** Does it once so much time has passed, after whatever was due before. */
    void after(Duration delay, Runnable happening);

    /** Nothing more happens. */
    @Override
    void close();
}
