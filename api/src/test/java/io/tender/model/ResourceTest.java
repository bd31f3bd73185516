package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;

@Domain(ResourceArbitraries.class)
class ResourceTest {
    @Test
    void a_resource_has_a_name_and_an_amount_that_is_not_negative() {
        assertThatThrownBy(() -> Resource.scalar("", 1)).hasMessageContaining("no name");
        assertThatThrownBy(() -> Resource.scalar("cpus", -1)).hasMessageContaining("-0.001");
        assertThatThrownBy(() -> Resource.of("cpus", new Value.Text("many"))).hasMessageContaining("'many'");
        assertThat(Resource.scalar("cpus", 0).isEmpty()).isTrue();
        assertThat(Resources.of(Resource.scalar("cpus", 0), Resource.set("bugs")))
                .isSameAs(Resources.empty());
    }

    @Test
    void only_the_scalar_disk_has_disk_information() {
        Disk path = Disk.of(Disk.Source.of(Disk.Source.Type.PATH));
        assertThat(Resource.scalar("disk", 1).withDisk(path).disk()).contains(path);
        assertThatThrownBy(() -> Resource.scalar("cpus", 1).withDisk(path))
                .hasMessageContaining("the scalar 'disk' only");
        assertThatThrownBy(() -> Resource.ranges("disk", 1, 2).withDisk(path))
                .hasMessageContaining("the scalar 'disk' only");
        assertThatThrownBy(() -> new Disk(Optional.empty(), Optional.empty(), Optional.empty()))
                .hasMessageContaining("empty");
    }

    @Test
    void block_and_raw_disks_have_no_root() {
        assertThatThrownBy(() -> Disk.Source.of(Disk.Source.Type.RAW).withRoot("/a"))
                .hasMessageContaining("A RAW disk");
        assertThatThrownBy(() -> Disk.Source.of(Disk.Source.Type.BLOCK).withRoot("/a"))
                .hasMessageContaining("A BLOCK disk");
        assertThat(Disk.Source.of(Disk.Source.Type.PATH).withRoot("/a").root()).contains("/a");
        assertThat(Disk.Source.of(Disk.Source.Type.MOUNT).withRoot("/a").root()).contains("/a");
    }

    @Test
    void only_persistent_volumes_can_be_shared() {
        Resource volume = Resource.scalar("disk", 1).withDisk(Disk.persistent("v", "path"));
        assertThat(volume.asShared().isShared()).isTrue();
        assertThatThrownBy(() -> Resource.scalar("disk", 1).asShared()).hasMessageContaining("Only persistent volumes");
        assertThat(volume.asShared().withoutVolume()).isEqualTo(Resource.scalar("disk", 1));
        assertThat(volume.asShared().withoutDisk().isShared()).isFalse();
        assertThatThrownBy(() -> new Disk.Persistence("", Optional.empty())).hasMessageContaining("no id");
    }

    @Test
    void the_disk_below_a_volume_keeps_its_source() {
        Disk.Source source =
                Disk.Source.of(Disk.Source.Type.MOUNT).withRoot("/m").withProfile("fast");
        Resource volume =
                Resource.scalar("disk", 1).withDisk(Disk.persistent("v", "path").withSource(source));
        assertThat(volume.withoutVolume()).isEqualTo(Resource.scalar("disk", 1).withDisk(Disk.of(source)));
    }

    @Test
    void the_innermost_reservation_is_popped_first() {
        Resource refined = Resource.scalar("cpus", 1000)
                .withReservations(Reservation.ofStatic(Role.of("a")), Reservation.dynamic(Role.of("a/b")));
        assertThat(refined.isReservedTo(Role.of("a/b"))).isTrue();
        assertThat(refined.isReservedTo(Role.of("a"))).isFalse();
        Resource outer = refined.popReservation();
        assertThat(outer.isReservedTo(Role.of("a"))).isTrue();
        assertThat(outer.popReservation().isReserved()).isFalse();
        assertThatThrownBy(() -> outer.popReservation().popReservation())
                .hasMessageContaining("'cpus:1' is not reserved");
        assertThat(refined.toUnreserved()).isEqualTo(Resource.scalar("cpus", 1000));
    }

    @Test
    void the_type_of_a_value_does_not_change() {
        assertThatThrownBy(() -> Resource.scalar("cpus", 1).withValue(Value.Items.of("a")))
                .hasMessageContaining("SCALAR");
        assertThat(Resource.ranges("ports", 1, 2).millis()).isZero();
    }

    @Property
    void the_order_of_objects_is_total(@ForAll Resource a, @ForAll Resource b, @ForAll Resource c) {
        assertThat(Integer.signum(a.compareTo(b))).isEqualTo(-Integer.signum(b.compareTo(a)));
        assertThat(a.equals(b)).isEqualTo(a.compareTo(b) == 0);
        if (a.equals(b)) {
            assertThat(a).hasSameHashCodeAs(b);
        }
        List<Resource> sorted = List.of(a, b, c).stream().sorted().toList();
        assertThat(sorted.get(0)).isLessThanOrEqualTo(sorted.get(2));
    }

    @Property
    void one_object_is_a_collection_of_one(@ForAll Resource resource) {
        Resources one = Resources.of(resource);
        assertThat(one.size()).isEqualTo(resource.isEmpty() ? 0 : 1);
        assertThat(one).isEqualTo(Resources.empty().plus(resource));
        assertThat(one.contains(resource)).isTrue();
        assertThat(one.minus(resource)).isSameAs(Resources.empty());
        assertThat(one.copies(resource)).isEqualTo(resource.isEmpty() ? 0 : 1);
        if (!resource.isEmpty()) {
            assertThat(Resources.parse(resource.toString())).isEqualTo(one);
        }
    }
}
