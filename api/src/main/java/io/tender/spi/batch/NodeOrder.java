package io.tender.spi.batch;

/**
 * How good a node is for a task: higher is better, 100 is one full score. Combined: the scores are added.
 */
@FunctionalInterface
public interface NodeOrder {
    double score(TaskView task, NodeView node);

    /** What the score depends on, for tasks of this template; equal tasks must get equal answers. */
    default Reach reach(TaskView task) {
        return Reach.CLUSTER;
    }
}
