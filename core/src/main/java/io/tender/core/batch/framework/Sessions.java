package io.tender.core.batch.framework;

import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.Cycle;
import io.tender.core.batch.SessionResult;
import io.tender.core.batch.Snapshot;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs sessions for a scheduler: at once, or on another thread while the scheduler goes on listening. The result is handed
 * over on one of the scheduler's own turns, once.
 */
@FunctionalInterface
public interface Sessions {
    void run(Snapshot snapshot, Cycle cycle, Consumer<SessionResult> done);

    /** Runs them at once, which suits plugins that never wait. */
    static Sessions atOnce(Supplier<BatchEngine> engine) {
        return (snapshot, cycle, done) -> done.accept(engine.get().run(snapshot, cycle));
    }
}
