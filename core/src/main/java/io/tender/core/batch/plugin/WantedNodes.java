package io.tender.core.batch.plugin;

import io.tender.model.batch.NodeAffinity;
import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.Scores;
import io.tender.spi.batch.TaskView;
import java.util.List;

/** Prefers the nodes that a task's node affinity prefers. */
final class WantedNodes implements BatchNodeOrder {
    private final int weight;

    WantedNodes(int weight) {
        this.weight = weight;
    }

    @Override
    public Reach reach(TaskView task) {
        return task.template().nodeAffinity().preferred().isEmpty() ? Reach.NONE : Reach.CLUSTER;
    }

    @Override
    public Scores score(TaskView task, List<NodeView> nodes) {
        Normalised scores = new Normalised(nodes);
        for (int i = 0; i < nodes.size(); i++) {
            double sum = 0;
            for (NodeAffinity.Preferred wish : task.template().nodeAffinity().preferred()) {
                if (wish.selector().matches(nodes.get(i).node().labels())) {
                    sum += wish.weight();
                }
            }
            scores.set(i, sum);
        }
        return scores.byLargest(weight);
    }
}
