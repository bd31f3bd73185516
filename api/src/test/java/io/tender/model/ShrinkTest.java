package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;

@Domain(ResourceArbitraries.class)
@Domain(DomainContext.Global.class)
class ShrinkTest {
    private static Resources parse(String text) {
        return Resources.parse(text);
    }

    private static ResourceQuantities quantities(String text) {
        return ResourceQuantities.parse(text);
    }

    @Test
    void the_drawn_order_decides_which_object_is_cut() {
        Resources all = parse("cpus:2;cpus(r):2;cpus{REV}:2");
        assertThat(all.shrunkTo(quantities("cpus:3"), index -> index)).isEqualTo(parse("cpus:2;cpus{REV}:1"));
        assertThat(all.shrunkTo(quantities("cpus:3"), index -> -index)).isEqualTo(parse("cpus(r):2;cpus{REV}:1"));
        assertThat(all.shrunkTo(quantities("cpus:3"), index -> 0)).isEqualTo(parse("cpus:2;cpus{REV}:1"));
    }

    @Test
    void nothing_is_drawn_where_it_makes_no_difference() {
        List<Long> drawn = new ArrayList<>();
        Resources all = parse("cpus:4;mem:10;disk:5;disk(r):5;ports:[1-5]");
        all.shrunkTo(quantities("cpus:1;mem:1;disk:10"), index -> record(drawn, index));
        all.shrunkTo(ResourceLimits.parse("cpus:1;mem:1"), index -> record(drawn, index));
        assertThat(drawn).isEmpty();
        all.shrunkTo(quantities("disk:9"), index -> record(drawn, index));
        assertThat(drawn).containsExactly(1L, 2L);
    }

    private static long record(List<Long> drawn, long index) {
        drawn.add(index);
        return index;
    }

    @Test
    void indivisible_disks_are_taken_whole_or_left_out() {
        Resources disks = parse("disk[MOUNT:/a]:10;disk[MOUNT:/b]:4;disk(r)[v:p]:3;disk[RAW id=x]:2");
        assertThat(disks.shrunkTo(quantities("disk:9"), index -> index).quantities())
                .isEqualTo(quantities("disk:9"));
        assertThat(disks.shrunkTo(quantities("disk:1"), index -> index)).isSameAs(Resources.empty());
        assertThat(parse("disk[PATH:/a]:10").shrunkTo(quantities("disk:1"), index -> index))
                .isEqualTo(parse("disk[PATH:/a]:1"));
    }

    @Test
    void several_disks_fill_one_target_together() {
        Resources disks = parse("disk:5;disk[PATH:/a]:5;disk[PATH:/b]:5");
        Resources cut = disks.shrunkTo(quantities("disk:12"), index -> index);
        assertThat(cut).isEqualTo(parse("disk:5;disk[PATH:/a]:5;disk[PATH:/b]:2"));
    }

    @Test
    void ranges_and_sets_are_dropped_by_quantities_and_kept_by_limits_unless_named() {
        Resources all = parse("cpus:4;ports:[1-5];bugs:{a}");
        assertThat(all.shrunkTo(quantities("cpus:9;ports:9"), index -> index)).isEqualTo(parse("cpus:4"));
        assertThat(all.shrunkTo(ResourceLimits.parse("cpus:9"), index -> index)).isSameAs(all);
        assertThat(all.shrunkTo(ResourceLimits.parse("ports:9"), index -> index))
                .isEqualTo(parse("cpus:4;bugs:{a}"));
    }

    @Test
    void shared_copies_stay_together() {
        Resources all = parse("disk(r)[v:p]<SHARED x3>:5;disk:10");
        assertThat(all.shrunkTo(quantities("disk:6"), index -> -index))
                .isEqualTo(parse("disk(r)[v:p]<SHARED x3>:5;disk:1"));
    }

    @Property
    void a_shrunk_collection_is_contained_and_within_its_target(
            @ForAll Resources all, @ForAll ResourceQuantities target, @ForAll long seed) {
        Resources cut = all.shrunkTo(target, index -> new Random(seed + index).nextLong());
        assertThat(all.contains(cut)).isTrue();
        assertThat(target.contains(cut.quantities())).isTrue();
        assertThat(cut.hasNonScalars()).isFalse();
        assertThat(cut.shrunkTo(target, index -> index)).isSameAs(cut);
        if (!all.hasNonScalars() && target.contains(all.quantities())) {
            assertThat(cut).isSameAs(all);
        }
        Invariants.check(cut);
    }

    @Property
    void as_much_as_possible_is_kept(@ForAll Resources all, @ForAll ResourceQuantities target, @ForAll long seed) {
        Resources divisible = all.filter(resource -> resource.isScalar() && resource.key.isDivisible());
        Resources cut = divisible.shrunkTo(target, index -> new Random(seed + index).nextLong());
        assertThat(cut.quantities()).isEqualTo(divisible.quantities().cappedBy(target));
    }

    @Property
    void a_collection_shrunk_to_limits_keeps_what_is_not_limited(
            @ForAll Resources all, @ForAll ResourceLimits limits, @ForAll long seed) {
        Resources cut = all.shrunkTo(limits, index -> new Random(seed + index).nextLong());
        assertThat(all.contains(cut)).isTrue();
        assertThat(limits.contains(cut.quantities())).isTrue();
        Resources free = all.filter(resource -> limits.limit(resource.name()).isEmpty());
        assertThat(cut.filter(resource -> limits.limit(resource.name()).isEmpty()))
                .isEqualTo(free);
        assertThat(cut.shrunkTo(limits, index -> index)).isSameAs(cut);
        Invariants.check(cut);
    }
}
