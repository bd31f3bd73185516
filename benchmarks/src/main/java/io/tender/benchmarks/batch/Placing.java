package io.tender.benchmarks.batch;

import io.tender.benchmarks.measure.Statistics;
import io.tender.benchmarks.workload.WrongOutcome;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.Cycle;
import io.tender.core.batch.Decision;
import io.tender.core.batch.SessionResult;
import io.tender.core.batch.Snapshot;
import io.tender.spi.Chance;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** Runs whole sessions over one snapshot, which places every task each time anew. */
final class Placing {
    private final GangWorkload workload;
    private final Snapshot snapshot;
    private long number;

    Placing(GangWorkload workload) {
        this.workload = workload;
        this.snapshot = workload.cluster().snapshot();
    }

    /** Milliseconds of a session, after warming up for so long; checks that every gang was placed. */
    Statistics measure(Supplier<BatchEngine> engines, Duration warmUp, int runs) {
        try (BatchEngine engine = engines.get()) {
            long end = System.nanoTime() + warmUp.toNanos();
            do {
                run(engine);
            } while (System.nanoTime() < end);
            double[] ms = new double[runs];
            for (int i = 0; i < runs; i++) {
                long start = System.nanoTime();
                run(engine);
                ms[i] = (System.nanoTime() - start) / 1e6;
            }
            return Statistics.of(ms);
        }
    }

    /** One session; all gangs must find their places. */
    SessionResult run(BatchEngine engine) {
        number++;
        SessionResult result =
                engine.run(snapshot, new Cycle("bench-" + number, number, Instant.EPOCH, Chance.seeded(1)));
        if (result.binds().size() != workload.wholeTasks() || !result.faults().isEmpty()) {
            throw new WrongOutcome(
                    "a session over " + workload,
                    workload.wholeTasks() + " tasks placed and no faults",
                    result.binds().size() + " placed, faults " + result.faults());
        }
        return result;
    }

    /** Checks that two engines decide alike. */
    void compare(BatchEngine one, BatchEngine other) {
        List<Decision> left = run(one).decisions();
        List<Decision> right = run(other).decisions();
        if (!left.equals(right)) {
            throw new WrongOutcome("two engines over " + workload, "the same decisions", "different ones");
        }
    }
}
