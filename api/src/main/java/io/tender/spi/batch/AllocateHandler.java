package io.tender.spi.batch;

/**
 * Told that a task was placed or promised a place, tentatively. A no undoes the operation, and everybody is told so by
 * {@link DeallocateHandler}. All are told, in order.
 */
@FunctionalInterface
public interface AllocateHandler {
    Answer allocated(TaskView task);
}
