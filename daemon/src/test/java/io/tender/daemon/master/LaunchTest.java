package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.RunState;
import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.service.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LaunchTest {
    private final World world = new World();

    @Test
    void a_task_runs_from_an_offer_to_its_acknowledged_end() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        assertThat(framework.offerOf("a1").resources().unallocate()).isEqualTo(Resources.parse("cpus:4;mem:4096"));
        assertThat(framework.offerOf("a1").id().value()).startsWith("m0-O");

        framework.launch("t1", "a1", "cpus:1;mem:128");

        assertThat(framework.states("t1")).containsExactly(RunState.RUNNING);
        assertThat(world.view().tasks()).hasSize(1);
        world.cluster.report(new AgentId("a1"), framework.key("t1"), RunState.FINISHED);
        world.settle();
        assertThat(framework.states("t1")).containsExactly(RunState.RUNNING, RunState.FINISHED);
        assertThat(world.view().tasks()).isEmpty();
        assertThat(world.view().completedTasks()).hasSize(1);
        assertThat(world.cluster.unacknowledged()).isZero();
        world.checkReplay();
    }

    @Test
    void what_a_launch_leaves_is_offered_again() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:128");
        world.advance(Duration.ofSeconds(2));
        assertThat(framework.offerOf("a1").resources().unallocate()).isEqualTo(Resources.parse("cpus:3;mem:3968"));
    }

    @Test
    void tasks_launched_from_an_offer_that_is_gone_are_dropped() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        Offer offer = framework.offerOf("a1");
        framework.call(new FrameworkCall.Decline(List.of(offer.id()), Filters.ofSeconds(60)));
        framework.accept(offer, new OfferOperation.Launch(List.of(framework.task("t1", "a1", "cpus:1;mem:10"))));
        assertThat(framework.states("t1")).containsExactly(RunState.DROPPED);
        assertThat(framework.statuses("t1").getFirst().reason()).isEqualTo("REASON_INVALID_OFFERS");
        assertThat(framework.statuses("t1").getFirst().uuid()).isEmpty();
        assertThat(world.view().tasks()).isEmpty();
    }

    @Test
    void a_framework_that_knows_nothing_of_partitions_hears_lost_instead_of_dropped() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe(Subscription.of("f", World.ROLE).withFurther(new java.util.TreeSet<>()));
        Offer offer = framework.offerOf("a1");
        framework.call(new FrameworkCall.Decline(List.of(offer.id()), Filters.ofSeconds(60)));
        framework.accept(offer, new OfferOperation.Launch(List.of(framework.task("t1", "a1", "cpus:1;mem:10"))));
        assertThat(framework.states("t1")).containsExactly(RunState.LOST);
    }

    @Test
    void offers_of_two_agents_cannot_be_used_together_and_go_back() {
        world.agent("a1", "cpus:4;mem:4096");
        world.agent("a2", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.call(new FrameworkCall.Accept(
                List.of(framework.offerOf("a1").id(), framework.offerOf("a2").id()),
                List.of(new OfferOperation.Launch(List.of(framework.task("t1", "a1", "cpus:1;mem:10")))),
                Filters.ofSeconds(0)));
        assertThat(framework.states("t1")).containsExactly(RunState.DROPPED);
        assertThat(world.view().offers()).isEmpty();
    }

    @Test
    void an_offer_of_another_framework_cannot_be_used_and_stays_with_it() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler owner = world.subscribe("owner");
        Scheduler thief = world.subscribe("thief");
        thief.accept(owner.offerOf("a1"), new OfferOperation.Launch(List.of(thief.task("t1", "a1", "cpus:1;mem:10"))));
        assertThat(thief.states("t1")).containsExactly(RunState.DROPPED);
        owner.launch("t2", "a1", "cpus:1;mem:10");
        assertThat(owner.states("t2")).containsExactly(RunState.RUNNING);
    }

    @Test
    void each_task_that_is_wrong_is_refused_for_itself() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.accept(
                framework.offerOf("a1"),
                new OfferOperation.Launch(List.of(
                        framework.task("good", "a1", "cpus:1;mem:10"),
                        framework.task("good", "a1", "cpus:1;mem:10"),
                        framework.task("..", "a1", "cpus:1"),
                        framework.task("a/b", "a1", "cpus:1"),
                        framework.task("nothing", "a1", ""),
                        framework.task("elsewhere", "a2", "cpus:1"),
                        framework.task("greedy", "a1", "cpus:3.5"))));
        assertThat(framework.states("good")).containsExactlyInAnyOrder(RunState.ERROR, RunState.RUNNING);
        for (String wrong : List.of("..", "a/b", "nothing", "elsewhere", "greedy")) {
            assertThat(framework.states(wrong)).as(wrong).containsExactly(RunState.ERROR);
            assertThat(framework.statuses(wrong).getFirst().reason()).isEqualTo("REASON_TASK_INVALID");
        }
        assertThat(world.cluster.alive()).containsExactly(framework.key("good"));
    }

    @Test
    void what_is_said_to_be_allocated_to_another_role_than_the_offer_is_not_run() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        Resources own = Resources.parse("cpus:1").allocate(World.ROLE);
        Resources foreign = Resources.parse("cpus:1").allocate(Role.of("other"));
        framework.accept(
                framework.offerOf("a1"),
                new OfferOperation.Launch(List.of(task("own", own), task("foreign", foreign))),
                new OfferOperation.LaunchGroup(
                        new ExecutorSpec("pod", Resources.empty()), List.of(task("g1", own), task("g2", foreign))),
                new OfferOperation.LaunchGroup(new ExecutorSpec("pod", foreign), List.of(task("h1", own))));
        assertThat(framework.states("own")).containsExactly(RunState.RUNNING);
        for (String wrong : List.of("foreign", "g1", "g2", "h1")) {
            assertThat(framework.states(wrong)).as(wrong).containsExactly(RunState.ERROR);
            assertThat(framework.statuses(wrong).getFirst().message())
                    .contains("allocated to role 'other'", "allocated to role 'eng'");
        }
        assertThat(world.cluster.alive()).containsExactly(framework.key("own"));
    }

    private static TaskSpec task(String name, Resources resources) {
        return TaskSpec.of(new TaskId(name), new AgentId("a1"), resources, Command.shell("exit 0"));
    }

    @Test
    void a_group_starts_as_a_whole_or_not_at_all_and_ends_together() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        ExecutorSpec executor = new ExecutorSpec("pod", Resources.parse("cpus:0.1;mem:32"));
        framework.accept(
                framework.offerOf("a1"),
                new OfferOperation.LaunchGroup(
                        executor,
                        List.of(
                                framework.task("g1", "a1", "cpus:1;mem:10"),
                                framework.task("g2", "a1", "cpus:5;mem:10"))));
        assertThat(framework.states("g1")).containsExactly(RunState.ERROR);
        assertThat(framework.statuses("g2").getFirst().reason()).isEqualTo("REASON_TASK_GROUP_INVALID");

        world.advance(Duration.ofSeconds(2));
        framework.accept(
                framework.offerOf("a1"),
                new OfferOperation.LaunchGroup(
                        executor,
                        List.of(
                                framework.task("h1", "a1", "cpus:1;mem:10"),
                                framework.task("h2", "a1", "cpus:1;mem:10"))));
        assertThat(world.view().frameworks().getFirst().used().unallocate())
                .isEqualTo(Resources.parse("cpus:2.1;mem:52"));
        world.cluster.report(new AgentId("a1"), framework.key("h1"), RunState.FAILED);
        world.settle();
        assertThat(framework.states("h2")).containsExactly(RunState.RUNNING, RunState.KILLED);
    }

    @Test
    void the_tasks_of_a_group_belong_to_its_executor_and_end_with_it() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.accept(
                framework.offerOf("a1"),
                new OfferOperation.LaunchGroup(
                        new ExecutorSpec("pod", Resources.empty()),
                        List.of(
                                framework.task("g1", "a1", "cpus:1;mem:10"),
                                framework.task("g2", "a1", "cpus:1;mem:10"))));
        assertThat(framework.statuses("g1").getFirst().executor()).contains("pod");

        framework.call(new FrameworkCall.Shutdown("pod", new AgentId("a1")));
        assertThat(framework.states("g1")).containsExactly(RunState.RUNNING, RunState.KILLED);
        assertThat(framework.states("g2")).containsExactly(RunState.RUNNING, RunState.KILLED);
    }

    private static TaskSpec limited(TaskSpec task, Duration most) {
        return new TaskSpec(
                task.id(),
                task.name(),
                task.agent(),
                task.resources(),
                task.command(),
                task.ports(),
                task.grace(),
                task.labels(),
                task.executor(),
                task.runsFor(),
                Optional.of(most),
                task.document());
    }

    @Test
    void a_task_that_runs_for_longer_than_it_may_has_failed_also_over_a_restart() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.accept(
                framework.offerOf("a1"),
                new OfferOperation.Launch(List.of(
                        limited(framework.task("short", "a1", "cpus:1;mem:10"), Duration.ofSeconds(20)),
                        limited(framework.task("long", "a1", "cpus:1;mem:10"), Duration.ofMinutes(20)),
                        limited(framework.task("done", "a1", "cpus:1;mem:10"), Duration.ofSeconds(10)))));
        world.cluster.report(new AgentId("a1"), framework.key("done"), RunState.FINISHED);
        world.advance(Duration.ofSeconds(15));
        assertThat(framework.states("short")).containsExactly(RunState.RUNNING);

        world.restart();
        Scheduler back = world.again(framework);
        world.advance(Duration.ofSeconds(6));
        assertThat(back.statuses("short").getLast().state()).isEqualTo(RunState.FAILED);
        assertThat(back.statuses("short").getLast().reason()).isEqualTo("REASON_MAX_COMPLETION_TIME_REACHED");
        assertThat(framework.states("done")).containsExactly(RunState.RUNNING, RunState.FINISHED);
        assertThat(world.cluster.alive()).containsExactly(framework.key("long"));
        world.checkReplay();
    }

    @Test
    void a_task_that_was_killed_before_its_time_was_over_was_killed() {
        world.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.accept(
                framework.offerOf("a1"),
                new OfferOperation.Launch(
                        List.of(limited(framework.task("t", "a1", "cpus:1;mem:10"), Duration.ofSeconds(20)))));
        framework.call(new FrameworkCall.Kill(framework.key("t").task(), Optional.empty(), Optional.empty()));
        world.advance(Duration.ofSeconds(30));
        assertThat(framework.states("t")).containsExactly(RunState.RUNNING, RunState.KILLED);
    }

    @Test
    void a_kill_that_names_another_agent_than_the_task_is_on_ends_nothing() {
        world.agent("a1", "cpus:4;mem:4096");
        world.agent("a2", "cpus:4;mem:4096");
        Scheduler framework = world.subscribe("f");
        framework.launch("t1", "a1", "cpus:1;mem:10");

        framework.call(new FrameworkCall.Kill(new TaskId("t1"), Optional.of(new AgentId("a2")), Optional.empty()));
        assertThat(framework.states("t1")).containsExactly(RunState.RUNNING);
        assertThat(world.cluster.alive()).containsExactly(framework.key("t1"));

        framework.call(new FrameworkCall.Kill(new TaskId("t1"), Optional.of(new AgentId("a1")), Optional.empty()));
        assertThat(framework.states("t1")).containsExactly(RunState.RUNNING, RunState.KILLED);
    }

    @Test
    void an_unanswered_offer_is_taken_back_after_its_time() {
        World strict = new World(settings -> settings.withOfferTimeout(Duration.ofSeconds(5)));
        strict.agent("a1", "cpus:4;mem:4096");
        Scheduler framework = strict.subscribe("f");
        Offer offer = framework.offerOf("a1");
        strict.advance(Duration.ofSeconds(6));
        assertThat(framework.heard(FrameworkEvent.Rescind.class)).contains(new FrameworkEvent.Rescind(offer.id()));
    }
}
