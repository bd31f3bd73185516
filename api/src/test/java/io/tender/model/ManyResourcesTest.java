package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hundreds of reservations on one agent, a few of which come and go. */
class ManyResourcesTest {
    private static final int ROLES = 200;

    private final List<Resources> ofRole = new ArrayList<>();

    private Resources build(Random random) {
        List<Resource> all = new ArrayList<>();
        for (int i = 0; i < ROLES; i++) {
            Reservation reservation = Reservation.dynamic(Role.of("role-" + i), "ops")
                    .withLabels(Label.of("id", Integer.toString(random.nextInt())));
            List<Resource> some = List.of(
                    Resource.scalar("cpus", 1 + random.nextInt(5000)).pushReservation(reservation),
                    Resource.scalar("mem", 1 + random.nextInt(5000)).pushReservation(reservation),
                    Resource.scalar("disk", 1 + random.nextInt(5000))
                            .pushReservation(reservation)
                            .withDisk(Disk.persistent("v" + i, "path"))
                            .asShared(),
                    Resource.ranges("ports", 1, 1 + random.nextInt(9)).pushReservation(reservation));
            ofRole.add(Resources.of(some));
            all.addAll(some);
        }
        return Resources.of(all);
    }

    private Resources few(Random random) {
        Resources few = Resources.empty();
        for (int i = random.nextInt(4); i >= 0; i--) {
            Resources some = ofRole.get(random.nextInt(ROLES));
            few = few.plus(random.nextBoolean() ? some : some.filter(resource -> random.nextBoolean()));
        }
        return few;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void a_few_of_many_are_found_taken_and_put_back(long seed) {
        Random random = new Random(seed);
        Resources all = build(random);
        assertThat(all).hasSize(4 * ROLES);
        for (int round = 0; round < 12; round++) {
            Resources few = few(random);
            assertThat(all.contains(few)).isEqualTo(NaiveResources.of(all).contains(NaiveResources.of(few)));
            Resources less = all.minus(few);
            assertThat(less)
                    .hasToString(NaiveResources.of(all)
                            .minus(NaiveResources.of(few))
                            .toResources()
                            .toString());
            Resources more = less.plus(few(random));
            Invariants.check(more);
            all = random.nextInt(5) == 0 ? more : less.plus(few);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void views_of_many_keep_what_they_promise(long seed) {
        Random random = new Random(seed);
        Resources all = build(random).plus(Resources.parse("cpus:1;ports:[100-200]"));
        for (int i = 0; i < ROLES; i += 17) {
            Role role = Role.of("role-" + i);
            assertThat(all.reserved(role)).isEqualTo(ofRole.get(i));
            assertThat(all.allocatableTo(role)).isEqualTo(ofRole.get(i).plus(all.unreserved()));
        }
        assertThat(all.allocatableTo(Role.of("stranger"))).isEqualTo(Resources.parse("cpus:1;ports:[100-200]"));
        assertThat(all.filter(resource -> !resource.isReservedTo(Role.of("role-0"))))
                .isEqualTo(all.minus(ofRole.get(0)));
        assertThat(all.scalars()).isEqualTo(all.filter(Resource::isScalar));
        assertThat(all.nonShared()).isEqualTo(all.filter(resource -> !resource.isShared()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void holdings_of_many_roles_keep_their_parts(long seed) {
        Random random = new Random(seed);
        Resources all = build(random);
        Resources held = Resources.empty();
        for (int i = 0; i < ROLES; i++) {
            held = held.plus(ofRole.get(i).allocate(Role.of("role-" + i)));
        }
        assertThat(held.allocations()).hasSize(ROLES);
        assertThat(held.unallocate()).isEqualTo(all);
        for (int round = 0; round < 12; round++) {
            int i = random.nextInt(ROLES);
            Resources part = ofRole.get(i).allocate(Role.of("role-" + i));
            assertThat(held.contains(part)).isTrue();
            assertThat(held.contains(part.unallocate())).isFalse();
            Resources less = held.minus(part);
            assertThat(less.contains(part)).isFalse();
            assertThat(less.unallocate()).isEqualTo(all.minus(part.unallocate()));
            assertThat(less.quantities()).isEqualTo(all.minus(part.unallocate()).quantities());
            assertThat(less.plus(part)).isEqualTo(held).hasSameHashCodeAs(held);
        }
    }
}
