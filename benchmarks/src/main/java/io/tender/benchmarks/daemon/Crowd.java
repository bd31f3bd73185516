package io.tender.benchmarks.daemon;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** All frameworks of one daemon. */
final class Crowd implements AutoCloseable {
    private static final int ROLES = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final List<LoadFramework> frameworks = new ArrayList<>();
    private final AtomicReference<Optional<Throwable>> failure = new AtomicReference<>(Optional.empty());
    private volatile Window window = new Window();

    /**
     * Subscribes all of them. Only then does the first give back what it was offered while it was alone: passed on from each to
     * the next, every agent would be offered as often as there are frameworks.
     *
     * @param agents divided evenly among them
     */
    Crowd(URI daemon, int count, int agents) throws IOException {
        for (int i = 0; i < count; i++) {
            frameworks.add(new LoadFramework(
                    daemon,
                    "load-" + i,
                    "role-" + i % ROLES,
                    () -> window,
                    failed -> failure.updateAndGet(known -> known.isPresent() ? known : Optional.of(failed))));
        }
        for (LoadFramework framework : frameworks) {
            framework.awaitSubscribed();
        }
        frameworks.forEach(framework -> framework.hold(Math.max(1, agents / count)));
    }

    /** Waits until something is so; what has failed meanwhile is thrown here. */
    void await(String what, BooleanSupplier so) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!so.getAsBoolean()) {
            check();
            if (System.nanoTime() > end) {
                throw new IllegalStateException("waited " + PATIENCE.toSeconds() + " s in vain until " + what);
            }
            LockSupport.parkNanos(2_000_000);
        }
    }

    void check() {
        failure.get().ifPresent(failed -> {
            throw new IllegalStateException("a framework failed: " + failed.getMessage(), failed);
        });
    }

    void awaitOffers() {
        await("every framework has an offer", () -> frameworks.stream().allMatch(it -> it.offers() > 0));
    }

    /** Each framework runs so many tasks at a time; zero lets those that run be the last, and waits for them. */
    void keep(int tasks) {
        frameworks.forEach(framework -> framework.keep(tasks));
        if (tasks == 0) {
            awaitQuiet();
        }
    }

    private void awaitQuiet() {
        await("all tasks have ended", () -> frameworks.stream().allMatch(it -> it.inFlight() == 0));
    }

    /** Has frameworks want tasks at an even pace, whether or not earlier ones have been launched. */
    void pace(int perSecond, Duration length) {
        long begun = System.nanoTime();
        long count = Math.round(perSecond * (length.toNanos() / 1e9));
        for (long i = 0; i < count; i++) {
            long due = begun + Math.round(i * 1e9 / perSecond);
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(Math.max(1, due - System.nanoTime()));
            }
            frameworks.get((int) (i % frameworks.size())).want();
        }
        check();
    }

    void drain() {
        awaitQuiet();
    }

    /** Lets others have everything. */
    void rest() {
        frameworks.forEach(LoadFramework::rest);
    }

    /** Has what follows be counted anew; what was counted so far is returned. */
    Window next() {
        Window before = window;
        window = new Window();
        return before;
    }

    @Override
    public void close() throws IOException {
        for (LoadFramework framework : frameworks) {
            framework.close();
        }
    }
}
