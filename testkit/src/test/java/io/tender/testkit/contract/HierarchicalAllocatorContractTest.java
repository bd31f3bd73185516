package io.tender.testkit.contract;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorFactory;
import io.tender.spi.AllocatorHost;
import java.util.Map;
import org.junit.jupiter.api.Nested;

/** The built-in allocator keeps the contract with every pair of sorters. */
class HierarchicalAllocatorContractTest {

    private record Hierarchical(SorterKind roles, SorterKind frameworks) implements AllocatorFactory {
        @Override
        public String name() {
            return "hierarchical " + roles + " " + frameworks;
        }

        @Override
        public Allocator create(AllocatorHost host, Map<String, String> parameters) {
            return new HierarchicalAllocator(host, roles, frameworks);
        }
    }

    @Nested
    class With_drf_sorters extends AllocatorContract {
        @Override
        protected AllocatorFactory factory() {
            return new Hierarchical(SorterKind.DRF, SorterKind.DRF);
        }
    }

    @Nested
    class With_random_sorters extends AllocatorContract {
        @Override
        protected AllocatorFactory factory() {
            return new Hierarchical(SorterKind.RANDOM, SorterKind.RANDOM);
        }
    }

    @Nested
    class With_drf_for_roles_and_random_for_frameworks extends AllocatorContract {
        @Override
        protected AllocatorFactory factory() {
            return new Hierarchical(SorterKind.DRF, SorterKind.RANDOM);
        }
    }

    @Nested
    class With_random_for_roles_and_drf_for_frameworks extends AllocatorContract {
        @Override
        protected AllocatorFactory factory() {
            return new Hierarchical(SorterKind.RANDOM, SorterKind.DRF);
        }
    }
}
