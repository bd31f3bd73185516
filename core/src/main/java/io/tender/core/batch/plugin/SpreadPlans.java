package io.tender.core.batch.plugin;

import io.tender.model.batch.Node;
import io.tender.model.batch.SpreadConstraint;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** What to count for the spread constraints of each template. */
final class SpreadPlans {
    private final SessionView session;
    private final Neighbourhood neighbourhood;
    private final boolean required;
    private final IdentityHashMap<TaskTemplate, Map<String, List<Plan>>> plans = new IdentityHashMap<>();

    /** One constraint, the tasks it counts and the domains it compares. */
    record Plan(SpreadConstraint constraint, DomainTally tally, boolean matchesItself, SortedSet<String> domains) {}

    SpreadPlans(SessionView session, Neighbourhood neighbourhood, boolean required) {
        this.session = session;
        this.neighbourhood = neighbourhood;
        this.required = required;
    }

    List<Plan> of(TaskView task) {
        return plans.computeIfAbsent(task.template(), unused -> new HashMap<>())
                .computeIfAbsent(task.namespace(), namespace -> plansFor(task.template(), namespace));
    }

    private List<Plan> plansFor(TaskTemplate template, String namespace) {
        List<SpreadConstraint> constraints = new ArrayList<>();
        for (SpreadConstraint constraint : template.spread()) {
            if (constraint.required() == required) {
                constraints.add(constraint);
            }
        }
        List<Plan> found = new ArrayList<>();
        for (SpreadConstraint constraint : constraints) {
            SortedSet<String> domains = new TreeSet<>();
            for (NodeView node : session.nodes()) {
                String domain = node.node().labels().get(constraint.topologyKey());
                if (domain != null && isEligible(template, constraints, node.node())) {
                    domains.add(domain);
                }
            }
            DomainTally tally = neighbourhood.count(
                    constraint.topologyKey(),
                    task -> task.namespace().equals(namespace)
                            && constraint.selector().matches(task.template().labels()),
                    node -> isEligible(template, constraints, node));
            found.add(new Plan(constraint, tally, constraint.selector().matches(template.labels()), domains));
        }
        return List.copyOf(found);
    }

    /** Nodes the task could not go to anyway say nothing about how evenly its like is spread. */
    private static boolean isEligible(TaskTemplate template, List<SpreadConstraint> constraints, Node node) {
        for (SpreadConstraint constraint : constraints) {
            if (!node.labels().containsKey(constraint.topologyKey())) {
                return false;
            }
        }
        return NodeRules.isWanted(template, node);
    }
}
