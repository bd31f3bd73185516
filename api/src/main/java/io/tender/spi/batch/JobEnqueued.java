package io.tender.spi.batch;

/**
 * Told that a job was admitted; the place to reserve what {@link JobEnqueueable} only looked at. All are told.
 */
@FunctionalInterface
public interface JobEnqueued {
    void enqueued(JobView job);
}
