package io.tender.spi.batch;

import java.util.List;

/**
 * How good many nodes are for a task, seen together. Asked once per task for all nodes it fits, if there are at least two.
 * Combined: the scores are added; nodes left out get nothing. A scorer that fails is named in the refusal of the task, which
 * then waits; the scores of the others are not blamed for it.
 */
@FunctionalInterface
public interface BatchNodeOrder {
    /** Scores by node; unknown nodes are ignored. */
    Scores score(TaskView task, List<NodeView> nodes);

    /**
     * What the scores depend on, for tasks of this template. {@link Reach#NODE} promises that the score of a node does not
     * depend on which other nodes are asked about.
     */
    default Reach reach(TaskView task) {
        return Reach.CLUSTER;
    }
}
