package io.tender.spi.batch;

/**
 * Which of two queues goes first. Asked each time a queue was served. Combined: the first answer that is not zero; then the
 * older queue, then the smaller name.
 */
@FunctionalInterface
public interface QueueOrder {
    /** Below zero if the left one goes first. */
    int compare(QueueView left, QueueView right);
}
