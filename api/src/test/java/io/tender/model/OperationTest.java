package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Section 11 of the specification, and what scenarios G1 to G10 ask of operations alone. */
class OperationTest {
    private static Resources parse(String text) {
        return Resources.parse(text);
    }

    private static Resource one(String text) {
        return parse(text).iterator().next();
    }

    private static Operation reserve(String text) {
        return new Operation.Reserve(parse(text));
    }

    private static Operation unreserve(String text) {
        return new Operation.Unreserve(parse(text));
    }

    private static Operation create(String text) {
        return new Operation.Create(parse(text));
    }

    private static Operation destroy(String text) {
        return new Operation.Destroy(parse(text));
    }

    private static void becomes(String before, String after, Operation... operations) {
        assertThat(Operation.applyAll(parse(before), List.of(operations))).isEqualTo(new Applied.Ok(parse(after)));
    }

    private static void refused(String before, String reason, Operation... operations) {
        assertThat(Operation.applyAll(parse(before), List.of(operations)))
                .isInstanceOfSatisfying(
                        Applied.Refused.class, it -> assertThat(it.reason()).contains(reason));
    }

    @Test
    void g1_a_volume_is_created_from_disk_space() {
        becomes("cpus:100;mem:100;disk:100", "cpus:100;mem:100;disk:95;disk[ID:path]:5", create("disk[ID:path]:5"));
    }

    @Test
    void g2_a_conversion_may_remove() {
        ResourceConversion removal = new ResourceConversion(parse("disk:100"), Resources.empty());
        assertThat(ResourceConversion.applyAll(parse("cpus:1;disk:100"), List.of(removal)))
                .isEqualTo(new Applied.Ok(parse("cpus:1")));
    }

    @Test
    void g3_a_shared_volume_is_created_and_destroyed() {
        becomes(
                "disk(role1):100",
                "disk(role1):95;disk(role1)[id1:p]<SHARED>:5",
                create("disk(role1)[id1:p]<SHARED>:5"));
        becomes(
                "disk(role1):95;disk(role1)[id1:p]<SHARED>:5",
                "disk(role1):100",
                destroy("disk(role1)[id1:p]<SHARED>:5"));
    }

    @Test
    void g5_resources_are_reserved() {
        becomes(
                "cpus:100;mem:100;disk:100",
                "cpus:75;mem:50;disk:100;cpus(+role1):25;mem(+role1):50",
                reserve("cpus(+role1):25;mem(+role1):50"));
    }

    @Test
    void g6_what_is_not_there_cannot_be_reserved() {
        refused("mem:100", "expected it to contain 'cpus:25'", reserve("cpus(+role1):25"));
    }

    @Test
    void g7_operations_follow_each_other_all_or_none() {
        becomes(
                "disk:100;cpus:1",
                "cpus:1;disk(+r):60;disk(+r)[v:p]:40",
                reserve("disk(+r):100"),
                create("disk(+r)[v:p]:40"));
        refused("disk:100;cpus:1", "contain", reserve("disk(+r):100"), create("disk(+r)[v:p]:140"));
    }

    @Test
    void g8_a_volume_with_another_shared_copy_is_not_destroyed() {
        refused("disk(r)[v:p]<SHARED x2>:5", "additional shared copies", destroy("disk(r)[v:p]<SHARED>:5"));
    }

    @Test
    void g9_volumes_grow_and_shrink() {
        Operation grow = new Operation.GrowVolume(one("disk(r)[v:p]:50"), one("disk(r):30"));
        becomes("disk(r):50;disk(r)[v:p]:50", "disk(r):20;disk(r)[v:p]:80", grow);
        Operation shrink = new Operation.ShrinkVolume(one("disk(r)[v:p]:80"), 60_000);
        becomes("disk(r):50;disk(r)[v:p]:50", "disk(r):80;disk(r)[v:p]:20", grow, shrink);
    }

    @Test
    void g10_a_refined_reservation_is_undone_step_by_step() {
        becomes("cpus(+eng > +eng/dev):2", "cpus(+eng):2", unreserve("cpus(+eng > +eng/dev):2"));
        becomes("cpus(+eng > +eng/dev):2", "cpus:2", unreserve("cpus(+eng > +eng/dev):2"), unreserve("cpus(+eng):2"));
    }

    @Test
    void a_reservation_is_refined_and_moved() {
        becomes("cpus(a):2", "cpus(a > +a/b):1;cpus(a):1", reserve("cpus(a > +a/b):1"));
        Operation move = new Operation.Reserve(parse("cpus(+b):2"), Optional.of(parse("cpus(+a):2")));
        becomes("cpus(+a):3", "cpus(+a):1;cpus(+b):2", move);
        Operation refined = new Operation.Reserve(parse("cpus(a > +a/c):2"), Optional.of(parse("cpus(a > +a/b):2")));
        becomes("cpus(a > +a/b):2", "cpus(a > +a/c):2", refined);
    }

    @Test
    void unreserving_is_one_conversion_per_object() {
        assertThat(unreserve("cpus(+r):1;mem(+r):2").conversions()).hasSize(2);
        assertThat(create("disk[a:p]:1;disk[b:p]:2").conversions()).hasSize(2);
    }

    @Test
    void a_volume_on_a_source_gives_the_disk_of_that_source_back() {
        becomes("disk[MOUNT:/m,v:p]:5", "disk[MOUNT:/m]:5", destroy("disk[MOUNT:/m,v:p]:5"));
        becomes("disk[MOUNT:/m]:5", "disk[MOUNT:/m,v:p]:5", create("disk[MOUNT:/m,v:p]:5"));
        refused("disk[MOUNT:/m]:5", "contain", create("disk[MOUNT:/m,v:p]:3"));
    }

    @Test
    void a_volume_that_exists_already_is_not_shared_once_more_by_creating_it() {
        refused("disk[v:p]<SHARED>:5;disk:5", "of 'disk' after the operation", create("disk[v:p]<SHARED>:5"));
    }

    @Test
    void overlapping_ports_are_not_lost_unnoticed() {
        refused("ports:[1-5];ports(+r):[1-5]", "of 'ports' after the operation", unreserve("ports(+r):[1-5]"));
    }

    @Test
    void allocation_roles_must_match() {
        Operation free = reserve("cpus(+r):1");
        Operation held = free.withAllocation(Role.of("r"));
        Resources resources = parse("cpus:2").allocate(Role.of("r"));
        assertThat(Operation.applyAll(resources, List.of(free))).isInstanceOf(Applied.Refused.class);
        assertThat(Operation.applyAll(resources, List.of(held)))
                .isEqualTo(new Applied.Ok(parse("cpus:1;cpus(+r):1").allocate(Role.of("r"))));
        assertThat(held.withoutAllocation()).isEqualTo(free);
    }

    @Test
    void every_operation_can_be_restated_for_a_role() {
        Role role = Role.of("r");
        List<Operation> operations = List.of(
                reserve("cpus(+r):1"),
                new Operation.Reserve(parse("cpus(+b):2"), Optional.of(parse("cpus(+a):2"))),
                unreserve("cpus(+r):1"),
                create("disk[v:p]:1"),
                destroy("disk[v:p]:1"),
                new Operation.GrowVolume(one("disk[v:p]:1"), one("disk:1")),
                new Operation.ShrinkVolume(one("disk[v:p]:2"), 1000),
                new Operation.CreateDisk(
                        one("disk[RAW profile=x]<PROVIDER p>:1"), Disk.Source.Type.MOUNT, Optional.empty()),
                new Operation.DestroyDisk(one("disk[MOUNT id=x]<PROVIDER p>:1")));
        for (Operation operation : operations) {
            assertThat(operation.withAllocation(role)).isNotEqualTo(operation);
            assertThat(operation.withAllocation(role).withoutAllocation()).isEqualTo(operation);
        }
    }

    @Test
    void disks_of_a_provider_are_converted_by_its_answer() {
        Resource raw = one("disk[RAW profile=x]<PROVIDER p>:100");
        Operation.CreateDisk create = new Operation.CreateDisk(raw, Disk.Source.Type.MOUNT, Optional.empty());
        assertThatThrownBy(create::conversions).hasMessageContaining("conversion(result)");
        Resources made = parse("disk[MOUNT:/m id=d profile=x]<PROVIDER p>:100");
        assertThat(create.conversion(made).apply(Resources.of(raw))).isEqualTo(new Applied.Ok(made));
        Operation.DestroyDisk destroy =
                new Operation.DestroyDisk(made.iterator().next());
        assertThatThrownBy(destroy::conversions).hasMessageContaining("DESTROY_DISK");
        assertThat(destroy.conversion(Resources.empty()).apply(made)).isEqualTo(new Applied.Ok(Resources.empty()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                  | nothing to do",
                "cpus:1            | no dynamic reservation on top",
                "cpus(r):1         | no dynamic reservation on top",
                "cpus(+r){REV}:1   | revocable",
                "disk(+r)[v:p]:1   | a persistent volume keeps its reservation",
            })
    void what_cannot_be_reserved_is_refused_at_once(String text, String problem) {
        assertThatThrownBy(() -> reserve(text == null ? "" : text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem)
                .hasMessageContaining("to do:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cpus(a):1               | cpus(+b):1",
                "cpus(a > +a/b):1        | cpus(+b):1",
                "cpus(a > +a/b):1        | cpus(c > +c/b):1",
                "cpus:1                  | cpus(a > +a/b):1",
                "cpus(a):1;cpus(+b):1    | cpus(+c):2",
                "cpus(a):1;mem(+b):1     | cpus(+c):1;mem(a > +a/c):1",
            })
    void static_reservations_are_neither_moved_nor_made(String source, String result) {
        assertThatThrownBy(() -> new Operation.Reserve(parse(result), Optional.of(parse(source))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("static ones belong to the agent");
    }

    @Test
    void revocable_disk_space_holds_no_volume() {
        String volume = "disk(+r)[v:p]{REV}:5";
        assertThatThrownBy(() -> create(volume)).hasMessageContaining("CREATE: revocable disk space");
        assertThatThrownBy(() -> new Operation.GrowVolume(one(volume), one("disk(+r){REV}:1")))
                .hasMessageContaining("GROW_VOLUME: revocable disk space");
    }

    @Test
    void what_cannot_be_done_is_refused_at_once() {
        assertThatThrownBy(() -> new Operation.Reserve(parse("cpus(+b):2"), Optional.of(parse("cpus(+a):1"))))
                .hasMessageContaining("not the same resources");
        assertThatThrownBy(() -> unreserve("cpus(r):1")).hasMessageContaining("no dynamic reservation");
        assertThatThrownBy(() -> unreserve("disk(+r)[v:p]:1")).hasMessageContaining("destroy the volume first");
        assertThatThrownBy(() -> create("disk:1")).hasMessageContaining("no persistent volume");
        assertThatThrownBy(() -> destroy("disk:1")).hasMessageContaining("no persistent volume");
        assertThatThrownBy(() -> create("disk[v:p]<SHARED x2>:1")).hasMessageContaining("named twice");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "disk:5                         | disk:5         | no persistent volume",
                "disk(r)[v:p]:5                 | disk:5         | not of the disk",
                "disk(r)[v:p]:5                 | cpus(r):5      | not of the disk",
                "disk[v:p]:5                    | disk[w:p]:5    | not of the disk",
                "disk[v:p]<SHARED>:5            | disk:5         | shared volume has a fixed size",
                "disk[MOUNT:/m,v:p]:5           | disk[MOUNT:/m]:5 | taken whole",
                "disk[v:p]<PROVIDER x>:5        | disk<PROVIDER x>:5 | fixed size",
                "disk[v:p]:5                    | disk<PROVIDER x>:5 | fixed size",
            })
    void volumes_that_cannot_grow_are_refused(String volume, String addition, String problem) {
        assertThatThrownBy(() -> new Operation.GrowVolume(one(volume), one(addition)))
                .hasMessageContaining(problem);
    }

    @Test
    void volumes_shrink_to_more_than_nothing() {
        Resource volume = one("disk[v:p]:5");
        assertThatThrownBy(() -> new Operation.ShrinkVolume(volume, 5000)).hasMessageContaining("less than 5");
        assertThatThrownBy(() -> new Operation.ShrinkVolume(volume, 0)).hasMessageContaining("more than 0");
        assertThatThrownBy(() -> new Operation.ShrinkVolume(one("disk[BLOCK,v:p]:5"), 1000))
                .hasMessageContaining("taken whole");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "disk[PATH]<PROVIDER p>:1          | MOUNT |   | no RAW disk",
                "disk[RAW]:1                       | MOUNT | x | no RAW disk",
                "disk[RAW]<PROVIDER p>:1           | PATH  | x | MOUNT or BLOCK",
                "disk[RAW]<PROVIDER p>:1           | BLOCK |   | exactly once",
                "disk[RAW profile=y]<PROVIDER p>:1 | BLOCK | x | exactly once",
            })
    void disks_that_cannot_be_made_are_refused(String source, Disk.Source.Type target, String profile, String problem) {
        assertThatThrownBy(() -> new Operation.CreateDisk(one(source), target, Optional.ofNullable(profile)))
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"disk[RAW]<PROVIDER p>:1", "disk[MOUNT]:1", "disk[MOUNT,v:p]<PROVIDER p>:1", "disk<PROVIDER p>:1"})
    void disks_that_cannot_be_destroyed_are_refused(String source) {
        assertThatThrownBy(() -> new Operation.DestroyDisk(one(source))).hasMessageContaining("DESTROY_DISK");
    }
}
