package io.tender.spi.batch;

/**
 * Whether others should be evicted for a job. Combined: the first tier in which anybody answers decides, and all of it must
 * say yes; if nobody answers, no.
 */
@FunctionalInterface
public interface JobStarving {
    boolean isStarving(JobView job);
}
