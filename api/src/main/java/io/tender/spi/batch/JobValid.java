package io.tender.spi.batch;

/**
 * Whether a job makes sense at all, such as having enough tasks for its gang. Asked before an action looks at a job.
 * Combined: the first no wins.
 */
@FunctionalInterface
public interface JobValid {
    Answer isValid(JobView job);
}
