package io.tender.spi.batch;

/**
 * Whether a queue may take one more task. Asked before each task is placed. Combined: all must say yes.
 */
@FunctionalInterface
public interface Allocatable {
    Answer mayAllocate(QueueView queue, TaskView task);
}
