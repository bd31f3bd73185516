package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.cluster.RunState;
import io.tender.model.AgentId;
import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class RecoveryTest {
    private static final AgentId A1 = new AgentId("a1");

    private final World world = new World();

    @Test
    void after_a_restart_everything_is_as_it_was() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.operator()
                .setQuotas(
                        new TreeMap<>(Map.of(World.ROLE, Quota.both(ResourceQuantities.parse("cpus:3")))),
                        false,
                        role -> true);
        world.operator().setWeights(new TreeMap<>(Map.of(Role.of("other"), 2.0)));
        world.master().putDocument("job", "j1", "{}");
        world.settle();
        List<Change> before = world.master().snapshot();

        world.restart();

        assertThat(world.master().snapshot()).isEqualTo(before);
        Scheduler back = world.again(framework);
        assertThat(world.cluster.starts(framework.key("t1"))).isEqualTo(1);
        world.advance(Duration.ofSeconds(2));
        assertThat(back.offerOf("a1").resources().amount("cpus")).isEqualTo(2000);
        assertThat(back.offerOf("a1").id().value()).startsWith("m1-O");
        assertThat(world.master().documents().find("job", "j1").orElseThrow().version())
                .isEqualTo(1);
        world.checkReplay();
    }

    @Test
    void agents_that_come_back_as_they_were_leave_nothing_in_the_journal() {
        world.agent("a1", "cpus:4;mem:4096");
        world.agent("a2", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.settle();
        int records = world.journal.size();

        world.restart();
        assertThat(world.journal).hasSize(records);
        assertThat(world.view().agents()).allMatch(AgentView::present);

        // One that was out of reach is news, however it comes back.
        world.cluster.partition(A1);
        world.settle();
        world.restart();
        world.cluster.heal(A1);
        world.settle();
        assertThat(world.view().agents()).allMatch(AgentView::present);
        world.checkReplay();
    }

    @Test
    void a_task_whose_order_was_lost_with_the_process_is_ordered_again() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        Offer offer = framework.offerOf("a1");
        world.master()
                .call(
                        framework.id,
                        new FrameworkCall.Accept(
                                List.of(offer.id()),
                                List.of(new OfferOperation.Launch(
                                        List.of(framework.task("t1", "a1", "cpus:1;mem:10")))),
                                io.tender.model.Filters.ofSeconds(0)));
        world.commit();
        world.crash();
        world.settle();
        assertThat(world.cluster.starts(framework.key("t1"))).isEqualTo(1);
        assertThat(world.again(framework).states("t1")).containsExactly(RunState.RUNNING);
    }

    @Test
    void a_task_that_was_to_be_killed_before_it_started_is_never_started() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        Offer offer = framework.offerOf("a1");
        world.master()
                .call(
                        framework.id,
                        new FrameworkCall.Accept(
                                List.of(offer.id()),
                                List.of(new OfferOperation.Launch(
                                        List.of(framework.task("t1", "a1", "cpus:1;mem:10")))),
                                io.tender.model.Filters.ofSeconds(0)));
        world.master()
                .call(
                        framework.id,
                        new FrameworkCall.Kill(framework.key("t1").task(), Optional.empty(), Optional.empty()));
        world.commit();
        world.crash();
        world.settle();
        assertThat(world.cluster.starts(framework.key("t1"))).isZero();
        assertThat(world.again(framework).states("t1")).containsExactly(RunState.KILLED);
    }

    @Test
    void what_was_not_durable_never_happened() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        Offer offer = framework.offerOf("a1");
        world.master()
                .call(
                        framework.id,
                        new FrameworkCall.Accept(
                                List.of(offer.id()),
                                List.of(new OfferOperation.Launch(
                                        List.of(framework.task("t1", "a1", "cpus:1;mem:10")))),
                                io.tender.model.Filters.ofSeconds(0)));
        world.crash();
        world.settle();
        assertThat(world.cluster.alive()).isEmpty();
        Scheduler back = world.again(framework);
        back.call(new FrameworkCall.Reconcile(
                List.of(new FrameworkCall.Reconcile.Asked(framework.key("t1").task(), Optional.of(A1)))));
        assertThat(back.states("t1")).containsExactly(RunState.GONE);
    }

    @Test
    void so_many_questions_wait_for_an_agent_that_is_expected_back_and_no_more() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        world.cluster.partition(A1);
        world.crash();
        Scheduler back = world.again(framework);
        List<FrameworkCall.Reconcile.Asked> many = new java.util.ArrayList<>();
        for (int i = 0; i < Reconciliation.MOST_UNANSWERED + 5; i++) {
            many.add(new FrameworkCall.Reconcile.Asked(framework.key("t" + i).task(), Optional.of(A1)));
        }
        back.call(new FrameworkCall.Reconcile(many));
        world.cluster.heal(A1);
        world.settle();
        assertThat(back.heard(FrameworkEvent.Update.class)).hasSize(Reconciliation.MOST_UNANSWERED);
    }

    @Test
    void a_status_that_was_not_acknowledged_is_said_again_after_a_restart() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.acknowledges = false;
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.cluster.report(A1, framework.key("t1"), RunState.FAILED);
        world.restart();
        Scheduler back = world.again(framework);
        assertThat(back.states("t1")).containsExactly(RunState.RUNNING, RunState.FAILED);
    }

    @Test
    void agents_that_do_not_return_are_out_of_reach_after_a_while() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.cluster.partition(A1);
        world.crash();
        world.settle();
        Scheduler back = world.again(framework);
        back.call(new FrameworkCall.Reconcile(List.of()));
        assertThat(back.states("t1")).as("nobody knows yet").isEmpty();
        world.leap(Duration.ofMinutes(11));
        assertThat(back.states("t1")).containsOnly(RunState.UNREACHABLE);
    }

    @Test
    void a_framework_has_its_failover_time_from_the_restart() {
        Scheduler framework =
                world.subscribe(Subscription.of("f", World.ROLE).withFailoverTimeout(Duration.ofSeconds(30)));
        world.restart();
        world.advance(Duration.ofSeconds(29));
        assertThat(world.view().framework(framework.id)).isPresent();
        world.advance(Duration.ofSeconds(2));
        assertThat(world.view().framework(framework.id)).isEmpty();
    }
}
