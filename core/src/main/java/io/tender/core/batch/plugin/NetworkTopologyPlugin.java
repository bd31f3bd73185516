package io.tender.core.batch.plugin;

import io.tender.model.batch.NetworkTopology;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.HyperNodeView;
import io.tender.spi.batch.SessionData;
import io.tender.spi.batch.SessionView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Keeps the tasks of a job close together in the network, and domains full or empty. */
final class NetworkTopologyPlugin implements BatchPlugin {
    private static final String NORMAL = "hypernode.binpack.normal-pod.";
    private static final String MOST_DOMAINS = "hypernode.gradient.evict.max-hypernodes";

    private final int weight;
    private final ResourceWeights weights;
    private final boolean packsOrdinary;
    private final double fading;
    private final int mostDomains;

    NetworkTopologyPlugin(Arguments arguments) {
        weight = ResourceWeights.weight(arguments, "weight", 1);
        weights = ResourceWeights.read(arguments, "hypernode.binpack");
        packsOrdinary = arguments.truth(NORMAL + "enable", true);
        double given = arguments.decimal(NORMAL + "fading", 0.8);
        if (given < 0) {
            arguments.problem(NORMAL + "fading", given, "0 or more");
        }
        fading = given < 0 ? 0.8 : given;
        int most = arguments.integer(MOST_DOMAINS, 8);
        if (most < 1) {
            arguments.problem(MOST_DOMAINS, most, "1 or more");
        }
        mostDomains = most < 1 ? 8 : most;
    }

    @Override
    public Set<SessionData> needs() {
        return Set.of(SessionData.HYPER_NODES);
    }

    @Override
    public Hooks open(SessionView session) {
        Domains domains = new Domains(session, weights);
        TopologyScores scores = new TopologyScores(session, domains, weight, packsOrdinary, fading);
        Hooks hooks = Hooks.none()
                .hyperNodeGradient(
                        (job, within) -> gradient(session, job.job().topology(), job.allocatedHyperNode(), within))
                .subJobGradient(
                        (subJob, within) -> gradient(session, subJob.topology(), subJob.allocatedHyperNode(), within));
        if (weight > 0) {
            hooks.hyperNodeOrder(scores::domains)
                    .batchNodeOrder(scores)
                    .allocateHandler(task -> {
                        task.node().ifPresent(node -> domains.change(node, task.request(), true));
                        return Answer.ofYes();
                    })
                    .deallocateHandler(
                            task -> task.node().ifPresent(node -> domains.change(node, task.request(), false)))
                    .simulateAddTask((task, node) -> domains.change(node, task.request(), true))
                    .simulateRemoveTask((task, node) -> domains.change(node, task.request(), false));
        }
        return hooks;
    }

    /** The domains that are close enough, closest first; for who may be anywhere, the given one alone. */
    private List<List<HyperNodeView>> gradient(
            SessionView session, Optional<NetworkTopology> topology, Optional<String> allocated, HyperNodeView within) {
        if (topology.filter(NetworkTopology::hard).isEmpty()) {
            return List.of(List.of(within));
        }
        int highest = highest(session, topology.get());
        SortedMap<Integer, List<HyperNodeView>> byTier = new TreeMap<>();
        collect(within, highest, allocated, byTier);
        boolean evicting = session.action().startsWith("gang");
        List<List<HyperNodeView>> gradient = new ArrayList<>();
        for (List<HyperNodeView> domains : byTier.values()) {
            gradient.add(
                    evicting && domains.size() > mostDomains
                            ? List.copyOf(domains.subList(0, mostDomains))
                            : List.copyOf(domains));
        }
        return List.copyOf(gradient);
    }

    /** An unknown name allows nothing: the job waits, and is not placed wider than it wants. */
    private static int highest(SessionView session, NetworkTopology topology) {
        if (topology.highestTier().isPresent()) {
            return topology.highestTier().getAsInt();
        }
        if (topology.highestTierName().isEmpty()) {
            return Integer.MAX_VALUE;
        }
        int highest = 0;
        for (HyperNodeView domain : session.hyperNodes()) {
            if (domain.tierName().equals(topology.highestTierName().get())) {
                highest = Math.max(highest, domain.tier());
            }
        }
        return highest;
    }

    private static void collect(
            HyperNodeView domain,
            int highest,
            Optional<String> allocated,
            SortedMap<Integer, List<HyperNodeView>> byTier) {
        if (domain.tier() <= highest && (allocated.isEmpty() || holds(domain, allocated.get()))) {
            byTier.computeIfAbsent(domain.tier(), unused -> new ArrayList<>()).add(domain);
        }
        for (HyperNodeView child : domain.children()) {
            collect(child, highest, allocated, byTier);
        }
    }

    private static boolean holds(HyperNodeView domain, String name) {
        if (domain.name().equals(name)) {
            return true;
        }
        for (HyperNodeView child : domain.children()) {
            if (holds(child, name)) {
                return true;
            }
        }
        return false;
    }
}
