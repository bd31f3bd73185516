package io.tender.model.batch;

import io.tender.model.BrokenRule;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A holder of a share of the cluster.
 *
 * @param weight its part of what is shared by weight
 * @param capability what it may never exceed; resources it does not name are unlimited
 * @param forbidden what it may have nothing of: the resources its capability names with the amount 0
 * @param guarantee what nobody else may use
 * @param deserved its share where shares are given, not computed; beyond it others may reclaim
 * @param undeserved what it deserves nothing of: the resources its share names with the amount 0
 * @param reclaimable whether others may reclaim from it at all
 * @param priority higher goes first, and is reclaimed from later
 * @param parent the queue above it; none stands for the root
 * @param hierarchy its path for hierarchical dominant resource fairness, such as {@code root/a/b}; may be empty
 * @param hierarchyWeights the weights along that path, such as {@code 1/2/3}
 * @param groups the node groups it must, would, must not or would rather not use
 */
public record Queue(
        String name,
        int weight,
        ResourceList capability,
        SortedSet<String> forbidden,
        ResourceList guarantee,
        ResourceList deserved,
        SortedSet<String> undeserved,
        boolean reclaimable,
        int priority,
        Optional<String> parent,
        String hierarchy,
        String hierarchyWeights,
        NodeGroups groups,
        SortedMap<String, String> annotations,
        QueueState state,
        Instant created) {
    public static final String DEFAULT = "default";
    public static final String ROOT = "root";

    /** Node groups by how strongly they are wanted. */
    public record NodeGroups(
            List<String> required, List<String> preferred, List<String> requiredAnti, List<String> preferredAnti) {
        public static final NodeGroups ANY = new NodeGroups(List.of(), List.of(), List.of(), List.of());

        public NodeGroups {
            required = List.copyOf(required);
            preferred = List.copyOf(preferred);
            requiredAnti = List.copyOf(requiredAnti);
            preferredAnti = List.copyOf(preferredAnti);
        }

        public boolean isEmpty() {
            return required.isEmpty() && preferred.isEmpty() && requiredAnti.isEmpty() && preferredAnti.isEmpty();
        }
    }

    public Queue {
        if (weight < 1 || weight > 65_535 || priority < 0) {
            throw BrokenRule.of(
                    "Queue '" + name + "' has an impossible number.",
                    "weight " + weight + ", priority " + priority,
                    "a weight from 1 to 65535 and a priority from 0",
                    "correct the queue");
        }
        forbidden = without(capability, forbidden);
        undeserved = without(deserved, undeserved);
        annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
    }

    private static SortedSet<String> without(ResourceList amounts, SortedSet<String> named) {
        TreeSet<String> zeros = new TreeSet<>(named);
        zeros.removeIf(amounts::has);
        return Collections.unmodifiableSortedSet(zeros);
    }

    public boolean isOpen() {
        return state == QueueState.OPEN;
    }

    /** Whether its share says something of that resource, be it that it deserves nothing of it. */
    public boolean shareNames(String resource) {
        return deserved.has(resource) || undeserved.contains(resource);
    }

    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** Everything but the name has a usual value. */
    public static final class Builder {
        private final String name;
        private int weight = 1;
        private ResourceList capability = ResourceList.empty();
        private Collection<String> forbidden = List.of();
        private ResourceList guarantee = ResourceList.empty();
        private ResourceList deserved = ResourceList.empty();
        private Collection<String> undeserved = List.of();
        private boolean reclaimable = true;
        private int priority;
        private Optional<String> parent = Optional.empty();
        private String hierarchy = "";
        private String hierarchyWeights = "";
        private NodeGroups groups = NodeGroups.ANY;
        private Map<String, String> annotations = Map.of();
        private QueueState state = QueueState.OPEN;
        private Instant created = Instant.EPOCH;

        private Builder(String name) {
            this.name = name;
        }

        public Builder weight(int given) {
            weight = given;
            return this;
        }

        public Builder capability(ResourceList given) {
            capability = given;
            return this;
        }

        /** @param named resources its capability names; those of which it gives no amount are forbidden */
        public Builder capability(ResourceList given, Collection<String> named) {
            forbidden = named;
            return capability(given);
        }

        public Builder guarantee(ResourceList given) {
            guarantee = given;
            return this;
        }

        public Builder deserved(ResourceList given) {
            deserved = given;
            return this;
        }

        /** @param named resources its share names; of those of which it gives no amount it deserves nothing */
        public Builder deserved(ResourceList given, Collection<String> named) {
            undeserved = named;
            return deserved(given);
        }

        public Builder reclaimable(boolean given) {
            reclaimable = given;
            return this;
        }

        public Builder priority(int given) {
            priority = given;
            return this;
        }

        public Builder parent(String given) {
            parent = Optional.of(given);
            return this;
        }

        public Builder hierarchy(String path, String weights) {
            hierarchy = path;
            hierarchyWeights = weights;
            return this;
        }

        public Builder groups(NodeGroups given) {
            groups = given;
            return this;
        }

        public Builder annotations(Map<String, String> given) {
            annotations = given;
            return this;
        }

        public Builder state(QueueState given) {
            state = given;
            return this;
        }

        public Builder created(Instant given) {
            created = given;
            return this;
        }

        public Queue build() {
            return new Queue(
                    name,
                    weight,
                    capability,
                    new TreeSet<>(forbidden),
                    guarantee,
                    deserved,
                    new TreeSet<>(undeserved),
                    reclaimable,
                    priority,
                    parent,
                    hierarchy,
                    hierarchyWeights,
                    groups,
                    new TreeMap<>(annotations),
                    state,
                    created);
        }
    }
}
