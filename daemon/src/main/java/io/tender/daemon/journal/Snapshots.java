package io.tender.daemon.journal;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands records on to the group commit and takes a snapshot whenever the policy says so.
 *
 * <p>Used by the loop's thread, which alone knows a state that belongs to a number of records. The writing happens on another
 * thread, one snapshot at a time, while records go on being appended. A snapshot that fails loses nothing: the records it
 * would have stood for are still there, and the next one is due when as much has come again.
 */
public final class Snapshots {
    private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);

    private final GroupCommit commit;
    private final SnapshotPolicy policy;
    private final Supplier<List<byte[]>> state;
    private final AtomicBoolean underWay = new AtomicBoolean();
    private long last;
    private long recordsSince;
    private long bytesSince;

    /**
     * @param recovered what the journal held, so that a long one is followed by a snapshot soon, though not while it starts
     * @param state asked on the loop's thread, after a turn: the parts of a snapshot of what is true then
     */
    public Snapshots(
            GroupCommit commit, SnapshotPolicy policy, Journal.Recovered recovered, Supplier<List<byte[]>> state) {
        this.commit = commit;
        this.policy = policy;
        this.state = state;
        this.last = recovered.last();
        count(recovered.records());
        this.recordsSince = policy.countedRecords(recordsSince);
        this.bytesSince = policy.countedBytes(bytesSince);
    }

    private void count(List<byte[]> records) {
        recordsSince += records.size();
        for (byte[] record : records) {
            bytesSince += record.length;
        }
    }

    /** As {@link GroupCommit#submit}; all records of the loop have to come this way, since they are counted. */
    public void submit(List<byte[]> records, Runnable whenDurable) {
        commit.submit(records, whenDurable);
        last += records.size();
        count(records);
        if (policy.isDue(recordsSince, bytesSince) && underWay.compareAndSet(false, true)) {
            recordsSince = 0;
            bytesSince = 0;
            begin(last, state.get());
        }
    }

    private void begin(long upTo, List<byte[]> parts) {
        commit.submit(
                List.of(),
                () -> Thread.ofPlatform().name("tender-snapshot").daemon(true).start(() -> write(upTo, parts)));
    }

    private void write(long upTo, List<byte[]> parts) {
        long began = System.nanoTime();
        try {
            commit.journal().snapshot(upTo, parts);
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            commit.meters().snapshotWritten(took);
            LOG.debug("a snapshot up to record {} took {} ms", upTo, took.toMillis());
        } catch (JournalException | RuntimeException failure) {
            commit.meters().snapshotFailed();
            LOG.warn("no snapshot up to record {}; the records it would have stood for are kept", upTo, failure);
        } finally {
            underWay.set(false);
        }
    }

    /** Whether one is being written. */
    public boolean isUnderWay() {
        return underWay.get();
    }
}
