package io.tender.core.batch.plugin;

import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.Scores;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import java.util.List;

/** Prefers the domains with the fewest tasks of the kind, where spreading is a wish and not a rule. */
final class EvenSpread implements BatchNodeOrder {
    private final SpreadPlans plans;
    private final int weight;

    EvenSpread(SessionView session, Neighbourhood neighbourhood, int weight) {
        plans = new SpreadPlans(session, neighbourhood, false);
        this.weight = weight;
    }

    @Override
    public Reach reach(TaskView task) {
        return SpreadFilter.has(task.template(), false) ? Reach.CLUSTER : Reach.NONE;
    }

    @Override
    public Scores score(TaskView task, List<NodeView> nodes) {
        List<SpreadPlans.Plan> constraints = plans.of(task);
        Normalised scores = new Normalised(nodes);
        for (int i = 0; i < nodes.size(); i++) {
            scores.set(i, crowd(constraints, nodes.get(i)));
        }
        return scores.evenly(weight);
    }

    /** Fewer domains weigh less, lest zones drown out nodes; below zero if the node is in no domain. */
    private static double crowd(List<SpreadPlans.Plan> constraints, NodeView node) {
        double sum = 0;
        for (SpreadPlans.Plan plan : constraints) {
            String domain = node.node().labels().get(plan.constraint().topologyKey());
            if (domain == null) {
                return -1;
            }
            double domains = StrictMath.log(plan.domains().size() + 2);
            sum += plan.tally().in(domain) * domains + (plan.constraint().maxSkew() - 1);
        }
        return Math.rint(sum);
    }
}
