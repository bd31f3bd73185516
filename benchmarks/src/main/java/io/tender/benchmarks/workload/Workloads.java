package io.tender.benchmarks.workload;

import java.util.List;
import java.util.Optional;

/** The fourteen workloads, in the order of the report. */
public final class Workloads {

    public static final List<Family> ALL = List.of(
            AddAndUpdateSlave.FAMILY,
            DeclineOffers.FAMILY,
            ResourceLabels.FAMILY,
            SuppressOffers.FAMILY,
            ExtremeSuppressOffers.FAMILY,
            PersistentVolumes.FAMILY,
            Metrics.FAMILY,
            AllocatorBacklog.FAMILY,
            UpdateAllocation.FAMILY,
            MultiFrameworkAllocations.FAMILY,
            LargeAndSmallQuota.FAMILY,
            NonQuotaVsQuota.FAMILY,
            FullSort.FAMILY,
            HierarchyFullSort.FAMILY);

    private Workloads() {}

    public static Optional<Family> named(String name) {
        return ALL.stream()
                .filter(family -> family.name().equalsIgnoreCase(name))
                .findFirst();
    }
}
