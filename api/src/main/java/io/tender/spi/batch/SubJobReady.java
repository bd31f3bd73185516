package io.tender.spi.batch;

/**
 * Whether enough of a sub-group has its place. Combined: all must say yes.
 */
@FunctionalInterface
public interface SubJobReady {
    Answer isReady(SubJobView subJob);
}
