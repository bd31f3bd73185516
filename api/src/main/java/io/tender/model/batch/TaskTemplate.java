package io.tender.model.batch;

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
 * What the tasks of one role of a job have in common. Tasks with equal templates are interchangeable: what is found out
 * about one of them is not found out again for the others.
 *
 * @param role the part the tasks play in their job, such as {@code worker}; may be empty
 * @param request what a task needs, places for tasks included
 * @param named resources that a task names without taking anything of them: with the amount 0. Who looks after one of these
 *     is asked about the task all the same
 * @param limits what a task may not take more of, as far as that was said; for those who look at it, since nothing is
 *     counted by it here
 * @param priority higher goes first
 * @param priorityClass the name it was given by, if any
 * @param preemptable whether a task may be evicted
 * @param mayPreempt whether others may be evicted for it
 * @param revocableZone where time-shared nodes may be used: empty or {@code *}
 * @param gated whether something else holds its tasks back
 */
public record TaskTemplate(
        String role,
        ResourceList request,
        SortedSet<String> named,
        ResourceList limits,
        SortedMap<String, String> labels,
        SortedMap<String, String> annotations,
        SortedMap<String, String> nodeSelector,
        NodeAffinity nodeAffinity,
        PodAffinity podAffinity,
        List<SpreadConstraint> spread,
        List<Toleration> tolerations,
        List<HostPort> ports,
        List<String> images,
        int priority,
        Optional<String> priorityClass,
        boolean preemptable,
        boolean mayPreempt,
        String revocableZone,
        boolean gated) {

    public TaskTemplate {
        named = named.isEmpty() ? Collections.emptySortedSet() : without(request, named);
        labels = sorted(labels);
        annotations = sorted(annotations);
        nodeSelector = sorted(nodeSelector);
        spread = List.copyOf(spread);
        tolerations = List.copyOf(tolerations);
        ports = List.copyOf(ports);
        images = List.copyOf(images);
    }

    private static SortedMap<String, String> sorted(Map<String, String> map) {
        return map.isEmpty() ? Collections.emptySortedMap() : Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }

    private static SortedSet<String> without(ResourceList request, Collection<String> named) {
        TreeSet<String> zeros = new TreeSet<>(named);
        zeros.removeIf(request::has);
        return Collections.unmodifiableSortedSet(zeros);
    }

    public static Builder builder(String role, ResourceList request) {
        return new Builder(role, request);
    }

    /** The same but for what it needs, and at most. */
    public TaskTemplate withAmounts(ResourceList request, ResourceList limits) {
        return new TaskTemplate(
                role,
                request,
                named,
                limits,
                labels,
                annotations,
                nodeSelector,
                nodeAffinity,
                podAffinity,
                spread,
                tolerations,
                ports,
                images,
                priority,
                priorityClass,
                preemptable,
                mayPreempt,
                revocableZone,
                gated);
    }

    /** Whether it asks for nothing but a place. */
    public boolean isBestEffort() {
        return request.isBestEffort();
    }

    /** Everything but role and request has a usual value. */
    public static final class Builder {
        private final String role;
        private final ResourceList request;
        private Collection<String> named = List.of();
        private ResourceList limits = ResourceList.empty();
        private Map<String, String> labels = Map.of();
        private Map<String, String> annotations = Map.of();
        private Map<String, String> nodeSelector = Map.of();
        private NodeAffinity nodeAffinity = NodeAffinity.ANY;
        private PodAffinity podAffinity = PodAffinity.NONE;
        private List<SpreadConstraint> spread = List.of();
        private List<Toleration> tolerations = List.of();
        private List<HostPort> ports = List.of();
        private List<String> images = List.of();
        private int priority = 1;
        private Optional<String> priorityClass = Optional.empty();
        private boolean preemptable = true;
        private boolean mayPreempt = true;
        private String revocableZone = "";
        private boolean gated;

        private Builder(String role, ResourceList request) {
            this.role = role;
            this.request =
                    request.has(ResourceList.PODS) ? request : request.plus(ResourceList.of(ResourceList.PODS, 1000));
        }

        /** @param resources that the task names; those that it takes something of need not be said */
        public Builder named(Collection<String> resources) {
            named = resources;
            return this;
        }

        public Builder limits(ResourceList given) {
            limits = given;
            return this;
        }

        public Builder labels(Map<String, String> given) {
            labels = given;
            return this;
        }

        public Builder annotations(Map<String, String> given) {
            annotations = given;
            return this;
        }

        public Builder nodeSelector(Map<String, String> given) {
            nodeSelector = given;
            return this;
        }

        public Builder nodeAffinity(NodeAffinity given) {
            nodeAffinity = given;
            return this;
        }

        public Builder podAffinity(PodAffinity given) {
            podAffinity = given;
            return this;
        }

        public Builder spread(List<SpreadConstraint> given) {
            spread = given;
            return this;
        }

        public Builder tolerations(List<Toleration> given) {
            tolerations = given;
            return this;
        }

        public Builder ports(List<HostPort> given) {
            ports = given;
            return this;
        }

        public Builder images(List<String> given) {
            images = given;
            return this;
        }

        public Builder priority(int given) {
            priority = given;
            return this;
        }

        public Builder priorityClass(String given) {
            priorityClass = Optional.of(given);
            return this;
        }

        public Builder preemptable(boolean given) {
            preemptable = given;
            return this;
        }

        public Builder mayPreempt(boolean given) {
            mayPreempt = given;
            return this;
        }

        public Builder revocableZone(String given) {
            revocableZone = given;
            return this;
        }

        public Builder gated(boolean given) {
            gated = given;
            return this;
        }

        public TaskTemplate build() {
            return new TaskTemplate(
                    role,
                    request,
                    new TreeSet<>(named),
                    limits,
                    new TreeMap<>(labels),
                    new TreeMap<>(annotations),
                    new TreeMap<>(nodeSelector),
                    nodeAffinity,
                    podAffinity,
                    spread,
                    tolerations,
                    ports,
                    images,
                    priority,
                    priorityClass,
                    preemptable,
                    mayPreempt,
                    revocableZone,
                    gated);
        }
    }
}
