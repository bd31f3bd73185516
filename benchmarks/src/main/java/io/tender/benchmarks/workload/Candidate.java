package io.tender.benchmarks.workload;

import io.tender.core.sorter.SorterKind;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;

/** Makes the allocator that is measured. */
@FunctionalInterface
public interface Candidate {
    /** A new allocator that has not been initialized, with one kind of sorter for roles and frameworks. */
    Allocator create(AllocatorHost host, SorterKind sorter);
}
