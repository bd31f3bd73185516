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

    private static final int FAR_TOO_MANY = 4;

    /** Which part of what makes one due has to come after a start. */
    private static final int TO_COME = 10;

    public SnapshotPolicy {
        if (records < 1 || bytes < 1) {
            throw new IllegalArgumentException(
                    "a snapshot after %d records or %d bytes: both have to be at least 1".formatted(records, bytes));
        }
    }

    /** The records that are recovered count as so many at most, unless they are far too many. */
    long countedRecords(long recovered) {
        return counted(recovered, records);
    }

    long countedBytes(long recovered) {
        return counted(recovered, bytes);
    }

    /** A start has enough to do: some have to come anew first. But a journal must not grow with every start for ever. */
    private static long counted(long recovered, long due) {
        return recovered / FAR_TOO_MANY >= due ? recovered : Math.min(recovered, due - Math.max(1, due / TO_COME));
    }

    boolean isDue(long recordsSince, long bytesSince) {
        return recordsSince >= records || bytesSince >= bytes;
    }
}
