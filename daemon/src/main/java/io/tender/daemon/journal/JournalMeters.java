package io.tender.daemon.journal;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** What is measured of the journal. */
final class JournalMeters {
    private final Timer append;
    private final Counter records;
    private final Counter bytes;
    private final Counter failures;
    private final Timer snapshot;
    private final Counter snapshotFailures;

    JournalMeters(MeterRegistry registry, GroupCommit commit) {
        // Its count is that of the groups.
        append = Timer.builder("tender.journal.append")
                .description("appends of a group of records, until durable")
                .publishPercentiles(0.5, 0.99)
                .register(registry);
        records = counter(registry, "records", "records made durable");
        bytes = counter(registry, "bytes", "bytes of records made durable");
        failures = counter(registry, "failures", "appends that failed");
        snapshot = Timer.builder("tender.journal.snapshot")
                .description("snapshots written, until durable")
                .register(registry);
        snapshotFailures = counter(registry, "snapshot.failures", "snapshots that could not be written");
        Gauge.builder("tender.journal.failing", commit, any -> any.health() instanceof JournalHealth.Fine ? 0 : 1)
                .description("1 while appends fail")
                .register(registry);
        Gauge.builder("tender.journal.waiting", commit, GroupCommit::waitingBytes)
                .description("bytes of records that wait to become durable")
                .baseUnit("bytes")
                .register(registry);
    }

    private static Counter counter(MeterRegistry registry, String name, String what) {
        return Counter.builder("tender.journal." + name).description(what).register(registry);
    }

    void appended(int count, long size, Duration took) {
        append.record(took);
        records.increment(count);
        bytes.increment((double) size);
    }

    void failed() {
        failures.increment();
    }

    void snapshotWritten(Duration took) {
        snapshot.record(took);
    }

    void snapshotFailed() {
        snapshotFailures.increment();
    }
}
