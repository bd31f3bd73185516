package io.tender.core.batch.plugin;

import io.tender.model.batch.SpreadConstraint;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;

/** Whether a task keeps its like evenly spread over the domains it could go to. */
final class SpreadFilter implements Predicate {
    private final SpreadPlans plans;

    SpreadFilter(SessionView session, Neighbourhood neighbourhood) {
        plans = new SpreadPlans(session, neighbourhood, true);
    }

    @Override
    public Reach reach(TaskView task) {
        return has(task.template(), true) ? Reach.CLUSTER : Reach.NONE;
    }

    static boolean has(TaskTemplate template, boolean required) {
        for (SpreadConstraint constraint : template.spread()) {
            if (constraint.required() == required) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Verdict fits(TaskView task, NodeView node) {
        for (SpreadPlans.Plan plan : plans.of(task)) {
            SpreadConstraint constraint = plan.constraint();
            String domain = node.node().labels().get(constraint.topologyKey());
            if (domain == null) {
                return Verdict.never(
                        "the node has no label '" + constraint.topologyKey() + "', which the topology spread asks for");
            }
            int here = plan.tally().in(domain) + (plan.matchesItself() ? 1 : 0);
            int skew = here - plan.tally().smallest(plan.domains());
            if (skew > constraint.maxSkew()) {
                return Verdict.unschedulable("the topology spread over '" + constraint.topologyKey() + "' would be "
                        + skew + " of " + constraint.maxSkew() + " in " + domain);
            }
        }
        return Verdict.fits();
    }
}
