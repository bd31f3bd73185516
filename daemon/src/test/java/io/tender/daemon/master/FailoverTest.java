package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.daemon.cluster.RunState;
import io.tender.model.FrameworkId;
import io.tender.model.Role;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class FailoverTest {
    private final World world = new World();

    @Test
    void a_second_instance_replaces_the_first_and_inherits_its_tasks() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler first = world.subscribe("f");
        first.acknowledges = false;
        first.launch("t1", "a1", "cpus:1;mem:10");
        world.advance(Duration.ofSeconds(2));
        first.offerOf("a1");

        Scheduler second = world.again(first);

        assertThat(first.fault()).contains("Framework failed over");
        assertThat(first.closed).isTrue();
        assertThat(second.id).isEqualTo(first.id);
        assertThat(second.states("t1")).containsExactly(RunState.RUNNING);
        world.advance(Duration.ofSeconds(2));
        assertThat(second.offerOf("a1").resources().amount("cpus")).isEqualTo(3000);
        // The old connection's end is noticed late, and is nobody's business any more.
        world.disconnect(first);
        assertThat(world.view().framework(first.id).orElseThrow().connected()).isTrue();
    }

    @Test
    void without_force_the_one_that_is_connected_stays() {
        Scheduler first = world.subscribe("f");
        Scheduler second = new Scheduler(world);
        Subscription same = Subscription.of("f", World.ROLE).withId(first.id);
        assertThatThrownBy(() -> world.master().subscribe(same, false, second))
                .isInstanceOf(MasterRefusal.class)
                .hasMessageContaining("connected already");
        assertThat(first.closed).isFalse();
    }

    @Test
    void a_framework_has_its_time_to_come_back() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework =
                world.subscribe(Subscription.of("f", World.ROLE).withFailoverTimeout(Duration.ofSeconds(60)));
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.disconnect(framework);
        assertThat(world.view().offers()).isEmpty();
        world.advance(Duration.ofSeconds(59));
        Scheduler back = world.again(framework);
        world.advance(Duration.ofSeconds(60));
        assertThat(back.closed).isFalse();
        assertThat(world.cluster.alive()).containsExactly(framework.key("t1"));
    }

    @Test
    void one_that_is_not_back_in_time_ends_with_its_tasks_and_may_never_come_back() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework =
                world.subscribe(Subscription.of("f", World.ROLE).withFailoverTimeout(Duration.ofSeconds(60)));
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.disconnect(framework);
        world.advance(Duration.ofSeconds(61));
        assertThat(world.view().frameworks()).isEmpty();
        assertThat(world.view().completedFrameworks()).hasSize(1);
        assertThat(world.view().completedTasks().getFirst().state()).isEqualTo(RunState.KILLED);
        assertThat(world.cluster.alive()).isEmpty();
        assertThat(world.cluster.unacknowledged()).isZero();
        assertThatThrownBy(() -> world.again(framework)).hasMessage("Framework has been removed");
        world.checkReplay();
    }

    @Test
    void one_without_a_failover_time_ends_with_its_connection() {
        Scheduler framework = world.subscribe(Subscription.of("f", World.ROLE).withFailoverTimeout(Duration.ZERO));
        world.disconnect(framework);
        assertThat(world.view().frameworks()).isEmpty();
    }

    @Test
    void an_id_the_master_never_gave_is_taken_as_it_is() {
        Scheduler framework =
                world.subscribe(Subscription.of("f", World.ROLE).withId(new FrameworkId("from-elsewhere")));
        assertThat(framework.id).isEqualTo(new FrameworkId("from-elsewhere"));
    }

    @Test
    void an_id_that_somebody_has_taken_is_not_given_to_another() {
        String given = world.subscribe("first").id.value();
        String next = given.substring(0, given.length() - 1) + "1";
        Scheduler squatter =
                world.subscribe(Subscription.of("squatter", World.ROLE).withId(new FrameworkId(next)));

        Scheduler fresh = world.subscribe("fresh");

        assertThat(squatter.id.value()).isEqualTo(next);
        assertThat(fresh.id).isNotEqualTo(squatter.id);
        assertThat(squatter.closed).isFalse();
        assertThat(world.view().frameworks()).hasSize(3);
    }

    @Test
    void teardown_ends_a_framework_and_its_tasks() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:10");
        framework.call(new FrameworkCall.Teardown());
        assertThat(framework.closed).isTrue();
        assertThat(world.cluster.alive()).isEmpty();
        assertThat(world.view().agents().getFirst().used().isEmpty()).isTrue();
    }

    @Test
    void an_operator_may_tear_down_too() {
        Scheduler framework = world.subscribe("f");
        world.operator().teardown(framework.id);
        world.settle();
        assertThat(framework.fault()).contains("Framework has been removed");
    }

    @Test
    void leaving_a_role_takes_its_offers_back() {
        Role other = Role.of("other");
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe(Subscription.of("f", World.ROLE));
        Offer offer = framework.offerOf("a1");
        framework.call(new FrameworkCall.UpdateFramework(Subscription.of("f", other)));
        assertThat(framework.heard(FrameworkEvent.Rescind.class)).contains(new FrameworkEvent.Rescind(offer.id()));
        world.advance(Duration.ofSeconds(2));
        assertThat(framework.offerOf("a1").role()).isEqualTo(other);
    }

    @Test
    void what_cannot_change_is_refused() {
        Scheduler framework = world.subscribe("f");
        Subscription old = Subscription.of("f", World.ROLE);
        Subscription changed = new Subscription(
                old.id(),
                "another",
                old.name(),
                old.failoverTimeout(),
                old.checkpoint(),
                old.hostname(),
                old.principal(),
                old.webuiUrl(),
                old.roles(),
                old.capabilities(),
                old.further(),
                old.labels(),
                old.suppressedRoles(),
                old.constraints(),
                old.minAllocatable());
        assertThatThrownBy(() -> framework.call(new FrameworkCall.UpdateFramework(changed)))
                .hasMessageContaining("FrameworkInfo.user");
    }

    @Test
    void suppressed_frameworks_get_no_offers_until_they_revive() {
        Scheduler framework = world.subscribe("f");
        framework.call(new FrameworkCall.Suppress(new TreeSet<>()));
        world.agent("a1", "cpus:4;mem:4096");
        world.advance(Duration.ofSeconds(3));
        assertThat(framework.offers).isEmpty();
        framework.call(new FrameworkCall.Revive(new TreeSet<>(List.of(World.ROLE))));
        framework.offerOf("a1");
    }

    @Test
    void suppressing_and_reviving_a_role_of_others_is_passed_over() {
        Scheduler framework = world.subscribe("f");
        framework.call(new FrameworkCall.Suppress(new TreeSet<>(List.of(Role.of("x")))));
        world.agent("a1", "cpus:4;mem:4096");
        framework.offerOf("a1");
        framework.call(new FrameworkCall.Suppress(new TreeSet<>()));
        framework.call(new FrameworkCall.Revive(new TreeSet<>(List.of(Role.of("x")))));
        world.agent("a2", "cpus:4;mem:4096");
        world.advance(Duration.ofSeconds(3));
        assertThat(framework.offers).hasSize(1);
    }
}
