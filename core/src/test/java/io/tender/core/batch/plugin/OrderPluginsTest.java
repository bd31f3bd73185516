package io.tender.core.batch.plugin;

import static io.tender.core.batch.plugin.TestSession.template;
import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.plugin.TestSession.FakeJob;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.Eviction;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.Victims;
import io.tender.spi.batch.Vote;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** priority, conformance, sla and cdp. */
class OrderPluginsTest {
    private final TestSession session = new TestSession().node("n1", "cpu=10 memory=10Gi");

    private FakeJob job(String id, int priority) {
        return session.job(id, more -> more.priority(priority), 1, template("w", "cpu=1"));
    }

    @Test
    void higher_jobs_and_tasks_go_first() {
        FakeJob low = job("d/low", 1);
        FakeJob high = job("d/high", 9);
        FakeJob mixed = session.job(
                "d/mixed",
                more -> more,
                List.of(template("a", "cpu=1", t -> t.priority(1)), template("b", "cpu=1", t -> t.priority(5))));
        Hooks hooks = session.open("priority");

        assertThat(Asking.jobs(hooks, high, low)).isNegative();
        assertThat(Asking.jobs(hooks, low, low)).isZero();
        assertThat(hooks.of(HookKind.TASK_ORDER).getFirst().compare(mixed.task(0), mixed.task(1)))
                .isPositive();
        assertThat(hooks.of(HookKind.SUB_JOB_ORDER)
                        .getFirst()
                        .compare(mixed.subJobs().getFirst(), low.subJobs().getFirst()))
                .isNegative();
    }

    @Test
    void only_strictly_lower_jobs_are_preempted() {
        FakeJob low = job("d/low", 1).running("n1");
        FakeJob same = job("d/same", 5).running("n1");
        FakeJob mine = job("d/mine", 5);
        Hooks hooks = session.open("priority");

        assertThat(Asking.preempt(hooks, mine.task(0), List.of(low.task(0), same.task(0)))
                        .tasks())
                .containsExactly(low.task(0));
        Victims none = Asking.preempt(hooks, low.task(0), mine.all());
        assertThat(none.abstains()).isFalse();
        assertThat(none.tasks()).isEmpty();
        assertThat(none.reason()).contains("lower priority");
    }

    @Test
    void within_a_job_lower_tasks_are_preempted() {
        FakeJob mixed = session.job(
                "d/mixed",
                more -> more,
                List.of(template("a", "cpu=1", t -> t.priority(1)), template("b", "cpu=1", t -> t.priority(5))));
        Hooks hooks = session.open("priority");

        assertThat(Asking.preempt(hooks, mixed.task(1), List.of(mixed.task(0))).tasks())
                .containsExactly(mixed.task(0));
        assertThat(Asking.preempt(hooks, mixed.task(0), List.of(mixed.task(1))).tasks())
                .isEmpty();
    }

    @Test
    void between_queues_priority_has_no_opinion_on_gangs() {
        FakeJob low = job("d/low", 1).running("n1");
        FakeJob mine = job("d/mine", 5);
        var hook = session.open("priority").of(HookKind.UNIFIED_EVICTABLE).getFirst();

        assertThat(hook.victims(new Eviction(mine, true), low.all()).abstains()).isTrue();
        assertThat(hook.victims(new Eviction(mine, false), low.all()).tasks()).containsExactly(low.task(0));
    }

    @Test
    void a_job_starves_until_all_its_tasks_are_ready_or_promised() {
        FakeJob job = session.job("d/j", more -> more.minAvailable(1), 3, template("w", "cpu=1"));
        job.task(0).running("n1");
        job.task(1).on("n1", TaskStatus.PIPELINED);
        var starving = session.open("priority").of(HookKind.JOB_STARVING).getFirst();

        assertThat(starving.isStarving(job)).isTrue();
        job.task(2).running("n1");
        assertThat(starving.isStarving(job)).isFalse();
    }

    @Test
    void system_tasks_are_never_victims() {
        FakeJob system = job("kube-system/dns", 1).running("n1");
        FakeJob critical = session.job(
                        "d/crit", more -> more, 1, template("w", "cpu=1", t -> t.priorityClass("system-node-critical")))
                .running("n1");
        FakeJob clusterCritical = session.job(
                        "d/crit2", more -> more.priorityClass("system-cluster-critical"), 1, template("w", "cpu=1"))
                .running("n1");
        FakeJob plain = job("d/plain", 1).running("n1");
        Hooks hooks = session.open("conformance");

        assertThat(Asking.preempt(
                                hooks,
                                job("d/mine", 9).task(0),
                                List.of(system.task(0), critical.task(0), clusterCritical.task(0), plain.task(0)))
                        .tasks())
                .containsExactly(plain.task(0));
        assertThat(Asking.reclaim(hooks, plain.task(0), system.all()).reason()).contains("critical");
        assertThat(hooks.of(HookKind.UNIFIED_EVICTABLE)
                        .getFirst()
                        .victims(new Eviction(plain, true), plain.all())
                        .tasks())
                .hasSize(1);
    }

    @Test
    void the_earliest_deadline_goes_first_and_none_comes_last() {
        FakeJob soon =
                session.job("d/soon", more -> more.waitingTime(Duration.ofMinutes(1)), 1, template("w", "cpu=1"));
        FakeJob later = session.job(
                "d/later", more -> more.annotations(Map.of("sla-waiting-time", "1h")), 1, template("w", "cpu=1"));
        FakeJob never = job("d/never", 1);
        Hooks hooks = session.open("sla");

        assertThat(Asking.jobs(hooks, soon, later)).isNegative();
        assertThat(Asking.jobs(hooks, never, later)).isPositive();
        assertThat(Asking.jobs(hooks, never, never)).isZero();
    }

    @Test
    void an_overdue_job_is_permitted_and_others_are_left_to_others() {
        FakeJob job =
                session.job("d/j", more -> more.created(TestSession.NOON.minusSeconds(600)), 1, template("w", "cpu=1"));

        assertThat(Asking.admit(session.open("sla", Map.of("sla-waiting-time", "10m")), job))
                .isEqualTo(Vote.permit());
        assertThat(Asking.admit(session.open("sla", Map.of("sla-waiting-time", "11m")), job))
                .isEqualTo(Vote.abstain());
        assertThat(Asking.admit(session.open("sla"), job)).isEqualTo(Vote.abstain());
        assertThat(session.open("sla", Map.of("sla-waiting-time", "10m"))
                        .of(HookKind.JOB_PIPELINED)
                        .getFirst()
                        .vote(job))
                .isEqualTo(Vote.permit());
    }

    @Test
    void a_jobs_own_waiting_time_is_stronger_than_the_settings() {
        FakeJob job = session.job(
                "d/j",
                more -> more.created(TestSession.NOON.minusSeconds(600))
                        .annotations(Map.of("volcano.sh/sla-waiting-time", "2h")),
                1,
                template("w", "cpu=1"));

        assertThat(Asking.admit(session.open("sla", Map.of("sla-waiting-time", "10m")), job))
                .isEqualTo(Vote.abstain());
    }

    @Test
    void a_waiting_time_that_is_no_time_is_a_mistake() {
        assertThat(TestSession.complaints("sla", Map.of("sla-waiting-time", "soon")))
                .containsExactly("sla-waiting-time");
        assertThat(TestSession.complaints("sla", Map.of("sla-waiting-time", "-5m")))
                .containsExactly("sla-waiting-time");
        assertThat(TestSession.complaints("sla", Map.of("sla-waiting-time", 5))).containsExactly("sla-waiting-time");
    }

    @Test
    void a_task_is_left_alone_until_its_cooldown_is_over() {
        FakeJob job = session.job(
                        "d/j",
                        more -> more,
                        2,
                        template("w", "cpu=1", t -> t.labels(Map.of("volcano.sh/cooldown-time", "30m"))))
                .running("n1");
        job.task(0).since(TestSession.NOON.minusSeconds(1799));
        job.task(1).since(TestSession.NOON.minusSeconds(1800));
        FakeJob mine = job("d/mine", 9);
        Hooks hooks = session.open("cdp");

        assertThat(Asking.preempt(hooks, mine.task(0), job.all()).tasks()).containsExactly(job.task(1));
        assertThat(Asking.reclaim(hooks, mine.task(0), List.of(job.task(0))).reason())
                .contains("recently");
    }

    @Test
    void tasks_without_a_cooldown_are_not_protected() {
        FakeJob job = job("d/j", 1).running("n1");
        FakeJob odd = session.job(
                        "d/odd",
                        more -> more,
                        1,
                        template("w", "cpu=1", t -> t.annotations(Map.of("volcano.sh/cooldown-time", "a while"))))
                .running("n1");

        assertThat(Asking.preempt(session.open("cdp"), job.task(0), List.of(job.task(0), odd.task(0)))
                        .tasks())
                .hasSize(2);
    }

    @Test
    void a_task_placed_in_this_session_is_in_its_cooldown() {
        FakeJob job = session.job(
                "d/j",
                more -> more,
                1,
                template("w", "cpu=1", t -> t.annotations(Map.of("volcano.sh/cooldown-time", "1s"))));

        assertThat(Asking.preempt(session.open("cdp"), job.task(0), job.all()).tasks())
                .isEmpty();
    }
}
