package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Domain(ResourceArbitraries.class)
class ResourceQuantitiesTest {
    private static ResourceQuantities parse(String text) {
        return ResourceQuantities.parse(text);
    }

    @Test
    void repeated_names_add_up_and_zeros_are_dropped() {
        assertThat(parse("cpus:1;mem:10;cpus:0.5;disk:0")).hasToString("cpus:1.5;mem:10");
        assertThat(parse("")).isSameAs(ResourceQuantities.empty());
        assertThat(ResourceQuantities.of(Map.of("cpus", 0L))).isSameAs(ResourceQuantities.empty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cpus:-1",
                "cpus:[1-2]",
                "cpus:{a}",
                "cpus(r):1",
                "cpus",
                "cpus:abc",
                "cpus:",
                ":1",
                "cpus{REV}:1",
                "cpus:9223372036854775;cpus:1",
                "\"\":1"
            })
    void what_is_no_amount_is_refused(String text) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(ResourceSyntaxException.class);
    }

    @Test
    void negative_amounts_and_nameless_ones_are_refused() {
        assertThatThrownBy(() -> ResourceQuantities.of("cpus", -1)).hasMessageContaining("-0.001 of 'cpus'");
        assertThatThrownBy(() -> ResourceQuantities.of("", 1)).hasMessageContaining("no name");
    }

    @Test
    void amounts_are_found_by_name_and_by_index() {
        ResourceQuantities quantities = parse("mem:10;cpus:1");
        assertThat(quantities.size()).isEqualTo(2);
        assertThat(quantities.name(0)).isEqualTo("cpus");
        assertThat(quantities.millis(1)).isEqualTo(10_000);
        assertThat(quantities.millis("mem")).isEqualTo(10_000);
        assertThat(quantities.millis(new String("mem"))).isEqualTo(10_000);
        assertThat(quantities.millis("disk")).isZero();
    }

    @Test
    void arrays_handed_over_are_copied() {
        String[] names = {"cpus", "mem", "unused"};
        long[] millis = {1000, 2000, 0};
        ResourceQuantities quantities = ResourceQuantities.ofSorted(names, millis, 2);
        millis[0] = 5;
        assertThat(quantities).isEqualTo(parse("cpus:1;mem:2"));
    }

    @Property
    void arithmetic_agrees_with_that_of_single_names(@ForAll ResourceQuantities a, @ForAll ResourceQuantities b) {
        for (String name : names(a, b)) {
            assertThat(a.plus(b).millis(name)).isEqualTo(a.millis(name) + b.millis(name));
            assertThat(a.minus(b).millis(name)).isEqualTo(Math.max(0, a.millis(name) - b.millis(name)));
            assertThat(a.cappedBy(b).millis(name)).isEqualTo(Math.min(a.millis(name), b.millis(name)));
        }
        boolean contained = names(a, b).stream().allMatch(name -> a.millis(name) >= b.millis(name));
        assertThat(a.contains(b)).isEqualTo(contained);
        wellFormed(a.plus(b));
        wellFormed(a.minus(b));
        wellFormed(a.cappedBy(b));
    }

    private static SortedSet<String> names(ResourceQuantities a, ResourceQuantities b) {
        SortedSet<String> names = new TreeSet<>();
        for (int i = 0; i < a.size(); i++) {
            names.add(a.name(i));
        }
        for (int i = 0; i < b.size(); i++) {
            names.add(b.name(i));
        }
        return names;
    }

    private static void wellFormed(ResourceQuantities quantities) {
        for (int i = 0; i < quantities.size(); i++) {
            assertThat(quantities.millis(i)).isPositive();
            assertThat(quantities.name(i)).isSameAs(Names.intern(quantities.name(i)));
            if (i > 0) {
                assertThat(quantities.name(i - 1)).isLessThan(quantities.name(i));
            }
        }
        if (quantities.isEmpty()) {
            assertThat(quantities).isSameAs(ResourceQuantities.empty());
        }
    }

    @Property
    void adding_is_commutative_associative_and_undone_by_subtracting(
            @ForAll ResourceQuantities a, @ForAll ResourceQuantities b, @ForAll ResourceQuantities c) {
        assertThat(a.plus(b)).isEqualTo(b.plus(a)).hasSameHashCodeAs(b.plus(a));
        assertThat(a.plus(b).plus(c)).isEqualTo(a.plus(b.plus(c)));
        assertThat(a.plus(b).minus(b)).isEqualTo(a);
        assertThat(a.plus(b).contains(a)).isTrue();
    }

    @Property
    void nothing_is_allocated_where_nothing_changes(@ForAll ResourceQuantities a, @ForAll ResourceQuantities b) {
        assertThat(a.plus(ResourceQuantities.empty())).isSameAs(a);
        assertThat(ResourceQuantities.empty().plus(a)).isSameAs(a);
        assertThat(a.minus(ResourceQuantities.empty())).isSameAs(a);
        assertThat(a.minus(a)).isSameAs(ResourceQuantities.empty());
        assertThat(a.cappedBy(a.plus(b))).isSameAs(a);
        assertThat(a.minus(ResourceQuantities.of("other", 1))).isSameAs(a);
    }

    @Property
    void limits_cut_and_count_down(@ForAll ResourceLimits limits, @ForAll ResourceQuantities used) {
        for (int i = 0; i < limits.size(); i++) {
            String name = limits.name(i);
            assertThat(limits.limit(name)).hasValue(limits.millis(i));
            assertThat(limits.minus(used).limit(name)).hasValue(Math.max(0, limits.millis(i) - used.millis(name)));
            assertThat(used.cappedBy(limits).millis(name)).isEqualTo(Math.min(used.millis(name), limits.millis(i)));
        }
        assertThat(limits.contains(used.cappedBy(limits))).isTrue();
        assertThat(limits.contains(used)).isEqualTo(used.cappedBy(limits).equals(used));
        assertThat(limits.minus(used).size()).isEqualTo(limits.size());
        wellFormed(used.cappedBy(limits));
    }

    @Test
    void limits_keep_zeros_and_refuse_doubles() {
        ResourceLimits limits = ResourceLimits.parse("cpus:0;mem:5");
        assertThat(limits).hasToString("cpus:0;mem:5");
        assertThat(limits.limit("cpus")).hasValue(0);
        assertThat(limits.limit("disk")).isEmpty();
        assertThatThrownBy(() -> ResourceLimits.parse("cpus:1;cpus:2"))
                .isInstanceOfSatisfying(
                        ResourceSyntaxException.class,
                        e -> assertThat(e.offset()).isEqualTo(7))
                .hasMessageContaining("'cpus' was given before");
        assertThat(ResourceLimits.parse("")).isSameAs(ResourceLimits.none());
    }

    @Test
    void quota_can_be_nothing_or_both_promise_and_bound() {
        assertThat(Quota.NONE.isDefault()).isTrue();
        Quota both = Quota.both(parse("cpus:2"));
        assertThat(both.isDefault()).isFalse();
        assertThat(both.limits()).isEqualTo(ResourceLimits.parse("cpus:2"));
        assertThat(new Quota(ResourceQuantities.empty(), ResourceLimits.parse("cpus:0")).isDefault())
                .isFalse();
        assertThat(Quota.both(ResourceQuantities.empty())).isEqualTo(Quota.NONE);
    }

    @Test
    void ids_are_visible_names() {
        assertThat(new AgentId("a1")).hasToString("a1").isLessThan(new AgentId("a2"));
        assertThat(new FrameworkId("f1")).hasToString("f1").isLessThan(new FrameworkId("f2"));
        assertThatThrownBy(() -> new AgentId(" ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FrameworkId("")).isInstanceOf(IllegalArgumentException.class);
    }
}
