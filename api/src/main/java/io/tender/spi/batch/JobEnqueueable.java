package io.tender.spi.batch;

/**
 * Whether a job is admitted. Asked by enqueue for jobs with {@code minResources}, and for others if it says so; the vote must change nothing, see
 * {@link JobEnqueued}. Combined: any rejection decides at once; a tier with a permit and no rejection admits and ends the
 * question; if all abstain the job is admitted.
 */
@FunctionalInterface
public interface JobEnqueueable {
    Vote vote(JobView job);

    /** Whether it has a say about jobs without {@code minResources} too; all others let those in unasked. */
    default boolean judgesEveryJob() {
        return false;
    }
}
