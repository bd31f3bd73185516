package io.tender.daemon.journal;

/**
 * When a snapshot is due: when the records since the last one are as many, or as large, as this.
 *
 * @param records bounds the time that recovery takes
 * @param bytes bounds the room that is taken
 */
public record SnapshotPolicy(long records, long bytes) {

    /** A few seconds of recovery. */
    public static final SnapshotPolicy DEFAULT = new SnapshotPolicy(100_000, 128L << 20);

    public SnapshotPolicy {
        if (records < 1 || bytes < 1) {
            throw new IllegalArgumentException(
                    "a snapshot after %d records or %d bytes: both have to be at least 1".formatted(records, bytes));
        }
    }

    boolean isDue(long recordsSince, long bytesSince) {
        return recordsSince >= records || bytesSince >= bytes;
    }
}
