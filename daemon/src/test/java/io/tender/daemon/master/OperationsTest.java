package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.AgentId;
import io.tender.model.Disk;
import io.tender.model.Operation;
import io.tender.model.Reservation;
import io.tender.model.Resource;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

@SuppressWarnings("FutureReturnValueIgnored") // what became of it is seen in the views
final class OperationsTest {
    private static final AgentId A1 = new AgentId("a1");
    private static final Reservation FOR_ENG = Reservation.dynamic(World.ROLE);
    private static final Resources RESERVED = Resources.parse("cpus:1;disk:100").pushReservation(FOR_ENG);
    private static final Resource VOLUME =
            Resource.scalar("disk", 50_000).withReservations(FOR_ENG).withDisk(Disk.persistent("v1", "data"));

    private final World world = new World();

    private OfferOperation change(Operation operation) {
        return new OfferOperation.Change(operation, Optional.of("op"));
    }

    @Test
    void a_framework_reserves_makes_a_volume_and_uses_both_in_one_go() {
        world.agent("a1", "cpus:4;mem:4096;disk:1000");
        Scheduler framework = world.subscribe("f");
        framework.accept(
                framework.offerOf("a1"),
                change(new Operation.Reserve(RESERVED)),
                change(new Operation.Create(Resources.of(VOLUME))),
                new OfferOperation.Launch(List.of(TaskSpec.of(
                        framework.key("t1").task(),
                        A1,
                        Resources.of(VOLUME).plus(Resources.parse("cpus:1").pushReservation(FOR_ENG)),
                        io.tender.daemon.cluster.Command.shell("true")))));
        assertThat(world.cluster.alive()).hasSize(1);
        assertThat(framework.heard(FrameworkEvent.OperationUpdate.class).stream()
                        .map(FrameworkEvent.OperationUpdate::state))
                .containsExactly("FINISHED", "FINISHED");
        Resources total = world.view().agents().getFirst().total();
        assertThat(total.persistentVolumes()).isEqualTo(Resources.of(VOLUME));

        world.restart();
        assertThat(world.view().agents().getFirst().total()).isEqualTo(total);
        Scheduler back = world.again(framework);
        world.advance(Duration.ofSeconds(2));
        assertThat(back.offerOf("a1").resources().unallocate())
                .isEqualTo(total.minus(Resources.of(VOLUME))
                        .minus(Resources.parse("cpus:1").pushReservation(FOR_ENG)));
        world.checkReplay();
    }

    @Test
    void who_has_a_principal_reserves_in_that_name_alone() {
        world.agent("a1", "cpus:4;mem:4096;disk:1000");
        Scheduler framework = world.subscribe(Subscription.of("f", World.ROLE).withPrincipal("me"));
        framework.accept(
                framework.offerOf("a1"),
                change(new Operation.Reserve(RESERVED)),
                change(new Operation.Reserve(
                        Resources.parse("cpus:1").pushReservation(Reservation.dynamic(World.ROLE, "you")))),
                change(new Operation.Reserve(
                        Resources.parse("cpus:1").pushReservation(Reservation.dynamic(World.ROLE, "me")))));
        assertThat(framework.heard(FrameworkEvent.OperationUpdate.class).stream()
                        .map(FrameworkEvent.OperationUpdate::state))
                .containsExactly("ERROR", "ERROR", "FINISHED");
    }

    @Test
    void an_operation_that_does_not_apply_is_dropped_and_the_next_ones_are_tried() {
        world.agent("a1", "cpus:4;mem:4096;disk:1000");
        Scheduler framework = world.subscribe("f");
        framework.accept(
                framework.offerOf("a1"),
                change(new Operation.Unreserve(RESERVED)),
                change(new Operation.Reserve(
                        Resources.parse("cpus:1").pushReservation(Reservation.dynamic(Role.of("foreign"))))),
                new OfferOperation.Launch(List.of(framework.task("t1", "a1", "cpus:1;mem:10"))));
        assertThat(framework.heard(FrameworkEvent.OperationUpdate.class).stream()
                        .map(FrameworkEvent.OperationUpdate::state))
                .containsExactly("ERROR", "ERROR");
        assertThat(world.cluster.alive()).hasSize(1);
    }

    @Test
    void what_is_said_to_be_allocated_to_another_role_than_the_offer_is_not_changed() {
        world.agent("a1", "cpus:4;mem:4096;disk:1000");
        Scheduler framework = world.subscribe("f");
        framework.accept(
                framework.offerOf("a1"),
                change(new Operation.Reserve(RESERVED.allocate(Role.of("other")))),
                change(new Operation.Reserve(RESERVED.allocate(World.ROLE))));
        assertThat(framework.heard(FrameworkEvent.OperationUpdate.class).stream()
                        .map(FrameworkEvent.OperationUpdate::state))
                .containsExactly("ERROR", "FINISHED");
    }

    @Test
    void an_operator_reserves_what_is_offered_by_taking_the_offer_back() {
        world.agent("a1", "cpus:4;mem:4096;disk:1000");
        Scheduler framework = world.subscribe("f");
        Offer offer = framework.offerOf("a1");
        CompletableFuture<Void> done = world.operator().operate(A1, List.of(new Operation.Reserve(RESERVED)));
        assertThat(done).isNotDone();
        world.settle();
        assertThat(done).isCompleted();
        assertThat(framework.heard(FrameworkEvent.Rescind.class)).contains(new FrameworkEvent.Rescind(offer.id()));
        assertThat(world.view().agents().getFirst().total().contains(RESERVED)).isTrue();
        world.operator().operate(A1, List.of(new Operation.Unreserve(RESERVED)));
        world.settle();
        assertThat(world.view().agents().getFirst().total().hasReserved()).isFalse();
    }

    @Test
    void what_a_task_uses_cannot_be_reserved_by_an_operator() {
        world.agent("a1", "cpus:4;mem:4096;disk:1000");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:4;mem:10");
        CompletableFuture<Void> done = world.operator().operate(A1, List.of(new Operation.Reserve(RESERVED)));
        world.settle();
        assertThatThrownBy(done::join).isInstanceOf(CompletionException.class).hasCauseInstanceOf(MasterRefusal.class);
        assertThat(world.view().agents().getFirst().total().hasReserved()).isFalse();
    }

    @Test
    void a_volume_is_unique_and_is_not_destroyed_while_it_is_used() {
        world.agent("a1", "cpus:4;mem:4096;disk:1000");
        world.operator()
                .operate(A1, List.of(new Operation.Reserve(RESERVED), new Operation.Create(Resources.of(VOLUME))));
        world.settle();
        assertThatThrownBy(() -> world.operator().operate(A1, List.of(new Operation.Create(Resources.of(VOLUME)))))
                .hasMessageContaining("already exists");
        Scheduler framework = world.subscribe("f");
        framework.accept(
                framework.offerOf("a1"),
                new OfferOperation.Launch(List.of(TaskSpec.of(
                        framework.key("t1").task(),
                        A1,
                        Resources.of(VOLUME).plus(Resources.parse("cpus:1")),
                        io.tender.daemon.cluster.Command.shell("true")))));
        assertThat(world.cluster.alive()).hasSize(1);
        assertThatThrownBy(() -> world.operator().operate(A1, List.of(new Operation.Destroy(Resources.of(VOLUME)))))
                .hasMessageContaining("in use");
    }

    @Test
    void a_volume_grows_and_shrinks() {
        world.agent("a1", "cpus:4;mem:4096;disk:1000");
        world.operator()
                .operate(A1, List.of(new Operation.Reserve(RESERVED), new Operation.Create(Resources.of(VOLUME))));
        Resource addition = Resource.scalar("disk", 10_000).withReservations(FOR_ENG);
        world.operator().operate(A1, List.of(new Operation.GrowVolume(VOLUME, addition)));
        world.settle();
        assertThat(world.view().agents().getFirst().total().persistentVolumes().amount("disk"))
                .isEqualTo(60_000);
        world.operator().operate(A1, List.of(new Operation.ShrinkVolume(VOLUME.withMillis(60_000), 20_000)));
        world.settle();
        assertThat(world.view().agents().getFirst().total().persistentVolumes().amount("disk"))
                .isEqualTo(40_000);
        world.checkReplay();
    }

    @Test
    void a_shared_volume_that_is_destroyed_is_on_offer_to_nobody() {
        Resource shared = VOLUME.asShared();
        world.agent("a1", "cpus:4;mem:4096;disk:1000");
        world.operator()
                .operate(A1, List.of(new Operation.Reserve(RESERVED), new Operation.Create(Resources.of(shared))));
        world.settle();
        Scheduler one = world.subscribe(sharing("one"));
        Scheduler other = world.subscribe(sharing("other"));
        world.advance(Duration.ofSeconds(3));
        List<Offer> offers = holding(one, other, shared);
        assertThat(offers).extracting(Offer::framework).contains(one.id, other.id);

        Offer used = one.offerOf("a1");
        one.accept(used, change(new Operation.Destroy(Resources.of(shared))));

        assertThat(one.heard(FrameworkEvent.OperationUpdate.class).getLast().state())
                .isEqualTo("FINISHED");
        assertThat(world.view().agents().getFirst().total().persistentVolumes()).isEqualTo(Resources.empty());
        assertThat(other.heard(FrameworkEvent.Rescind.class)).isNotEmpty();
        assertThat(holding(one, other, shared)).isEmpty();
        world.advance(Duration.ofSeconds(2));
        world.checkReplay();
    }

    private static List<Offer> holding(Scheduler one, Scheduler other, Resource volume) {
        return java.util.stream.Stream.of(one, other)
                .flatMap(scheduler -> scheduler.offers.values().stream())
                .filter(offer -> offer.resources().unallocate().contains(volume))
                .toList();
    }

    @Test
    void two_tasks_share_a_volume_and_it_is_free_after_both() {
        Resource shared = VOLUME.asShared();
        world.agent("a1", "cpus:4;mem:4096;disk:1000");
        world.operator()
                .operate(A1, List.of(new Operation.Reserve(RESERVED), new Operation.Create(Resources.of(shared))));
        world.settle();
        Scheduler framework = world.subscribe(sharing("f"));
        launchTwice(framework, shared);
    }

    /** A framework that may be offered shared volumes. */
    private static Subscription sharing(String name) {
        Subscription sharing = Subscription.of(name, World.ROLE);
        return new Subscription(
                sharing.id(),
                sharing.user(),
                sharing.name(),
                sharing.failoverTimeout(),
                sharing.checkpoint(),
                sharing.hostname(),
                sharing.principal(),
                sharing.webuiUrl(),
                sharing.roles(),
                java.util.EnumSet.of(
                        io.tender.model.FrameworkCapability.MULTI_ROLE,
                        io.tender.model.FrameworkCapability.SHARED_RESOURCES),
                sharing.further(),
                sharing.labels(),
                sharing.suppressedRoles(),
                sharing.constraints(),
                sharing.minAllocatable());
    }

    private void launchTwice(Scheduler framework, Resource shared) {
        Resources each = Resources.of(shared).plus(Resources.parse("cpus:1"));
        framework.accept(
                framework.offerOf("a1"),
                new OfferOperation.Launch(List.of(
                        TaskSpec.of(
                                framework.key("t1").task(), A1, each, io.tender.daemon.cluster.Command.shell("true")),
                        TaskSpec.of(
                                framework.key("t2").task(),
                                A1,
                                each,
                                io.tender.daemon.cluster.Command.shell("true")))));
        assertThat(world.cluster.alive()).hasSize(2);
        for (String task : List.of("t1", "t2")) {
            framework.call(new FrameworkCall.Kill(framework.key(task).task(), Optional.empty(), Optional.empty()));
        }
        world.operator().operate(A1, List.of(new Operation.Destroy(Resources.of(shared))));
        world.settle();
    }
}
