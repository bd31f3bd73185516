package io.tender.spi;

import io.tender.model.Domain;
import io.tender.model.ResourceQuantities;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How an allocator behaves; start from {@link #defaults()} and change what differs.
 *
 * @param allocationInterval the time from the end of one periodic run to the start of the next
 * @param fairnessExcludedNames resource names that do not count in shares
 * @param filterGpuResources whether agents with GPUs are kept for frameworks that declared GPU_RESOURCES
 * @param domain where the master stands; agents of other regions go only to REGION_AWARE frameworks
 * @param minAllocatable the least worth offering: any one entry must be met in all its names; empty: anything
 * @param maxCompletedFrameworks how many removed frameworks' metrics are kept
 * @param publishPerFrameworkMetrics whether metrics per framework and role are published
 * @param recoveryTimeout how long a recovering allocator holds back at most
 * @param agentRecoveryFactor the part of the expected agents that ends the hold-back
 * @param extensions what goes beyond Mesos; all off by default
 */
public record AllocatorOptions(
        Duration allocationInterval,
        SortedSet<String> fairnessExcludedNames,
        boolean filterGpuResources,
        Optional<Domain> domain,
        List<ResourceQuantities> minAllocatable,
        int maxCompletedFrameworks,
        boolean publishPerFrameworkMetrics,
        Duration recoveryTimeout,
        double agentRecoveryFactor,
        Extensions extensions) {

    public AllocatorOptions {
        fairnessExcludedNames = Collections.unmodifiableSortedSet(new TreeSet<>(fairnessExcludedNames));
        minAllocatable = List.copyOf(minAllocatable);
        require(allocationInterval.isPositive(), "allocationInterval", allocationInterval, "a positive duration");
        require(!recoveryTimeout.isNegative(), "recoveryTimeout", recoveryTimeout, "a duration of zero or more");
        require(
                agentRecoveryFactor >= 0 && agentRecoveryFactor <= 1,
                "agentRecoveryFactor",
                agentRecoveryFactor,
                "a number from 0 to 1");
        require(maxCompletedFrameworks >= 0, "maxCompletedFrameworks", maxCompletedFrameworks, "zero or more");
    }

    private static void require(boolean holds, String name, Object got, String expected) {
        if (!holds) {
            throw new IllegalArgumentException(name + ": got " + got + ", expected " + expected);
        }
    }

    /** The API's own defaults, which are Mesos's: anything may be offered, one second between runs. */
    public static AllocatorOptions defaults() {
        return new AllocatorOptions(
                Duration.ofSeconds(1),
                new TreeSet<>(),
                true,
                Optional.empty(),
                List.of(),
                0,
                true,
                Duration.ofMinutes(10),
                0.8,
                Extensions.none());
    }

    /** The defaults with the minimum a Mesos master passes: {@code cpus:0.01} or {@code mem:32}. */
    public static AllocatorOptions masterDefaults() {
        return defaults()
                .withMinAllocatable(List.of(ResourceQuantities.parse("cpus:0.01"), ResourceQuantities.parse("mem:32")))
                .withMaxCompletedFrameworks(50);
    }

    /**
     * What Mesos users asked for and never got. Each is off by default; docs/options.md tells what it costs.
     *
     * @param allocateWhenFreed a run for an agent as soon as something is freed on it, instead of at the next tick
     * @param nestedQuota quota on nested roles, checked along the whole path from the role to its top level
     * @param honourRequests {@code requestResources} sets a demand; a framework whose demand is met gets no offers
     * @param chargeUnusedReservations a role's share counts what is reserved for it, used or not
     * @param scarceNames resource names so rare that agents having them free are kept for those who ask for them
     */
    public record Extensions(
            boolean allocateWhenFreed,
            boolean nestedQuota,
            boolean honourRequests,
            boolean chargeUnusedReservations,
            SortedSet<String> scarceNames) {

        public Extensions {
            scarceNames = Collections.unmodifiableSortedSet(new TreeSet<>(scarceNames));
        }

        public static Extensions none() {
            return new Extensions(false, false, false, false, new TreeSet<>());
        }

        public Extensions withAllocateWhenFreed(boolean on) {
            return new Extensions(on, nestedQuota, honourRequests, chargeUnusedReservations, scarceNames);
        }

        public Extensions withNestedQuota(boolean on) {
            return new Extensions(allocateWhenFreed, on, honourRequests, chargeUnusedReservations, scarceNames);
        }

        public Extensions withHonourRequests(boolean on) {
            return new Extensions(allocateWhenFreed, nestedQuota, on, chargeUnusedReservations, scarceNames);
        }

        public Extensions withChargeUnusedReservations(boolean on) {
            return new Extensions(allocateWhenFreed, nestedQuota, honourRequests, on, scarceNames);
        }

        public Extensions withScarceNames(SortedSet<String> names) {
            return new Extensions(allocateWhenFreed, nestedQuota, honourRequests, chargeUnusedReservations, names);
        }
    }

    public AllocatorOptions withAllocationInterval(Duration value) {
        return new AllocatorOptions(
                value,
                fairnessExcludedNames,
                filterGpuResources,
                domain,
                minAllocatable,
                maxCompletedFrameworks,
                publishPerFrameworkMetrics,
                recoveryTimeout,
                agentRecoveryFactor,
                extensions);
    }

    public AllocatorOptions withFairnessExcludedNames(SortedSet<String> value) {
        return new AllocatorOptions(
                allocationInterval,
                value,
                filterGpuResources,
                domain,
                minAllocatable,
                maxCompletedFrameworks,
                publishPerFrameworkMetrics,
                recoveryTimeout,
                agentRecoveryFactor,
                extensions);
    }

    public AllocatorOptions withFilterGpuResources(boolean value) {
        return new AllocatorOptions(
                allocationInterval,
                fairnessExcludedNames,
                value,
                domain,
                minAllocatable,
                maxCompletedFrameworks,
                publishPerFrameworkMetrics,
                recoveryTimeout,
                agentRecoveryFactor,
                extensions);
    }

    public AllocatorOptions withDomain(Optional<Domain> value) {
        return new AllocatorOptions(
                allocationInterval,
                fairnessExcludedNames,
                filterGpuResources,
                value,
                minAllocatable,
                maxCompletedFrameworks,
                publishPerFrameworkMetrics,
                recoveryTimeout,
                agentRecoveryFactor,
                extensions);
    }

    public AllocatorOptions withMinAllocatable(List<ResourceQuantities> value) {
        return new AllocatorOptions(
                allocationInterval,
                fairnessExcludedNames,
                filterGpuResources,
                domain,
                value,
                maxCompletedFrameworks,
                publishPerFrameworkMetrics,
                recoveryTimeout,
                agentRecoveryFactor,
                extensions);
    }

    public AllocatorOptions withMaxCompletedFrameworks(int value) {
        return new AllocatorOptions(
                allocationInterval,
                fairnessExcludedNames,
                filterGpuResources,
                domain,
                minAllocatable,
                value,
                publishPerFrameworkMetrics,
                recoveryTimeout,
                agentRecoveryFactor,
                extensions);
    }

    public AllocatorOptions withPublishPerFrameworkMetrics(boolean value) {
        return new AllocatorOptions(
                allocationInterval,
                fairnessExcludedNames,
                filterGpuResources,
                domain,
                minAllocatable,
                maxCompletedFrameworks,
                value,
                recoveryTimeout,
                agentRecoveryFactor,
                extensions);
    }

    public AllocatorOptions withRecoveryTimeout(Duration value) {
        return new AllocatorOptions(
                allocationInterval,
                fairnessExcludedNames,
                filterGpuResources,
                domain,
                minAllocatable,
                maxCompletedFrameworks,
                publishPerFrameworkMetrics,
                value,
                agentRecoveryFactor,
                extensions);
    }

    public AllocatorOptions withAgentRecoveryFactor(double value) {
        return new AllocatorOptions(
                allocationInterval,
                fairnessExcludedNames,
                filterGpuResources,
                domain,
                minAllocatable,
                maxCompletedFrameworks,
                publishPerFrameworkMetrics,
                recoveryTimeout,
                value,
                extensions);
    }

    public AllocatorOptions withExtensions(Extensions value) {
        return new AllocatorOptions(
                allocationInterval,
                fairnessExcludedNames,
                filterGpuResources,
                domain,
                minAllocatable,
                maxCompletedFrameworks,
                publishPerFrameworkMetrics,
                recoveryTimeout,
                agentRecoveryFactor,
                value);
    }
}
