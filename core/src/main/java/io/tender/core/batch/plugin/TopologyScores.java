package io.tender.core.batch.plugin;

import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.HyperNodeView;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.Scores;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.SubJobView;
import io.tender.spi.batch.TaskView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Scores domains and nodes by how close they are to what a job has already, and by how full they are. */
final class TopologyScores implements BatchNodeOrder {
    private final SessionView session;
    private final Domains domains;
    private final int weight;
    private final boolean packsOrdinary;
    private final double fading;
    private final boolean anyTopology;
    private final int lowestTier;
    private final int highestTier;

    TopologyScores(SessionView session, Domains domains, int weight, boolean packsOrdinary, double fading) {
        this.session = session;
        this.domains = domains;
        this.weight = weight;
        this.packsOrdinary = packsOrdinary;
        this.fading = fading;
        boolean any = false;
        for (JobView job : session.jobs()) {
            any |= hasTopology(job);
        }
        anyTopology = any;
        int lowest = Integer.MAX_VALUE;
        int highest = 0;
        for (HyperNodeView domain : session.hyperNodes()) {
            lowest = Math.min(lowest, domain.tier());
            highest = Math.max(highest, domain.tier());
        }
        lowestTier = lowest;
        highestTier = highest;
    }

    private static boolean hasTopology(JobView job) {
        return job.job().topology().isPresent()
                || job.job().subGroups().stream()
                        .anyMatch(policy -> policy.topology().isPresent());
    }

    SortedMap<String, Double> domains(SubJobView subJob, List<HyperNodeView> candidates) {
        Holding wanted = new Holding();
        for (TaskView task : subJob.tasks()) {
            if (task.status() == TaskStatus.PENDING) {
                wanted.add(task.request());
            }
        }
        ResourceList request = wanted.toList();
        Optional<String> allocated =
                subJob.allocatedHyperNode().or(() -> subJob.job().allocatedHyperNode());
        SortedMap<String, Double> scores = new TreeMap<>();
        for (HyperNodeView candidate : candidates) {
            double score = domains.named(candidate.name())
                    .map(domain -> domains.fullness(domain, request))
                    .orElse(0.0);
            scores.put(
                    candidate.name(),
                    weight
                            * (score
                                    + allocated
                                            .map(name -> closeness(candidate, name))
                                            .orElse(0.0)));
        }
        return scores;
    }

    /** 100 in the domain itself, less the wider the domain is that holds both. */
    private double closeness(HyperNodeView one, String other) {
        if (one.name().equals(other)) {
            return 100;
        }
        Optional<Domains.Domain> found = domains.named(other);
        if (found.isEmpty() || highestTier == lowestTier) {
            return 0;
        }
        Set<String> above = new HashSet<>();
        for (Optional<? extends HyperNodeView> at = Optional.of(found.get().view);
                at.isPresent();
                at = at.get().parent()) {
            above.add(at.get().name());
        }
        for (Optional<? extends HyperNodeView> at = Optional.of(one);
                at.isPresent();
                at = at.get().parent()) {
            if (above.contains(at.get().name())) {
                return 100.0 * (highestTier - at.get().tier()) / (highestTier - lowestTier);
            }
        }
        return 0;
    }

    /** Without domains there is nothing to say; jobs differ in what they want, even with equal templates. */
    @Override
    public Reach reach(TaskView task) {
        return session.hyperNodes().size() > 1 && (packsOrdinary || anyTopology) ? Reach.CLUSTER : Reach.NONE;
    }

    @Override
    public Scores score(TaskView task, List<NodeView> nodes) {
        JobView job = task.job();
        if (hasTopology(job)) {
            return job.allocatedHyperNode()
                    .map(allocated -> close(job, allocated, nodes))
                    .orElse(Scores.nothing());
        }
        return packsOrdinary ? packed(task.request(), nodes) : Scores.nothing();
    }

    private Scores close(JobView job, String allocated, List<NodeView> nodes) {
        Map<String, Integer> tasks = new HashMap<>();
        for (TaskView task : job.tasks()) {
            if (task.status().ready() || task.status() == TaskStatus.PIPELINED) {
                task.node().ifPresent(node -> tasks.merge(narrowest(node), 1, Integer::sum));
            }
        }
        Map<String, Double> scores = new HashMap<>();
        double best = 0;
        for (NodeView node : nodes) {
            List<Domains.Domain> around = domains.around(node);
            double score = around.isEmpty() ? 0 : closeness(around.getFirst().view, allocated);
            best = Math.max(best, score);
            scores.put(node.name(), score);
        }
        // Among equally close nodes, those with most of the job are better.
        for (NodeView node : nodes) {
            double score = scores.getOrDefault(node.name(), 0.0);
            if (score >= best) {
                int here = tasks.getOrDefault(narrowest(node), 0);
                score += 100.0 * here / Math.max(1, job.job().tasks().size());
            }
            scores.put(node.name(), score * weight);
        }
        return Scores.of(scores);
    }

    private String narrowest(NodeView node) {
        List<Domains.Domain> around = domains.around(node);
        return around.isEmpty() ? "" : around.getFirst().view.name();
    }

    private Scores packed(ResourceList request, List<NodeView> nodes) {
        Map<String, Double> fullness = new HashMap<>();
        Map<String, Double> scores = new HashMap<>();
        for (NodeView node : nodes) {
            double sum = 0;
            double parts = 0;
            for (Domains.Domain domain : domains.around(node)) {
                double part = StrictMath.pow(fading, domain.view.tier() - 1);
                sum += part * fullness.computeIfAbsent(domain.view.name(), unused -> domains.fullness(domain, request));
                parts += part;
            }
            scores.put(node.name(), parts == 0 ? 0 : sum / parts * weight);
        }
        return Scores.of(scores);
    }
}
