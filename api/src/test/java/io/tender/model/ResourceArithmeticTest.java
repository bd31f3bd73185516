package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios T1 to T16 of resource arithmetic. */
class ResourceArithmeticTest {
    private static Resources parse(String text) {
        return Resources.parse(text);
    }

    @Test
    void t1_scalars_and_ranges_are_parsed_and_ranges_coalesce() {
        assertThat(parse("cpus:4;mem:1024;ports:[1-10]")).hasSize(3);
        assertThat(parse("ports:[1-3,4-6, 5-10]")).isEqualTo(parse("ports:[1-10]"));
    }

    @Test
    void t2_a_reservation_makes_another_object_and_repeated_items_merge() {
        assertThat(parse("cpus(r):2;cpus:1")).hasSize(2);
        assertThat(parse("cpus:1;cpus:2")).hasSize(1).isEqualTo(parse("cpus:3"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "cpus            | 4  | ':' and a value",
                "cpus:1:2        | 6  | ';' or the end",
                "cpus:-1         | 5  | not negative",
                "cpus:x          | 5  | a number such as 1024 or 0.5",
                "ports:[1-2      | 10 | ']'",
                "ports:[1-2-3]   | 10 | ']'",
                "cpus(r:1        | 6  | ')'",
                "cpus:nan        | 5  | a number",
            })
    void t3_errors_point_at_the_offending_character(String text, int offset, String expected) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOfSatisfying(
                        ResourceSyntaxException.class,
                        e -> assertThat(e.offset()).isEqualTo(offset))
                .hasMessageContaining(expected)
                .hasMessageContaining("\n" + " ".repeat(offset) + "^ ");
    }

    @Test
    void t4_scalars_are_exact_to_a_thousandth() {
        Resources sum = Resources.empty();
        for (int i = 0; i < 10; i++) {
            sum = sum.plus(parse("cpus:0.1"));
        }
        assertThat(sum).isEqualTo(parse("cpus:1"));
        assertThat(parse("cpus:1.5123")).isEqualTo(parse("cpus:1.512"));
        assertThatThrownBy(() -> parse("cpus:0.0004")).hasMessageContaining("rounds to nothing");
        assertThat(parse("cpus:0")).isSameAs(Resources.empty());
    }

    @Test
    void t5_ranges_and_sets_subtract_as_sets() {
        assertThat(parse("ports:[1-10]").minus(parse("ports:[3-5]"))).isEqualTo(parse("ports:[1-2,6-10]"));
        assertThat(parse("ports:[1-10]").contains(parse("ports:[2-3,9-10]"))).isTrue();
        assertThat(parse("ports:[1-10]").contains(parse("ports:[10-11]"))).isFalse();
        assertThat(parse("bugs:{a,b,c}").minus(parse("bugs:{b,x}"))).isEqualTo(parse("bugs:{a,c}"));
    }

    @Test
    void t6_nothing_becomes_negative_and_strangers_are_ignored() {
        assertThat(parse("cpus:2").minus(parse("cpus:3"))).isSameAs(Resources.empty());
        Resources two = parse("cpus:2");
        assertThat(two.minus(parse("mem:1"))).isSameAs(two);
    }

    @Test
    void t7_reserved_and_unreserved_stay_apart_but_count_together() {
        Resources sum = parse("cpus(r):1").plus(parse("cpus:1"));
        assertThat(sum).hasSize(2);
        assertThat(sum.contains(parse("cpus:2"))).isFalse();
        assertThat(sum.quantities().contains(ResourceQuantities.parse("cpus:2")))
                .isTrue();
    }

    @Test
    void t8_mount_disks_stay_two_and_path_disks_merge() {
        Resources mounts = parse("disk[MOUNT:/a]:10").plus(parse("disk[MOUNT:/a]:10"));
        assertThat(mounts).hasSize(2);
        assertThat(mounts.contains(parse("disk[MOUNT:/a]:5"))).isFalse();
        assertThat(mounts.contains(parse("disk[MOUNT:/a]:10"))).isTrue();
        assertThat(mounts.minus(parse("disk[MOUNT:/a]:10"))).isEqualTo(parse("disk[MOUNT:/a]:10"));
        assertThat(parse("disk[PATH:/a]:10").plus(parse("disk[PATH:/a]:10"))).isEqualTo(parse("disk[PATH:/a]:20"));
    }

    @Test
    void t9_volumes_stay_two_and_shared_copies_are_counted() {
        Resources volume = parse("disk(r)[v:path]:5");
        assertThat(volume.plus(volume)).hasSize(2);
        Resources shared = parse("disk(r)[v:path]<SHARED>:5");
        Resource object = shared.iterator().next();
        Resources twice = shared.plus(shared);
        assertThat(twice).hasSize(1);
        assertThat(twice.copies(object)).isEqualTo(2);
        assertThat(twice.contains(twice)).isTrue();
        Resources once = twice.minus(shared);
        assertThat(once.copies(object)).isEqualTo(1);
        assertThat(once.contains(twice)).isFalse();
        assertThat(once).isNotEqualTo(twice);
        assertThat(once.minus(shared)).isSameAs(Resources.empty());
        assertThat(twice.quantities()).isEqualTo(ResourceQuantities.parse("disk:5"));
    }

    @Test
    void t10_where_a_volume_is_mounted_does_not_matter() {
        assertThat(parse("disk(r)[v:here]:5")).isEqualTo(parse("disk(r)[v:there]:5"));
        assertThat(parse("disk(r)[v@me:here]:5")).isEqualTo(parse("disk(r)[v:here]:5"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cpus(+r{a=1}):1",
                "cpus(+r{a=2}):1",
                "cpus(+r@p):1",
                "cpus(+r@q):1",
                "cpus(r):1",
                "cpus:1",
                "cpus{REV}:1",
                "cpus<PROVIDER p>:1",
                "cpus<ALLOCATED r>:1",
                "cpus(r > +r/s):1"
            })
    void t11_what_differs_in_labels_principal_or_any_mark_is_not_merged(String text) {
        Resources other = parse("cpus(+r):1");
        assertThat(other.plus(parse(text))).hasSize(2);
        assertThat(other.contains(parse(text))).isFalse();
        assertThat(other.minus(parse(text))).isSameAs(other);
    }

    @Test
    void t11_the_order_of_labels_does_not_matter() {
        assertThat(parse("cpus(+r{a,b=1}):1").plus(parse("cpus(+r{b=1,a}):1"))).hasSize(1);
    }

    @Test
    void t11_a_label_without_value_is_not_one_with_an_empty_value() {
        assertThat(parse("cpus(+r{k}):1").plus(parse("cpus(+r{k=\"\"}):1"))).hasSize(2);
        assertThat(parse("cpus(+r{k,k=\"\"}):1")).isEqualTo(parse("cpus(+r{k=\"\",k}):1"));
    }

    @Test
    void t12_reservations_are_refined_downwards_and_dynamically_only() {
        Reservation r = Reservation.ofStatic(Role.of("r"));
        Resource cpus = Resource.scalar("cpus", 1000).pushReservation(r);
        assertThat(cpus.pushReservation(Reservation.dynamic(Role.of("r/s"))).hasRefinedReservations())
                .isTrue();
        assertThat(cpus.pushReservation(Reservation.dynamic(Role.of("r/s/t"))).reservationRole())
                .contains(Role.of("r/s/t"));
        assertThatThrownBy(() -> cpus.pushReservation(Reservation.dynamic(Role.of("s"))))
                .hasMessageContaining("expected: a role below 'r'");
        assertThatThrownBy(() -> cpus.pushReservation(Reservation.dynamic(Role.of("r"))))
                .hasMessageContaining("expected: a role below 'r'");
        assertThatThrownBy(() -> cpus.pushReservation(Reservation.ofStatic(Role.of("r/s"))))
                .hasMessageContaining("only the first one may be STATIC");
        assertThatThrownBy(() -> Reservation.dynamic(Role.ANY)).hasMessageContaining("'*' means unreserved");
    }

    @Test
    void t13_quantities_drop_and_limits_keep_zero() {
        assertThat(ResourceQuantities.parse("cpus:3;mem:5").minus(ResourceQuantities.parse("cpus:4;disk:1")))
                .isEqualTo(ResourceQuantities.parse("mem:5"));
        ResourceLimits none = ResourceLimits.parse("cpus:0");
        assertThat(none.contains(ResourceQuantities.parse("cpus:1"))).isFalse();
        assertThat(none.contains(ResourceQuantities.parse("mem:9"))).isTrue();
    }

    @Test
    void t14_an_item_without_role_takes_the_default_role() {
        Resources read = Resources.parse("cpus:1;mem(q):2;disk(*):3", Role.of("r"));
        assertThat(read).isEqualTo(parse("cpus(r):1;mem(q):2;disk:3"));
    }

    @Test
    void t15_shrinking_to_quantities_drops_and_to_limits_keeps_what_is_not_named() {
        Resources all = parse("cpus:4;mem:100");
        assertThat(all.shrunkTo(ResourceQuantities.parse("cpus:3"), index -> index))
                .isEqualTo(parse("cpus:3"));
        assertThat(all.shrunkTo(ResourceLimits.parse("cpus:3"), index -> index)).isEqualTo(parse("cpus:3;mem:100"));
        assertThat(all.shrunkTo(ResourceLimits.parse("cpus:0"), index -> index)).isEqualTo(parse("mem:100"));
    }

    @ParameterizedTest
    @CsvSource({
        "cpus:1,true",
        "cpus(a):1,true",
        "cpus(a/b):1,true",
        "cpus(a/b/c):1,true",
        "cpus(a/b/d):1,false",
        "cpus(ab):1,false",
        "cpus(a > +a/b/c/d):1,false",
        "cpus(a > +a/b):1,true"
    })
    void t16_reserved_resources_go_to_their_role_and_those_below(String text, boolean allocatable) {
        Resources resources = parse(text);
        Resources expected = allocatable ? resources : Resources.empty();
        assertThat(resources.allocatableTo(Role.of("a/b/c"))).isSameAs(expected);
    }

    @Test
    void a_persistent_volume_asked_for_twice_must_be_there_twice() {
        Resources volume = parse("disk(r)[v:path]:5");
        assertThat(volume.contains(volume.plus(volume))).isFalse();
        assertThat(volume.plus(volume).contains(volume.plus(volume))).isTrue();
        Resources mount = parse("disk[MOUNT:/a]:10");
        assertThat(mount.contains(mount.plus(mount))).isTrue();
    }

    @Test
    void raw_disks_merge_only_without_an_id() {
        assertThat(parse("disk[RAW]:10;disk[RAW]:5")).hasSize(1).isEqualTo(parse("disk[RAW]:15"));
        assertThat(parse("disk[RAW id=a]:10;disk[RAW id=a]:5")).hasSize(2);
        assertThat(parse("disk[RAW profile=fast]:10;disk[RAW profile=slow]:5")).hasSize(2);
        assertThat(parse("disk[RAW id=a]:10").contains(parse("disk[RAW id=a]:5")))
                .isFalse();
        assertThat(parse("disk[RAW]:10").contains(parse("disk[RAW]:5"))).isTrue();
        assertThat(parse("disk[BLOCK]:10;disk[BLOCK]:10")).hasSize(2);
    }

    @Test
    void one_name_may_have_two_types_that_do_not_mix() {
        Resources both = parse("ids:5;ids:[1-3];ids:{a}");
        assertThat(both).hasSize(3);
        assertThat(both.minus(parse("ids:[1-3]"))).isEqualTo(parse("ids:5;ids:{a}"));
        assertThat(both.amount("ids")).isEqualTo(9_000);
    }

    @Test
    void amounts_count_every_object_of_a_name() {
        Resources all = parse("cpus:1.5;cpus(r):2;cpus{REV}:4;ports:[1-10];ports(r):[20-24];bugs:{a,b}");
        assertThat(all.amount("cpus")).isEqualTo(7_500);
        assertThat(all.amount("ports")).isEqualTo(15_000);
        assertThat(all.amount("bugs")).isEqualTo(2_000);
        assertThat(all.amount("mem")).isZero();
        assertThat(parse("ports:[0-18446744073709551615]").amount("ports")).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void unreserving_merges_what_only_reservations_kept_apart() {
        assertThat(parse("cpus(r):1;cpus(+q@p):2;cpus:3").toUnreserved()).isEqualTo(parse("cpus:6"));
        assertThat(parse("disk(r)[v:p]<SHARED x2>:1").toUnreserved()).isEqualTo(parse("disk[v:p]<SHARED x2>:1"));
    }

    @Test
    void allocation_is_part_of_what_a_resource_is() {
        Resources free = parse("cpus:2;ports:[1-5]");
        Resources held = free.allocate(Role.of("r"));
        assertThat(free.contains(held)).isFalse();
        assertThat(free.minus(held)).isSameAs(free);
        assertThat(held.unallocate()).isEqualTo(free);
        assertThat(held.plus(free.allocate(Role.of("q"))).allocations().keySet())
                .containsExactly(Role.of("q"), Role.of("r"));
        assertThat(held.plus(free).allocatedTo()).isEmpty();
        assertThatThrownBy(() -> held.plus(free).allocations()).hasMessageContaining("without an allocation role");
    }

    @Test
    void what_was_allocated_shares_everything_with_what_was_free() {
        Resources free = parse("cpus:2;ports:[1-5]");
        Role role = Role.of("r");
        assertThat(free.minus(free.allocate(role).unallocate())).isSameAs(Resources.empty());
        assertThat(free.allocate(role).allocate(role)).isNotNull();
        Resources held = free.allocate(role);
        assertThat(held.allocate(role)).isSameAs(held);
        assertThat(free.unallocate()).isSameAs(free);
    }

    @Test
    void sums_that_do_not_fit_are_errors_not_nonsense() {
        Resources most = parse("cpus:9223372036854775.807");
        assertThatThrownBy(() -> most.plus(parse("cpus:0.001"))).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> parse("cpus:9223372036854775.807;cpus:1")).isInstanceOf(ResourceSyntaxException.class);
        assertThatThrownBy(() -> parse("cpus:9223372036854775.808")).hasMessageContaining("below 9223372036854775");
    }
}
