package io.tender.spi.batch;

/**
 * Whether a job has been promised enough to be waited for. Combined as {@link JobEnqueueable}; without any answer, yes.
 */
@FunctionalInterface
public interface JobPipelined {
    Vote vote(JobView job);
}
