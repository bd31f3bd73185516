package io.tender.spi.batch;

/**
 * Told that a task was evicted, or that its tentative placement was undone. All are told.
 *
 * <p>The task shows the status it comes to, RELEASING if it was evicted and usually PENDING if its placement was undone, and
 * still the node it was on.
 */
@FunctionalInterface
public interface DeallocateHandler {
    void deallocated(TaskView task);
}
