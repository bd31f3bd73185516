package io.tender.model.batch;

import io.tender.model.Value;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A machine tasks can be placed on.
 *
 * @param allocatable what tasks may use in all, places for tasks included
 * @param unschedulable whether it takes no new tasks
 * @param images sizes in bytes of the images it has already
 * @param usage how busy it was lately, if measured
 * @param ports the numbers tasks may open on it, each for one task at a time; empty if it is not known to be short of any
 */
public record Node(
        String name,
        ResourceList allocatable,
        SortedMap<String, String> labels,
        SortedMap<String, String> annotations,
        List<Taint> taints,
        boolean unschedulable,
        SortedMap<String, Long> images,
        Optional<Usage> usage,
        Optional<Value.Ranges> ports) {

    /** How many tasks a node takes when nothing is said. */
    public static final long USUAL_PODS = 110;

    /** Percent of cpu and memory really in use, and when that was measured. */
    public record Usage(double cpuPercent, double memoryPercent, Instant measured) {}

    public Node {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
        taints = List.copyOf(taints);
        images = Collections.unmodifiableSortedMap(new TreeMap<>(images));
    }

    /** The same with more room, or less. */
    public Node withAllocatable(ResourceList changed) {
        return new Node(name, changed, labels, annotations, taints, unschedulable, images, usage, ports);
    }

    public static Builder builder(String name, ResourceList allocatable) {
        return new Builder(name, allocatable);
    }

    /** Everything but name and size has a usual value. */
    public static final class Builder {
        private final String name;
        private final ResourceList allocatable;
        private Map<String, String> labels = Map.of();
        private Map<String, String> annotations = Map.of();
        private List<Taint> taints = List.of();
        private boolean unschedulable;
        private Map<String, Long> images = Map.of();
        private Optional<Usage> usage = Optional.empty();
        private Optional<Value.Ranges> ports = Optional.empty();

        private Builder(String name, ResourceList allocatable) {
            this.name = name;
            this.allocatable = allocatable.has(ResourceList.PODS)
                    ? allocatable
                    : allocatable.plus(ResourceList.of(ResourceList.PODS, USUAL_PODS * 1000));
        }

        public Builder labels(Map<String, String> given) {
            labels = given;
            return this;
        }

        public Builder annotations(Map<String, String> given) {
            annotations = given;
            return this;
        }

        public Builder taints(List<Taint> given) {
            taints = given;
            return this;
        }

        public Builder unschedulable(boolean given) {
            unschedulable = given;
            return this;
        }

        public Builder images(Map<String, Long> given) {
            images = given;
            return this;
        }

        public Builder usage(Usage given) {
            usage = Optional.of(given);
            return this;
        }

        public Builder ports(Value.Ranges given) {
            ports = Optional.of(given);
            return this;
        }

        public Node build() {
            return new Node(
                    name,
                    allocatable,
                    new TreeMap<>(labels),
                    new TreeMap<>(annotations),
                    taints,
                    unschedulable,
                    new TreeMap<>(images),
                    usage,
                    ports);
        }
    }
}
