package io.tender.spi.batch;

/**
 * Whether a task fits a node, apart from its free room, which is checked already. Combined: the first refusal.
 */
@FunctionalInterface
public interface Predicate {
    Verdict fits(TaskView task, NodeView node);

    /** What the answer depends on, for tasks of this template; equal tasks must get equal answers. */
    default Reach reach(TaskView task) {
        return Reach.CLUSTER;
    }
}
