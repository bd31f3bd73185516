package io.tender.spi.batch;

/**
 * Which of two sub-groups of a job goes first. Combined: the first answer that is not zero; then match index and id.
 */
@FunctionalInterface
public interface SubJobOrder {
    /** Below zero if the left one goes first. */
    int compare(SubJobView left, SubJobView right);
}
