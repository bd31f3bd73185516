package io.tender.testkit.batch;

import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.Cycle;
import io.tender.core.batch.SessionResult;
import io.tender.core.batch.Snapshot;
import io.tender.core.batch.framework.Sessions;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Sessions whose result comes some time after their snapshot was taken, as if another thread had been busy with it: what
 * they counted on may be gone by then.
 */
final class SlowSessions implements Sessions {
    private final Supplier<BatchEngine> engine;
    private final ManualHost host;
    private final Supplier<Duration> takes;

    SlowSessions(Supplier<BatchEngine> engine, ManualHost host, Supplier<Duration> takes) {
        this.engine = engine;
        this.host = host;
        this.takes = takes;
    }

    @Override
    public void run(Snapshot snapshot, Cycle cycle, Consumer<SessionResult> done) {
        SessionResult result = engine.get().run(snapshot, cycle);
        host.after(takes.get(), () -> done.accept(result));
    }
}
