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
import java.util.concurrent.atomic.AtomicReference;
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
        } catch (RuntimeException | Error failed) {
            LOG.warn("a plugin of batch sessions that is no longer needed did not close", failed);
        }
    }

    @Override
    public void run(Snapshot snapshot, Cycle cycle, Consumer<SessionResult> done) {
        try {
            thread.execute(() -> session(snapshot, cycle, done));
        } catch (RejectedExecutionException ending) {
            throw new IllegalStateException("no more sessions: the daemon is stopping", ending);
        }
    }

    /** Whatever happens, the scheduler hears of the end: it holds no other session before, so batch work would end for good. */
    private void session(Snapshot snapshot, Cycle cycle, Consumer<SessionResult> done) {
        AtomicReference<SessionResult> result = new AtomicReference<>(nothing(cycle));
        try {
            attempt(cycle, "its trace does not begin", () -> traces.sessionBegins(cycle.id()));
            // Deciding nothing is safe, and another session comes.
            attempt(
                    cycle,
                    "nothing comes of it",
                    () -> took.record(() -> result.set(engine.get().run(snapshot, cycle))));
            attempt(cycle, "its trace does not end", () -> traces.sessionEnded(result.get()));
            attempt(cycle, "its decisions are not logged", () -> Decisions.session(result.get()));
        } finally {
            host.enqueue(() -> done.accept(result.get()));
        }
    }

    /** Errors too: plugins run out of memory or stack, and assert things. */
    private void attempt(Cycle cycle, String otherwise, Runnable work) {
        try {
            work.run();
        } catch (Throwable failed) {
            broken.increment();
            LOG.error("session {} broke off: {}", cycle.id(), otherwise, failed);
        }
    }

    private static SessionResult nothing(Cycle cycle) {
        return new SessionResult(
                cycle, List.of(), new Explanations(), new TreeMap<>(), List.of(), Ignored.NOTHING, false);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
