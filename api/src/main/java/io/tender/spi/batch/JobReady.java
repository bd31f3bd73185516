package io.tender.spi.batch;

/**
 * Whether enough of a job has its place for it to start. Asked several times per job. Combined: all must say yes.
 */
@FunctionalInterface
public interface JobReady {
    Answer isReady(JobView job);
}
