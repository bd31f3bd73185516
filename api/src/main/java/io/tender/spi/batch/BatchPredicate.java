package io.tender.spi.batch;

import java.util.List;

/**
 * Which of many nodes a task fits, for who would rather be asked once: a service over the network. Asked after all
 * {@link Predicate}s, for the nodes they left. Combined: a node must suit everybody.
 */
@FunctionalInterface
public interface BatchPredicate {
    /**
     * @param nodes those still in question
     * @param enough how many fitting nodes will do; once that many are known the others need not be found out
     * @return a verdict for each node, in the same order; fewer than asked about once enough fit
     */
    List<Verdict> fits(TaskView task, List<NodeView> nodes, int enough);

    /** What each verdict depends on, for tasks of this template. */
    default Reach reach(TaskView task) {
        return Reach.CLUSTER;
    }
}
