package io.tender.core.batch.plugin;

import io.tender.core.batch.plugin.Neighbourhood.TermKey;
import io.tender.model.batch.PodAffinity;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Whether the tasks nearby are those a task must be beside, and none that it, or they, must be apart from. */
final class PodAffinityFilter implements Predicate {
    private final Neighbourhood neighbourhood;
    private @Nullable List<TermKey> antiTerms;
    private final IdentityHashMap<TaskTemplate, Map<String, Plan>> plans = new IdentityHashMap<>();

    /** What to look at for one template in one namespace. */
    private record Plan(
            List<DomainTally> wanted, boolean matchesItself, List<DomainTally> unwanted, List<DomainTally> unwanting) {
        boolean isEmpty() {
            return wanted.isEmpty() && unwanted.isEmpty() && unwanting.isEmpty();
        }
    }

    PodAffinityFilter(Neighbourhood neighbourhood) {
        this.neighbourhood = neighbourhood;
    }

    private List<TermKey> antiTerms() {
        List<TermKey> known = antiTerms;
        if (known == null) {
            known = neighbourhood.carried(PodAffinityFilter::antiTerms);
            antiTerms = known;
        }
        return known;
    }

    private static List<TermKey> antiTerms(PodAffinity affinity, String namespace) {
        return affinity.requiredAnti().stream()
                .map(term -> TermKey.of(term, namespace))
                .toList();
    }

    private static boolean asks(TaskTemplate template) {
        return !template.podAffinity().required().isEmpty()
                || !template.podAffinity().requiredAnti().isEmpty();
    }

    @Override
    public Reach reach(TaskView task) {
        if (!asks(task.template()) && antiTerms().isEmpty()) {
            return Reach.NONE;
        }
        return plan(task).isEmpty() ? Reach.NONE : Reach.CLUSTER;
    }

    private Plan plan(TaskView task) {
        return plans.computeIfAbsent(task.template(), unused -> new HashMap<>())
                .computeIfAbsent(task.namespace(), namespace -> planFor(task.template(), namespace));
    }

    private Plan planFor(TaskTemplate template, String namespace) {
        boolean matchesItself = true;
        List<DomainTally> wanted = new ArrayList<>();
        for (PodAffinity.Term term : template.podAffinity().required()) {
            TermKey key = TermKey.of(term, namespace);
            wanted.add(neighbourhood.matching(key));
            matchesItself &= key.matches(template, namespace);
        }
        List<DomainTally> unwanted = new ArrayList<>();
        for (PodAffinity.Term term : template.podAffinity().requiredAnti()) {
            unwanted.add(neighbourhood.matching(TermKey.of(term, namespace)));
        }
        List<DomainTally> unwanting = new ArrayList<>();
        for (TermKey key : antiTerms()) {
            if (key.matches(template, namespace)) {
                unwanting.add(neighbourhood.owning(
                        key,
                        key.term().topologyKey(),
                        other -> antiTerms(other.template().podAffinity(), other.namespace())
                                .contains(key)));
            }
        }
        return new Plan(wanted, matchesItself, unwanted, unwanting);
    }

    @Override
    public Verdict fits(TaskView task, NodeView node) {
        Plan plan = plan(task);
        SortedMap<String, String> labels = node.node().labels();
        boolean lonely = false;
        boolean anywhere = false;
        for (DomainTally tally : plan.wanted()) {
            String domain = labels.get(tally.key());
            if (domain == null) {
                return Verdict.never("the node has no label '" + tally.key() + "', which the pod affinity asks for");
            }
            lonely |= tally.in(domain) == 0;
            anywhere |= tally.total() > 0;
        }
        // The first of a group that wants to be together has nobody to be beside, and may go anywhere.
        if (lonely && (anywhere || !plan.matchesItself())) {
            return Verdict.never("no task that the pod affinity asks for is in the node's domain");
        }
        for (DomainTally tally : plan.unwanted()) {
            String domain = labels.get(tally.key());
            if (domain != null && tally.in(domain) > 0) {
                return Verdict.unschedulable(
                        "tasks that the pod anti-affinity forbids are in " + tally.key() + "=" + domain);
            }
        }
        for (DomainTally tally : plan.unwanting()) {
            String domain = labels.get(tally.key());
            if (domain != null && tally.in(domain) > 0) {
                return Verdict.unschedulable(
                        "tasks whose pod anti-affinity forbids this one are in " + tally.key() + "=" + domain);
            }
        }
        return Verdict.fits();
    }
}
