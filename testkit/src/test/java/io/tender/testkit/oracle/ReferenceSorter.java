package io.tender.testkit.oracle;

import io.tender.model.FrameworkId;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import io.tender.spi.Chance;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Orders roles, and the frameworks of a role, as in sections 5 and 6, building the whole tree anew for each sort. */
final class ReferenceSorter {

    /** The order by share, or by chance. */
    enum Kind {
        DRF,
        RANDOM
    }

    /** Byte order of paths. */
    private static final Comparator<String> PATHS =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    private final ReferenceCluster cluster;
    private final Chance chance;

    ReferenceSorter(ReferenceCluster cluster, Chance chance) {
        this.cluster = cluster;
        this.chance = chance;
    }

    /** A place in the tree of roles. A leaf stands for the client of its role; {@code a/.} is the virtual one of a. */
    private record Node(String path, Role role, double weight, List<Node> children) {
        boolean isLeaf() {
            return children.isEmpty();
        }

        Predicate<Role> roles() {
            return isLeaf() ? role::equals : ReferenceCluster.subtree(role);
        }
    }

    private record Ranked<T>(T item, double rank, long count, String path) {
        static <T> List<T> inOrder(List<Ranked<T>> ranked) {
            return ranked.stream()
                    .sorted(Comparator.<Ranked<T>>comparingDouble(Ranked::rank)
                            .thenComparingLong(Ranked::count)
                            .thenComparing(Ranked::path, PATHS))
                    .map(Ranked::item)
                    .toList();
        }
    }

    /** All tracked roles; {@code base} addresses the draws of the random order. */
    List<Role> roles(Kind kind, long base) {
        List<Node> tops =
                nodesBelow(Optional.empty(), new TreeSet<>(cluster.tracked().keySet()));
        List<Role> order = new ArrayList<>();
        if (kind == Kind.DRF) {
            ResourceQuantities total = cluster.total();
            collectByShare(tops, total, order);
            return order;
        }
        List<Ranked<Role>> ranked = new ArrayList<>();
        collectByChance(tops, 1.0, base, ranked);
        return Ranked.inOrder(ranked);
    }

    /** The eligible frameworks of a role. */
    List<FrameworkId> frameworks(Kind kind, Role role, long base) {
        List<FrameworkId> eligible = cluster.frameworks.values().stream()
                .filter(framework -> framework.eligible(role))
                .map(framework -> framework.info.id())
                .toList();
        ResourceQuantities total = cluster.total();
        List<Ranked<FrameworkId>> ranked = new ArrayList<>();
        for (FrameworkId id : eligible) {
            if (kind == Kind.DRF) {
                ResourceQuantities held = cluster.heldBy(
                        (framework, under) -> framework.equals(id) && under.equals(role), UnaryOperator.identity());
                long count = cluster.counts.ofFramework(id, role);
                ranked.add(new Ranked<>(id, share(held, total), count, id.value()));
            } else {
                double relativeWeight = 1.0 * (1.0 / eligible.size());
                double rank = chanceRank(base, id.value(), relativeWeight);
                ranked.add(new Ranked<>(id, rank, 0, id.value()));
            }
        }
        return Ranked.inOrder(ranked);
    }

    /** The weighted share of a role's own client, as the metric shows it. */
    double dominantShare(Role role) {
        SortedSet<Role> tracked = new TreeSet<>(cluster.tracked().keySet());
        boolean virtual = tracked.stream().anyMatch(other -> other.isDescendantOf(role));
        return share(new Node(role.path(), role, virtual ? 1.0 : cluster.weight(role), List.of()), cluster.total());
    }

    private List<Node> nodesBelow(Optional<Role> parent, SortedSet<Role> tracked) {
        TreeSet<Role> paths = new TreeSet<>();
        for (Role role : tracked) {
            List<Role> chain = new ArrayList<>(role.ancestors());
            chain.add(role);
            chain.stream().filter(path -> path.parent().equals(parent)).forEach(paths::add);
        }
        List<Node> nodes = new ArrayList<>();
        for (Role path : paths) {
            List<Node> children = new ArrayList<>(nodesBelow(Optional.of(path), tracked));
            if (!children.isEmpty() && tracked.contains(path)) {
                children.add(new Node(path.path() + "/.", path, 1.0, List.of()));
                children.sort(Comparator.comparing(Node::path, PATHS));
            }
            nodes.add(new Node(path.path(), path, cluster.weight(path), children));
        }
        return nodes;
    }

    private void collectByShare(List<Node> siblings, ResourceQuantities total, List<Role> order) {
        List<Ranked<Node>> ranked = new ArrayList<>();
        for (Node node : siblings) {
            long count = node.isLeaf() ? cluster.counts.ofLeaf(node.role()) : cluster.counts.ofInner(node.role());
            ranked.add(new Ranked<>(node, share(node, total), count, node.path()));
        }
        for (Node node : Ranked.inOrder(ranked)) {
            if (node.isLeaf()) {
                order.add(node.role());
            } else {
                collectByShare(node.children(), total, order);
            }
        }
    }

    private double share(Node node, ResourceQuantities total) {
        ResourceQuantities held = cluster.held(node.roles(), UnaryOperator.identity());
        if (cluster.options.extensions().chargeUnusedReservations()) {
            ResourceQuantities heldReserved = cluster.held(node.roles(), resources -> resources.reserved());
            held = held.plus(cluster.reservations(node.roles()).minus(heldReserved));
        }
        return share(held, total) / node.weight();
    }

    private double share(ResourceQuantities held, ResourceQuantities total) {
        double largest = 0;
        for (int i = 0; i < total.size(); i++) {
            if (!cluster.options.fairnessExcludedNames().contains(total.name(i))) {
                largest = Math.max(largest, (double) held.millis(total.name(i)) / (double) total.millis(i));
            }
        }
        return largest;
    }

    private void collectByChance(List<Node> siblings, double parentWeight, long base, List<Ranked<Role>> ranked) {
        double sum = 0;
        for (Node node : siblings) {
            sum += node.weight();
        }
        for (Node node : siblings) {
            double relativeWeight = parentWeight * (node.weight() / sum);
            if (node.isLeaf()) {
                String path = node.role().path();
                ranked.add(new Ranked<>(node.role(), chanceRank(base, path, relativeWeight), 0, path));
            } else {
                collectByChance(node.children(), relativeWeight, base, ranked);
            }
        }
    }

    /** Ascending, these are the keys u^(1/w) of section 6 in descending order. */
    private double chanceRank(long base, String name, double relativeWeight) {
        double uniform = Chance.unit(chance.draw(Chance.key(base, Chance.key(name))));
        return -StrictMath.log(uniform) / relativeWeight;
    }
}
