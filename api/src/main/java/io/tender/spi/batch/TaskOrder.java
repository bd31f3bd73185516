package io.tender.spi.batch;

/**
 * Which of two tasks of a job goes first. Combined: the first answer that is not zero; then index, age and id.
 */
@FunctionalInterface
public interface TaskOrder {
    /** Below zero if the left one goes first. */
    int compare(TaskView left, TaskView right);
}
