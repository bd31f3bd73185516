package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.daemon.cluster.AgentReport;
import io.tender.daemon.cluster.RunState;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Domain;
import io.tender.model.Resource;
import io.tender.model.Resources;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class AgentsTest {
    @Test
    void a_provider_that_joins_an_agent_later_is_offered_with_it() {
        World larger = new World();
        larger.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = larger.subscribe("f");
        AgentView known = larger.view().agents().getFirst();
        larger.cluster.change(new AgentReport(
                known.agent(),
                known.capabilities(),
                Resources.parse("cpus:4;mem:4096;disk<PROVIDER p1>:100"),
                List.of()));
        larger.advance(Duration.ofSeconds(2));

        assertThat(framework.offerOf("a1").resources().unallocate())
                .isEqualTo(Resources.parse("cpus:4;mem:4096;disk<PROVIDER p1>:100"));
        larger.checkReplay();
    }

    private static final AgentId A1 = new AgentId("a1");

    private final World world = new World();

    @Test
    void tasks_of_an_agent_out_of_reach_are_unreachable_and_run_on_when_it_returns() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.advance(Duration.ofSeconds(2));
        Offer offer = framework.offerOf("a1");

        world.cluster.partition(A1);
        world.settle();

        assertThat(framework.states("t1")).containsExactly(RunState.RUNNING, RunState.UNREACHABLE);
        assertThat(framework.statuses("t1").getLast().unreachableSince()).contains(world.now());
        assertThat(framework.heard(FrameworkEvent.Rescind.class)).contains(new FrameworkEvent.Rescind(offer.id()));
        assertThat(framework.heard(FrameworkEvent.Failure.class)).hasSize(1);
        assertThat(world.view().agents().getFirst().present()).isFalse();

        world.cluster.heal(A1);
        world.settle();
        assertThat(framework.states("t1")).containsExactly(RunState.RUNNING, RunState.UNREACHABLE, RunState.RUNNING);
        assertThat(world.cluster.starts(framework.key("t1"))).isEqualTo(1);
        world.advance(Duration.ofSeconds(2));
        assertThat(framework.offerOf("a1").resources().amount("cpus")).isEqualTo(3000);
        world.checkReplay();
    }

    @Test
    void a_framework_that_knows_nothing_of_partitions_hears_lost() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe(Subscription.of("f", World.ROLE).withFurther(new TreeSet<>()));
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.cluster.partition(A1);
        world.settle();
        assertThat(framework.states("t1")).containsExactly(RunState.RUNNING, RunState.LOST);
    }

    @Test
    void a_task_that_ended_out_of_reach_is_heard_of_when_its_agent_returns() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.cluster.partition(A1);
        world.settle();
        world.cluster.report(A1, framework.key("t1"), RunState.FINISHED);
        world.cluster.heal(A1);
        world.settle();
        assertThat(framework.states("t1").getLast()).isEqualTo(RunState.FINISHED);
        assertThat(world.cluster.unacknowledged()).isZero();
    }

    @Test
    void a_task_that_its_agent_no_longer_knows_is_gone() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.cluster.partition(A1);
        world.cluster.lose(A1, framework.key("t1"));
        world.cluster.heal(A1);
        world.settle();
        assertThat(framework.states("t1").getLast()).isEqualTo(RunState.GONE);
        assertThat(world.view().agents().getFirst().used().isEmpty()).isTrue();
    }

    @Test
    void an_agent_that_leaves_takes_its_tasks_with_it() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.cluster.remove(A1);
        world.settle();
        assertThat(framework.states("t1")).containsExactly(RunState.RUNNING, RunState.GONE);
        assertThat(world.view().agents()).isEmpty();
        world.agent("a1", "cpus:4;mem:4096");
        world.advance(Duration.ofSeconds(1));
        framework.offerOf("a1");
        world.checkReplay();
    }

    @Test
    void an_agent_marked_gone_may_not_come_back() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:10");
        world.operator().markGone(A1);
        world.settle();
        assertThat(framework.states("t1")).containsExactly(RunState.RUNNING, RunState.GONE_BY_OPERATOR);
        assertThat(world.cluster.alive()).isEmpty();
        world.cluster.heal(A1);
        world.settle();
        assertThat(world.view().agents()).isEmpty();
        world.checkReplay();
    }

    @Test
    void an_agent_that_changes_is_offered_as_it_is_then() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        Offer old = framework.offerOf("a1");
        world.cluster.change(new AgentReport(
                new AgentInfo(A1, "a1.host", List.of(Attribute.text("rack", "r1")), Optional.empty()),
                AgentCapability.all(),
                Resources.parse("cpus:6;mem:4096"),
                List.of()));
        world.settle();
        assertThat(framework.heard(FrameworkEvent.Rescind.class)).contains(new FrameworkEvent.Rescind(old.id()));
        assertThat(framework.offerOf("a1").resources().amount("cpus")).isEqualTo(6000);
        assertThat(framework.offerOf("a1").agent().attribute("rack")).isPresent();
    }

    @Test
    void a_smaller_estimate_takes_back_offers_with_revocable_resources() {
        Resources firm = Resources.parse("cpus:4;mem:4096");
        AgentInfo info = new AgentInfo(A1, "a1.host", List.of(), Optional.empty());
        Resources spare = Resources.of(Resource.scalar("cpus", 2000).asRevocable());
        world.cluster.add(new AgentReport(info, AgentCapability.all(), firm.plus(spare), List.of()));
        Scheduler framework = world.subscribe("f");
        Offer plain = framework.offerOf("a1");
        assertThat(plain.resources().hasRevocable()).isFalse();
        world.cluster.change(new AgentReport(info, AgentCapability.all(), firm, List.of()));
        world.settle();
        // The framework never saw what is gone, so it keeps its offer.
        assertThat(framework.offers).containsKey(plain.id());
        assertThat(world.view().agents().getFirst().total()).isEqualTo(firm);
    }

    @Test
    void an_agent_with_a_domain_is_refused_by_a_master_without_one() {
        AgentReport far = new AgentReport(
                new AgentInfo(A1, "h", List.of(), Optional.of(new Domain("r", "z"))),
                AgentCapability.all(),
                Resources.parse("cpus:1"),
                List.of());
        assertThatThrownBy(() -> world.master().joined(far)).isInstanceOf(MasterRefusal.class);
        assertThat(world.view().agents()).isEmpty();
    }

    @Test
    void resources_of_a_provider_are_offered_with_the_agents_own() {
        Resources own = Resources.parse("cpus:4;mem:4096");
        Resources provided = Resources.of(Resource.scalar("disk", 1_000_000).withProvider("provider-1"));
        world.cluster.add(new AgentReport(
                new AgentInfo(A1, "a1.host", List.of(), Optional.empty()),
                AgentCapability.all(),
                own.plus(provided),
                List.of()));
        Scheduler framework = world.subscribe("f");
        assertThat(framework.offerOf("a1").resources().unallocate()).isEqualTo(own.plus(provided));
    }
}
