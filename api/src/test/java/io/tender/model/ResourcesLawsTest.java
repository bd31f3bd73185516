package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.domains.Domain;

/** The laws of adding, subtracting and containing. */
@Domain(ResourceArbitraries.class)
@PropertyDefaults(tries = 400)
class ResourcesLawsTest {
    @Property
    void adding_agrees_with_the_naive_algebra(@ForAll Resources a, @ForAll Resources b) {
        Resources sum = a.plus(b);
        assertThat(sum)
                .isEqualTo(NaiveResources.of(a).plus(NaiveResources.of(b)).toResources());
        Invariants.check(sum);
    }

    @Property
    void subtracting_agrees_with_the_naive_algebra(@ForAll Resources a, @ForAll Resources b) {
        Resources left = a.minus(b);
        assertThat(left)
                .isEqualTo(NaiveResources.of(a).minus(NaiveResources.of(b)).toResources());
        Invariants.check(left);
        Resources sum = a.plus(b);
        assertThat(sum.minus(b))
                .isEqualTo(NaiveResources.of(sum).minus(NaiveResources.of(b)).toResources());
    }

    @Property
    void containing_agrees_with_the_naive_algebra(@ForAll Resources a, @ForAll Resources b) {
        assertThat(a.contains(b)).isEqualTo(NaiveResources.of(a).contains(NaiveResources.of(b)));
        Resources sum = a.plus(b);
        assertThat(sum.contains(b)).isEqualTo(NaiveResources.of(sum).contains(NaiveResources.of(b)));
    }

    @Property
    void adding_is_commutative(@ForAll Resources a, @ForAll Resources b) {
        assertThat(a.plus(b)).isEqualTo(b.plus(a)).hasSameHashCodeAs(b.plus(a));
    }

    @Property
    void adding_is_associative(@ForAll Resources a, @ForAll Resources b, @ForAll Resources c) {
        assertThat(a.plus(b).plus(c)).isEqualTo(a.plus(b.plus(c)));
    }

    @Property
    void nothing_is_neutral_and_everything_can_be_taken_away(@ForAll Resources a) {
        assertThat(a.plus(Resources.empty())).isSameAs(a);
        assertThat(Resources.empty().plus(a)).isSameAs(a);
        assertThat(a.minus(Resources.empty())).isSameAs(a);
        assertThat(a.minus(a)).isSameAs(Resources.empty());
        assertThat(a.minus(Resources.of(a.stream().toList()).plus(a))).isSameAs(Resources.empty());
        assertThat(a.contains(a)).isTrue();
        assertThat(a.contains(Resources.empty())).isTrue();
    }

    @Property
    void a_sum_contains_what_was_added(@ForAll Resources a, @ForAll Resources b) {
        assertThat(a.plus(b).contains(a)).isTrue();
        assertThat(a.plus(b).contains(b)).isTrue();
    }

    @Property
    void what_was_added_can_be_taken_away(@ForAll Resources a, @ForAll Resources b) {
        // Ranges and sets are unions: what both sides had is gone after the subtraction.
        Assume.that(a.nonScalars()
                .unallocate()
                .minus(b.nonScalars().unallocate())
                .equals(a.nonScalars().unallocate()));
        assertThat(a.plus(b).minus(b)).isEqualTo(a);
    }

    @Property
    void what_is_contained_can_be_taken_away_and_put_back(@ForAll Resources a, @ForAll Resources b) {
        Resources whole = a.plus(b);
        assertThat(whole.minus(b).plus(b)).isEqualTo(whole);
    }

    @Property
    void equal_collections_contain_each_other(@ForAll Resources a, @ForAll Resources b) {
        Resources again = Resources.parse(a.toString());
        assertThat(again).isEqualTo(a).hasSameHashCodeAs(a);
        assertThat(again.contains(a) && a.contains(again)).isTrue();
        if (a.equals(b)) {
            assertThat(a.contains(b) && b.contains(a)).isTrue();
        }
    }

    @Property
    void quantities_add_up(@ForAll Resources a, @ForAll Resources b) {
        // Shared objects count once however many copies there are, so only the others add up.
        Resources left = a.nonShared();
        Resources right = b.nonShared();
        assertThat(left.plus(right).quantities()).isEqualTo(left.quantities().plus(right.quantities()));
    }

    @Property
    void quantities_are_those_of_the_objects(@ForAll Resources a) {
        ResourceQuantities sum = ResourceQuantities.empty();
        for (Resource resource : a) {
            sum = sum.plus(ResourceQuantities.of(resource.name(), resource.millis()));
        }
        assertThat(a.quantities()).isEqualTo(sum);
        for (String name : a.names()) {
            long amount = a.stream()
                    .filter(it -> it.name().equals(name))
                    .mapToLong(it -> ResourceValues.amount(it.value()))
                    .sum();
            assertThat(a.amount(name)).isEqualTo(amount);
        }
    }

    @Property
    void containing_implies_containing_quantities(@ForAll Resources a, @ForAll Resources b) {
        Resources whole = a.plus(b);
        Resources divisible = b.filter(resource -> resource.key.isDivisible());
        assertThat(whole.quantities().contains(divisible.quantities())).isTrue();
    }

    @Property
    void allocating_and_unallocating_change_nothing_else(@ForAll Resources a, @ForAll Role role) {
        Resources free = a.unallocate();
        Resources held = a.allocate(role);
        assertThat(held.unallocate()).isEqualTo(free);
        assertThat(free.allocate(role)).isEqualTo(held);
        assertThat(held.contains(free)).isEqualTo(a.isEmpty());
        assertThat(held.quantities()).isEqualTo(free.quantities());
        assertThat(held.allocatedTo()).isEqualTo(a.isEmpty() ? Optional.empty() : Optional.of(role));
        assertThat(free.allocate(role).unallocate().minus(free)).isSameAs(Resources.empty());
        Invariants.check(free);
        Invariants.check(held);
    }

    @Property
    void allocations_are_a_partition(@ForAll Resources a, @ForAll Role role) {
        Resources held = a.filter(resource -> resource.allocation().isPresent());
        Resources sum = Resources.empty();
        for (var entry : held.allocations().entrySet()) {
            assertThat(entry.getValue().allocatedTo()).contains(entry.getKey());
            sum = sum.plus(entry.getValue());
        }
        assertThat(sum).isEqualTo(held);
    }
}
