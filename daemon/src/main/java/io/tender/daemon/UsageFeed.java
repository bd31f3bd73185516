package io.tender.daemon;

import io.tender.core.batch.framework.BatchScheduler;
import io.tender.daemon.cluster.Cluster;
import io.tender.spi.AllocatorHost;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the batch scheduler every now and then how busy agents are, while somebody there wants to know. Nothing of it is kept. */
final class UsageFeed implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UsageFeed.class);

    /** Plugins believe a measurement for minutes; more often would only make them think again. */
    private static final Duration EVERY = Duration.ofSeconds(15);

    private final List<Cluster> clusters;
    private final AllocatorHost host;
    private final BatchScheduler scheduler;
    private final BooleanSupplier wanted;
    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("tender-usage").daemon().factory());

    /** @param wanted whether anybody wants to know; asked each time, from another thread */
    UsageFeed(List<Cluster> clusters, AllocatorHost host, BatchScheduler scheduler, BooleanSupplier wanted) {
        this.clusters = List.copyOf(clusters);
        this.host = host;
        this.scheduler = scheduler;
        this.wanted = wanted;
    }

    /** To be called when the agents have been started. */
    void start() {
        var unused = thread.scheduleWithFixedDelay(this::look, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            if (wanted.getAsBoolean()) {
                clusters.forEach(cluster -> cluster.measure(usage -> host.enqueue(() -> scheduler.measured(usage))));
            }
        } catch (RuntimeException failed) {
            // An executor forgets a job that throws, and this one would never be done again.
            LOG.warn("how busy agents are was not found out", failed);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
