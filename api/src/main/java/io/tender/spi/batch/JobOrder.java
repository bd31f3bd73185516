package io.tender.spi.batch;

/**
 * Which of two jobs goes first. Asked whenever jobs of a queue are put in order; must be a consistent order while nothing is
 * placed. Combined: the first answer that is not zero, tier by tier; then the older job, then the smaller id.
 */
@FunctionalInterface
public interface JobOrder {
    /** Below zero if the left one goes first. */
    int compare(JobView left, JobView right);
}
