package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.daemon.cluster.AgentReport;
import io.tender.daemon.cluster.RunState;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Filters;
import io.tender.model.InverseOfferStatus;
import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class OperatorTest {
    private static final AgentId A1 = new AgentId("a1");

    private final World world = new World();

    private static SortedMap<Role, Quota> quota(Role role, String amounts) {
        return new TreeMap<>(Map.of(role, Quota.both(ResourceQuantities.parse(amounts))));
    }

    @Test
    void a_guarantee_takes_offers_of_others_back() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        Offer offer = framework.offerOf("a1");
        world.operator().setQuotas(quota(Role.of("vip"), "cpus:2"), false, role -> true);
        world.settle();
        assertThat(framework.heard(FrameworkEvent.Rescind.class)).contains(new FrameworkEvent.Rescind(offer.id()));
        assertThat(world.view().quotas()).containsKey(Role.of("vip"));
        world.operator().setQuotas(new TreeMap<>(Map.of(Role.of("vip"), Quota.NONE)), false, role -> true);
        assertThat(world.view().quotas()).isEmpty();
        world.settle();
        world.checkReplay();
    }

    @Test
    void quotas_that_cannot_be_kept_are_refused_as_a_whole() {
        world.agent("a1", "cpus:4;mem:4096");
        assertThatThrownBy(() -> world.operator().setQuotas(quota(World.ROLE, "cpus:5"), false, role -> true))
                .isInstanceOfSatisfying(
                        MasterRefusal.class,
                        refusal -> assertThat(refusal.kind()).isEqualTo(MasterRefusal.Kind.CONFLICT));
        assertThatThrownBy(() -> world.operator().setQuotas(quota(World.ROLE, "cpus:1"), false, role -> false))
                .isInstanceOfSatisfying(
                        MasterRefusal.class,
                        refusal -> assertThat(refusal.kind()).isEqualTo(MasterRefusal.Kind.FORBIDDEN));
        assertThatThrownBy(() -> world.operator().setQuotas(quota(Role.of("a/b"), "cpus:1"), false, role -> true))
                .isInstanceOfSatisfying(
                        MasterRefusal.class,
                        refusal -> assertThat(refusal.kind()).isEqualTo(MasterRefusal.Kind.INVALID));
        assertThat(world.view().quotas()).isEmpty();
        world.operator().setQuotas(quota(World.ROLE, "cpus:5"), true, role -> true);
        assertThat(world.view().quotas()).hasSize(1);
        world.settle();
    }

    @Test
    void new_weights_take_all_offers_back_if_somebody_has_the_role() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        Offer offer = framework.offerOf("a1");
        world.operator().setWeights(new TreeMap<>(Map.of(Role.of("nobody"), 2.0)));
        world.settle();
        assertThat(framework.offers).containsKey(offer.id());
        world.operator().setWeights(new TreeMap<>(Map.of(World.ROLE, 2.0)));
        world.settle();
        assertThat(framework.heard(FrameworkEvent.Rescind.class)).contains(new FrameworkEvent.Rescind(offer.id()));
        assertThatThrownBy(() -> world.operator().setWeights(new TreeMap<>(Map.of(World.ROLE, 0.0))))
                .isInstanceOf(MasterRefusal.class);
        assertThat(world.view().weights()).containsEntry(World.ROLE, 2.0);
        assertThat(world.view().roles().stream().map(RoleView::weight)).contains(2.0);
    }

    @Test
    void a_drained_agent_ends_its_tasks_and_is_not_offered_until_it_is_reactivated() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.operator().drain(A1, Optional.of(Duration.ofSeconds(1)), false);
        assertThatThrownBy(() -> world.operator().reactivate(A1)).hasMessageContaining("still being drained");
        world.settle();
        assertThat(framework.states("t1")).containsExactly(RunState.RUNNING, RunState.KILLED);
        assertThat(world.view().agents().getFirst().drain().orElseThrow().done())
                .isTrue();
        world.advance(Duration.ofSeconds(3));
        assertThat(framework.offers).isEmpty();
        world.operator().reactivate(A1);
        world.advance(Duration.ofSeconds(2));
        framework.offerOf("a1");
        world.checkReplay();
    }

    @Test
    void a_drain_gives_tasks_no_more_time_than_it_says_and_no_more_than_they_ask() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        Duration own = framework.task("t1", "a1", "cpus:1").grace();
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.operator().drain(A1, Optional.of(own.dividedBy(2)), false);
        world.settle();
        assertThat(world.cluster.grace(framework.key("t1"))).contains(own.dividedBy(2));

        world.agent("a2", "cpus:4;mem:4096");
        world.advance(Duration.ofSeconds(2));
        framework.launch("t2", "a2", "cpus:1;mem:10");
        world.operator().drain(new AgentId("a2"), Optional.of(own.multipliedBy(2)), false);
        world.settle();
        assertThat(world.cluster.grace(framework.key("t2"))).contains(own);
    }

    @Test
    void a_drained_agent_is_marked_gone_if_that_was_asked_for() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.operator().drain(A1, Optional.empty(), true);
        world.settle();
        assertThat(framework.states("t1")).containsExactly(RunState.RUNNING, RunState.KILLED);
        assertThat(world.view().agents()).isEmpty();
        world.checkReplay();
    }

    @Test
    void a_drain_outlives_a_restart() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.cluster.partition(A1);
        world.settle();
        world.operator().drain(A1, Optional.empty(), false);
        world.restart();
        world.cluster.heal(A1);
        world.settle();
        assertThat(world.cluster.alive()).isEmpty();
        assertThat(world.view().agents().getFirst().drain().orElseThrow().done())
                .isTrue();
    }

    @Test
    void a_deactivated_agent_keeps_its_tasks_but_is_not_offered() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.operator().deactivate(A1);
        world.advance(Duration.ofSeconds(3));
        assertThat(framework.offers).isEmpty();
        assertThat(world.cluster.alive()).hasSize(1);
        world.restart();
        Scheduler back = world.again(framework);
        world.advance(Duration.ofSeconds(3));
        assertThat(back.offers).isEmpty();
        world.operator().reactivate(A1);
        world.advance(Duration.ofSeconds(2));
        back.offerOf("a1");
        assertThatThrownBy(() -> world.operator().reactivate(A1)).isInstanceOf(MasterRefusal.class);
    }

    @Test
    void frameworks_are_asked_to_leave_before_maintenance_and_the_machine_goes_down_and_up() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:10");
        Unavailability when = new Unavailability(world.now().plusSeconds(3600), Optional.of(Duration.ofHours(1)));
        List<MaintenanceWindow> windows = List.of(new MaintenanceWindow(List.of("a1.host"), when));
        assertThatThrownBy(() -> world.operator().startMaintenance(List.of("a1.host")))
                .hasMessageContaining("not part of a maintenance schedule");
        world.operator().schedule(windows);
        world.advance(Duration.ofSeconds(2));
        InverseOffer asked = framework
                .heard(FrameworkEvent.InverseOffers.class)
                .getFirst()
                .offers()
                .getFirst();
        assertThat(asked.unavailability()).isEqualTo(when);
        assertThat(framework.offerOf("a1").unavailability()).contains(when);
        framework.call(new FrameworkCall.AcceptInverseOffers(List.of(asked.id()), Filters.ofSeconds(3600)));
        MaintenanceStatus status = world.operator().maintenanceStatus().join();
        assertThat(status.draining()
                        .getFirst()
                        .answers()
                        .get(A1)
                        .get(framework.id)
                        .answer())
                .isEqualTo(InverseOfferStatus.Answer.ACCEPT);

        world.operator().startMaintenance(List.of("a1.host"));
        world.settle();
        assertThat(framework.states("t1").getLast()).isEqualTo(RunState.GONE);
        assertThat(world.cluster.alive()).isEmpty();
        assertThat(world.view().agents().getFirst().present()).isFalse();
        assertThatThrownBy(() -> world.operator().schedule(List.of())).hasMessageContaining("is down");
        world.restart();
        assertThat(world.view().agents().getFirst().present()).isFalse();

        world.operator().stopMaintenance(List.of("a1.host"));
        world.settle();
        assertThat(world.view().agents().getFirst().present()).isTrue();
        assertThat(world.view().maintenance()).isEmpty();
        world.checkReplay();
    }

    @Test
    void machines_are_the_same_in_capitals_and_small_letters() {
        AgentInfo capital = new AgentInfo(new AgentId("b1"), "Rack7-B1.Host", List.of(), Optional.empty());
        world.cluster.add(
                new AgentReport(capital, AgentCapability.all(), Resources.parse("cpus:4;mem:4096"), List.of()));
        Scheduler framework = world.subscribe("f");
        Unavailability when = new Unavailability(world.now().plusSeconds(3600), Optional.empty());
        world.operator().schedule(List.of(new MaintenanceWindow(List.of("rack7-b1.host"), when)));
        world.advance(Duration.ofSeconds(2));
        assertThat(framework.offerOf("b1").unavailability()).contains(when);
        assertThatThrownBy(() -> world.operator().schedule(List.of(new MaintenanceWindow(List.of("h", "H"), when))))
                .hasMessageContaining("twice");

        world.operator().startMaintenance(List.of("RACK7-B1.host"));
        world.settle();
        assertThat(world.view().agents().getFirst().present()).isFalse();
        world.restart();
        assertThat(world.view().agents().getFirst().present()).isFalse();

        world.operator().stopMaintenance(List.of("rack7-b1.HOST"));
        world.settle();
        assertThat(world.view().agents().getFirst().present()).isTrue();
        assertThat(world.view().maintenance()).isEmpty();
        assertThat(world.view().machinesDown()).isEmpty();
        world.checkReplay();
    }

    @Test
    void an_inverse_offer_may_be_declined_and_is_taken_back_with_the_schedule() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:10");
        Unavailability when = new Unavailability(world.now().plusSeconds(3600), Optional.empty());
        world.operator().schedule(List.of(new MaintenanceWindow(List.of("a1.host"), when)));
        world.advance(Duration.ofSeconds(1));
        InverseOffer first = world.view().inverseOffers().getFirst();
        framework.call(new FrameworkCall.DeclineInverseOffers(List.of(first.id()), Filters.ofSeconds(0)));
        world.advance(Duration.ofSeconds(2));
        InverseOffer second = world.view().inverseOffers().getFirst();
        assertThat(second.id()).isNotEqualTo(first.id());
        world.operator().schedule(List.of());
        world.settle();
        assertThat(framework.heard(FrameworkEvent.RescindInverseOffer.class))
                .containsExactly(new FrameworkEvent.RescindInverseOffer(second.id()));
        assertThat(world.view().inverseOffers()).isEmpty();
    }

    @Test
    void a_host_list_restricts_offers() {
        Scheduler framework = world.subscribe("f");
        world.operator().setWhitelist(Optional.of(Set.of("a2.host")));
        world.agent("a1", "cpus:4;mem:4096");
        world.agent("a2", "cpus:4;mem:4096");
        world.advance(Duration.ofSeconds(2));
        assertThat(framework.offers.values().stream().map(offer -> offer.agent().hostname()))
                .containsExactly("a2.host");
    }

    @Test
    void a_request_is_passed_on_and_those_who_watch_hear_everything() {
        List<MasterEvent> seen = new ArrayList<>();
        MasterListener listener = seen::add;
        world.master().watch(listener);
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.call(
                new FrameworkCall.Request(List.of(ResourceRequest.anywhere(ResourceQuantities.parse("cpus:1")))));
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.disconnect(framework);
        framework.call(new FrameworkCall.Teardown());
        world.cluster.remove(A1);
        world.settle();
        assertThat(seen.stream().map(event -> event.getClass().getSimpleName()))
                .containsExactly(
                        "AgentAdded",
                        "FrameworkAdded",
                        "TaskAdded",
                        "TaskUpdated",
                        "FrameworkUpdated",
                        "FrameworkRemoved",
                        "AgentRemoved");
        world.master().unwatch(listener);
        assertThat(world.master().offerConstraints().join()).isEmpty();
    }
}
