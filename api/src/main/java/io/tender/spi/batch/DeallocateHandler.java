package io.tender.spi.batch;

/**
 * Told that a task was evicted, or that its tentative placement was undone. All are told.
 */
@FunctionalInterface
public interface DeallocateHandler {
    void deallocated(TaskView task);
}
