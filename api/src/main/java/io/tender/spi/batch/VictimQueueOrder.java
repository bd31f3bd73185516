package io.tender.spi.batch;

/**
 * Which of two queues gives up its tasks first, for a third. Combined: the first answer that is not zero; then the reverse
 * of the order of queues.
 */
@FunctionalInterface
public interface VictimQueueOrder {
    /** Below zero if the left one gives first. */
    int compare(QueueView left, QueueView right, QueueView preemptor);
}
