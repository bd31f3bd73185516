package io.tender.spi.batch;

/**
 * Whether a sub-group has been promised enough to be waited for. Combined as {@link JobPipelined}.
 */
@FunctionalInterface
public interface SubJobPipelined {
    Vote vote(SubJobView subJob);
}
