package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;

/** Every view keeps exactly the objects it promises, and is the collection itself when that is all of them. */
@Domain(ResourceArbitraries.class)
class ResourcesViewsTest {
    private static void keeps(Resources all, Resources view, Predicate<Resource> expected) {
        assertThat(view.stream())
                .containsExactlyElementsOf(all.stream().filter(expected).toList());
        for (Resource resource : view) {
            assertThat(view.copies(resource)).isEqualTo(all.copies(resource));
        }
        Invariants.check(view);
        if (all.stream().allMatch(expected)) {
            assertThat(view).isSameAs(all);
        }
        if (all.stream().noneMatch(expected)) {
            assertThat(view).isSameAs(Resources.empty());
        }
    }

    @Property
    void views_keep_what_they_promise(@ForAll Resources all) {
        keeps(all, all.reserved(), Resource::isReserved);
        keeps(all, all.unreserved(), it -> !it.isReserved());
        keeps(all, all.revocable(), Resource::isRevocable);
        keeps(all, all.nonRevocable(), it -> !it.isRevocable());
        keeps(all, all.shared(), Resource::isShared);
        keeps(all, all.nonShared(), it -> !it.isShared());
        keeps(all, all.scalars(), Resource::isScalar);
        keeps(all, all.nonScalars(), it -> !it.isScalar());
        keeps(all, all.persistentVolumes(), Resource::isPersistentVolume);
        keeps(all, all.nonRefined(), it -> !it.hasRefinedReservations());
    }

    @Property
    void views_by_role_keep_what_they_promise(@ForAll Resources all, @ForAll Role role) {
        keeps(all, all.allocation(role), it -> it.allocation().equals(Optional.of(role)));
        keeps(all, all.reserved(role), it -> it.isReservedTo(role));
        keeps(all, all.allocatableTo(role), it -> it.allocatableTo(role));
        keeps(all, all.filter(it -> it.allocatableTo(role)), it -> it.allocatableTo(role));
    }

    @Property
    void unreserving_keeps_the_amounts(@ForAll Resources all) {
        Resources unreserved = all.toUnreserved();
        assertThat(unreserved.hasReserved()).isFalse();
        assertThat(unreserved.nonShared().quantities())
                .isEqualTo(all.nonShared().quantities());
        Invariants.check(unreserved);
    }

    @Property
    void a_pushed_reservation_can_be_popped(@ForAll Resources all) {
        Resources below = all.unreserved();
        Resources pushed = below.pushReservation(Reservation.dynamic(Role.of("new/role")));
        assertThat(pushed.reserved(Role.of("new/role"))).isEqualTo(pushed);
        assertThat(pushed.popReservation()).isEqualTo(below);
    }
}
