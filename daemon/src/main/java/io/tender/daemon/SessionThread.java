package io.tender.daemon;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.Cycle;
import io.tender.core.batch.Explanations;
import io.tender.core.batch.Ignored;
import io.tender.core.batch.SessionResult;
import io.tender.core.batch.Snapshot;
import io.tender.core.batch.framework.Sessions;
import io.tender.daemon.trace.JobTraces;
import io.tender.daemon.work.Decisions;
import io.tender.spi.AllocatorHost;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs batch sessions beside the master, since their plugins may wait for extenders. */
final class SessionThread implements Sessions, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SessionThread.class);

    private final AllocatorHost host;
    private final Supplier<BatchEngine> engine;
    private final JobTraces traces;
    private final Timer took;
    private final Counter broken;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("tender-sessions").daemon(true).factory());

    /** @param engine asked on this thread, before each session */
    SessionThread(AllocatorHost host, Supplier<BatchEngine> engine, JobTraces traces, MeterRegistry registry) {
        this.host = host;
        this.took = Timer.builder("tender.batch.session")
                .description("sessions of the batch scheduler, with what extenders took")
                .publishPercentiles(0.5, 0.99)
                .register(registry);
        this.broken = Counter.builder("tender.batch.session.failures")
                .description("sessions that broke off")
                .register(registry);
        this.engine = engine;
        this.traces = traces;
    }

    /** Does something after the session under way and before the next one; false if there is none any more. */
    boolean between(Runnable work) {
        try {
            thread.execute(() -> guarded(work));
            return true;
        } catch (RejectedExecutionException ending) {
            return false;
        }
    }

    private static void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | LinkageError failed) {
            LOG.warn("a plugin of batch sessions that is no longer needed did not close", failed);
        }
    }

    @Override
    public void run(Snapshot snapshot, Cycle cycle, Consumer<SessionResult> done) {
        try {
            thread.execute(() -> {
                traces.sessionBegins(cycle.id());
                SessionResult result = took.record(() -> session(snapshot, cycle));
                traces.sessionEnded(result);
                Decisions.session(result);
                host.enqueue(() -> done.accept(result));
            });
        } catch (RejectedExecutionException ending) {
            throw new IllegalStateException("no more sessions: the daemon is stopping", ending);
        }
    }

    private SessionResult session(Snapshot snapshot, Cycle cycle) {
        try {
            return engine.get().run(snapshot, cycle);
        } catch (RuntimeException | LinkageError failed) {
            // Deciding nothing is safe, and another session comes; never answering would end batch work for good.
            broken.increment();
            LOG.error("session {} broke off, nothing comes of it", cycle.id(), failed);
            return new SessionResult(cycle, List.of(), new Explanations(), new TreeMap<>(), List.of(), Ignored.NOTHING);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
