package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What must hold of every collection, however it came about. */
final class Invariants {
    private Invariants() {}

    static void check(Resources resources) {
        List<Resource> objects = resources.stream().toList();
        assertThat(objects).isSorted().hasSize(resources.size());
        assertThat(resources.isEmpty()).isEqualTo(objects.isEmpty());
        Set<List<Object>> divisible = new HashSet<>();
        for (Resource resource : objects) {
            assertThat(resource.isEmpty()).isFalse();
            assertThat(resources.copies(resource)).isPositive();
            if (resource.key.isDivisible()) {
                assertThat(divisible.add(List.of(resource.key, resource.allocation())))
                        .as("%s stands alone", resource)
                        .isTrue();
            }
        }
        assertThat(resources.hasReserved()).isEqualTo(objects.stream().anyMatch(Resource::isReserved));
        assertThat(resources.hasRefined()).isEqualTo(objects.stream().anyMatch(Resource::hasRefinedReservations));
        assertThat(resources.hasRevocable()).isEqualTo(objects.stream().anyMatch(Resource::isRevocable));
        assertThat(resources.hasShared()).isEqualTo(objects.stream().anyMatch(Resource::isShared));
        assertThat(resources.hasNonScalars()).isEqualTo(objects.stream().anyMatch(it -> !it.isScalar()));
        assertThat(resources.hasSpecialScalars())
                .isEqualTo(objects.stream().anyMatch(it -> it.isScalar() && !it.key.isPlain()));
        assertThat(resources.isPlainOnly()).isEqualTo(objects.stream().allMatch(it -> it.key.isPlain()));
        assertThat(Resources.of(resources.plain()))
                .isEqualTo(resources.unallocate().filter(it -> it.key.isPlain()));
    }
}
