package io.tender.core.batch.plugin;

import io.tender.core.batch.plugin.Neighbourhood.TermKey;
import io.tender.model.batch.PodAffinity;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.Scores;
import io.tender.spi.batch.TaskView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prefers domains with the tasks a task would like beside it, and those whose tasks would like it beside them. */
final class WantedNeighbours implements BatchNodeOrder {
    private final Neighbourhood neighbourhood;
    private final int weight;
    private @Nullable List<Wish> wishes;
    private final IdentityHashMap<TaskTemplate, Map<String, List<Part>>> plans = new IdentityHashMap<>();

    /** What tasks of the session would like of others; a rule counts as a wish of weight 1. */
    private record Wish(TermKey key, int weight, boolean rule) {}

    /** What a matching or wishing task in the domain adds. */
    private record Part(DomainTally tally, int weight) {}

    WantedNeighbours(Neighbourhood neighbourhood, int weight) {
        this.neighbourhood = neighbourhood;
        this.weight = weight;
    }

    private List<Wish> wishes() {
        List<Wish> known = wishes;
        if (known == null) {
            known = neighbourhood.carried(WantedNeighbours::wishes);
            wishes = known;
        }
        return known;
    }

    private static List<Wish> wishes(PodAffinity affinity, String namespace) {
        List<Wish> found = new ArrayList<>();
        affinity.required().forEach(term -> found.add(new Wish(TermKey.of(term, namespace), 1, true)));
        affinity.preferred()
                .forEach(wish -> found.add(new Wish(TermKey.of(wish.term(), namespace), wish.weight(), false)));
        affinity.preferredAnti()
                .forEach(wish -> found.add(new Wish(TermKey.of(wish.term(), namespace), -wish.weight(), false)));
        return found;
    }

    @Override
    public Reach reach(TaskView task) {
        PodAffinity affinity = task.template().podAffinity();
        boolean asks =
                !affinity.preferred().isEmpty() || !affinity.preferredAnti().isEmpty();
        if (!asks && wishes().isEmpty()) {
            return Reach.NONE;
        }
        return plan(task).isEmpty() ? Reach.NONE : Reach.CLUSTER;
    }

    private List<Part> plan(TaskView task) {
        return plans.computeIfAbsent(task.template(), unused -> new HashMap<>())
                .computeIfAbsent(task.namespace(), namespace -> planFor(task.template(), namespace));
    }

    private List<Part> planFor(TaskTemplate template, String namespace) {
        List<Part> parts = new ArrayList<>();
        for (PodAffinity.Preferred wish : template.podAffinity().preferred()) {
            parts.add(new Part(neighbourhood.matching(TermKey.of(wish.term(), namespace)), wish.weight()));
        }
        for (PodAffinity.Preferred wish : template.podAffinity().preferredAnti()) {
            parts.add(new Part(neighbourhood.matching(TermKey.of(wish.term(), namespace)), -wish.weight()));
        }
        for (Wish wish : wishes()) {
            if (wish.key().matches(template, namespace)) {
                DomainTally owners = neighbourhood.owning(
                        wish,
                        wish.key().term().topologyKey(),
                        other -> !other.template().podAffinity().isEmpty()
                                && wishes(other.template().podAffinity(), other.namespace())
                                        .contains(wish));
                parts.add(new Part(owners, wish.weight()));
            }
        }
        return List.copyOf(parts);
    }

    @Override
    public Scores score(TaskView task, List<NodeView> nodes) {
        List<Part> parts = plan(task);
        Normalised scores = new Normalised(nodes);
        for (int i = 0; i < nodes.size(); i++) {
            double sum = 0;
            for (Part part : parts) {
                String domain = nodes.get(i).node().labels().get(part.tally().key());
                if (domain != null) {
                    sum += (double) part.weight() * part.tally().in(domain);
                }
            }
            scores.set(i, sum);
        }
        return scores.byRange(weight);
    }
}
