package io.tender.spi.batch;

/**
 * Whether a job is admitted. Asked by enqueue for jobs with {@code minResources}; the vote must change nothing, see
 * {@link JobEnqueued}. Combined: any rejection decides at once; a tier with a permit and no rejection admits and ends the
 * question; if all abstain the job is admitted.
 */
@FunctionalInterface
public interface JobEnqueueable {
    Vote vote(JobView job);
}
