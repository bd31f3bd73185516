package io.tender.spi.batch;

/**
 * Told, in a dry run, that a task was put on a node or taken off it; in place of {@link AllocateHandler} and
 * {@link DeallocateHandler}, so that what keeps books can follow and what tells the outside can stay silent. Every dry run
 * is taken back in the reverse order before it ends.
 */
@FunctionalInterface
public interface SimulateTask {
    void changed(TaskView task, NodeView node);
}
