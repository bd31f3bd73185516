package io.tender.daemon.cluster.simulated;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Time as it passes, on one thread. */
public final class RealTimers implements Timers {
    private static final Logger LOG = LoggerFactory.getLogger(RealTimers.class);

    /** More than any run, and little enough to count in nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final InstantSource clock;
    private final ScheduledThreadPoolExecutor thread;

    public RealTimers(InstantSource clock) {
        this.clock = clock;
        thread = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().name("tender-simulated-agents").daemon().factory());
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public void after(Duration delay, Runnable happening) {
        long nanos = (delay.compareTo(LONGEST) > 0 ? LONGEST : delay).toNanos();
        try {
            var unused = thread.schedule(() -> guarded(happening), nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("the simulated agents are closed");
        }
    }

    private static void guarded(Runnable happening) {
        try {
            happening.run();
        } catch (RuntimeException e) {
            LOG.error("the simulated agents made a mistake; they go on", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
