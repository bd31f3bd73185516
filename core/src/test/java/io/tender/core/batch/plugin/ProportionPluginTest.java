package io.tender.core.batch.plugin;

import static io.tender.core.batch.plugin.TestSession.res;
import static io.tender.core.batch.plugin.TestSession.template;
import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.plugin.TestSession.FakeJob;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.QueueState;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.Vote;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProportionPluginTest {
    private final TestSession session = new TestSession().node("n1", "cpu=12 memory=12Gi pods=120");

    private FakeJob job(String id, String queue, int count, String request) {
        return session.job(id, more -> more.queue(queue).minAvailable(1), count, template("w", request));
    }

    /** How many of a job's tasks its queue may take. */
    private int taken(Hooks hooks, FakeJob job) {
        int taken = 0;
        while (taken < job.tasks().size()
                && Asking.mayAllocate(hooks, job.queue(), job.task(taken)).yes()) {
            TestSession.allocate(hooks, job.task(taken), session.nodeNamed("n1"));
            taken++;
        }
        return taken;
    }

    @Test
    void weights_divide_the_cluster() {
        session.withQueue("a", q -> q.weight(1)).withQueue("b", q -> q.weight(2));
        FakeJob a = job("d/a", "a", 12, "cpu=1");
        FakeJob b = job("d/b", "b", 12, "cpu=1");
        Hooks hooks = session.open("proportion");

        assertThat(taken(hooks, a)).isEqualTo(4);
        assertThat(taken(hooks, b)).isEqualTo(8);
        assertThat(Asking.mayAllocate(hooks, a.queue(), a.task(4)).reason())
                .isEqualTo("queue 'a' would exceed what it deserves: cpu 5 of 4");
    }

    @Test
    void what_a_queue_does_not_want_goes_to_the_others() {
        FakeJob a = job("d/a", "a", 2, "cpu=1");
        FakeJob b = job("d/b", "b", 12, "cpu=1");
        Hooks hooks = session.open("proportion");

        assertThat(taken(hooks, a)).isEqualTo(2);
        assertThat(taken(hooks, b)).isEqualTo(10);
    }

    @Test
    void nobody_deserves_more_than_the_capability() {
        session.withQueue("a", q -> q.capability(res("cpu=3")));
        FakeJob a = job("d/a", "a", 12, "cpu=1");
        FakeJob b = job("d/b", "b", 12, "cpu=1");
        Hooks hooks = session.open("proportion");

        assertThat(taken(hooks, a)).isEqualTo(3);
        assertThat(taken(hooks, b)).isEqualTo(9);
    }

    @Test
    void a_guarantee_is_kept_from_others_even_while_unused() {
        session.withQueue("a", q -> q.guarantee(res("cpu=5")));
        FakeJob b = job("d/b", "b", 12, "cpu=1");
        Hooks hooks = session.open("proportion");

        assertThat(taken(hooks, b)).isEqualTo(7);
    }

    @Test
    void a_closed_queue_takes_and_admits_and_reclaims_nothing() {
        session.withQueue("a", q -> q.state(QueueState.CLOSED));
        FakeJob a = job("d/a", "a", 1, "cpu=1");
        Hooks hooks = session.open("proportion");

        assertThat(Asking.mayAllocate(hooks, a.queue(), a.task(0)).reason())
                .isEqualTo("queue 'a' is not open but CLOSED");
        assertThat(Asking.admit(hooks, a).kind()).isEqualTo(Vote.Kind.REJECT);
        assertThat(hooks.of(HookKind.PREEMPTIVE)
                        .getFirst()
                        .mayReclaim(a.queue(), a.all())
                        .yes())
                .isFalse();
    }

    @Test
    void priority_then_share_orders_queues() {
        session.withQueue("high", q -> q.priority(1));
        job("d/a", "a", 4, "cpu=1").task(0).running("n1");
        job("d/b", "b", 4, "cpu=1");
        job("d/h", "high", 4, "cpu=1").running("n1");
        Hooks hooks = session.open("proportion");

        assertThat(Asking.queues(hooks, session.queueNamed("b"), session.queueNamed("a")))
                .isNegative();
        assertThat(Asking.queues(hooks, session.queueNamed("high"), session.queueNamed("b")))
                .isNegative();
        assertThat(Asking.queues(hooks, session.queueNamed("a"), session.queueNamed("a")))
                .isZero();
    }

    @Test
    void a_queue_is_overused_only_when_nothing_of_its_share_is_left() {
        FakeJob a = session.job(
                "d/a", more -> more.queue("a"), List.of(template("w", "cpu=12"), template("w", "memory=1Gi")));
        Hooks hooks = session.open("proportion");
        var overused = hooks.of(HookKind.OVERUSED).getFirst();

        TestSession.allocate(hooks, a.task(0), session.nodeNamed("n1"));
        assertThat(overused.mayGoOn(a.queue()).yes()).isTrue();
        TestSession.allocate(hooks, a.task(1), session.nodeNamed("n1"));
        assertThat(overused.mayGoOn(a.queue()).reason()).startsWith("queue 'a' has all it deserves");
        TestSession.undo(hooks, a.task(1));
        assertThat(overused.mayGoOn(a.queue()).yes()).isTrue();
    }

    @Test
    void victims_are_taken_while_a_queue_is_above_its_share() {
        FakeJob a = job("d/a", "a", 9, "cpu=1").running("n1");
        FakeJob b = job("d/b", "b", 12, "cpu=1");
        Hooks hooks = session.open("proportion");

        assertThat(Asking.reclaim(hooks, b.task(0), a.all()).tasks()).hasSize(3);
    }

    @Test
    void two_queues_do_not_reclaim_from_each_other_for_ever() {
        FakeJob a = job("d/a", "a", 12, "cpu=1");
        FakeJob b = job("d/b", "b", 12, "cpu=1");
        for (int i = 0; i < 6; i++) {
            a.task(i).running("n1");
            b.task(i).running("n1");
        }
        Hooks hooks = session.open("proportion");
        var preemptive = hooks.of(HookKind.PREEMPTIVE).getFirst();

        assertThat(preemptive.mayReclaim(a.queue(), List.of(a.task(6))).reason())
                .isEqualTo("queue 'a' would reclaim beyond what it deserves: cpu 7 of 6");
        assertThat(Asking.reclaim(hooks, b.task(6), List.copyOf(a.tasks().subList(0, 6)))
                        .reason())
                .contains("no queue there");
    }

    @Test
    void admission_looks_at_held_promised_and_spare() {
        session.withQueue("a", q -> q.capability(res("cpu=10")));
        session.job(
                        "d/run",
                        more -> more.queue("a").minAvailable(1).minResources(res("cpu=2")),
                        4,
                        template("w", "cpu=1"))
                .running("n1")
                .phase(JobPhase.RUNNING);
        session.job("d/in", more -> more.queue("a").minResources(res("cpu=3")), 3, template("w", "cpu=1"));
        FakeJob small = session.job(
                        "d/small", more -> more.queue("a").minResources(res("cpu=5")), 5, template("w", "cpu=1"))
                .phase(JobPhase.PENDING);
        FakeJob large = session.job(
                        "d/large", more -> more.queue("a").minResources(res("cpu=6")), 6, template("w", "cpu=1"))
                .phase(JobPhase.PENDING);
        Hooks hooks = session.open("proportion");

        assertThat(Asking.admit(hooks, small)).isEqualTo(Vote.permit());
        assertThat(Asking.admit(hooks, large).reason())
                .isEqualTo("admitted jobs of queue 'a' would exceed its capability: cpu 11 of 10");
        Asking.admitted(hooks, small);
        assertThat(Asking.admit(hooks, small).kind()).isEqualTo(Vote.Kind.REJECT);
    }

    @Test
    void a_dry_run_counts_like_the_real_thing() {
        FakeJob a = job("d/a", "a", 12, "cpu=6");
        job("d/b", "b", 12, "cpu=1");
        Hooks hooks = session.open("proportion");

        TestSession.simulate(hooks, HookKind.SIMULATE_ADD_TASK, a.task(0), session.nodeNamed("n1"));
        assertThat(Asking.mayAllocate(hooks, a.queue(), a.task(1)).yes()).isFalse();
        TestSession.simulate(hooks, HookKind.SIMULATE_REMOVE_TASK, a.task(0), session.nodeNamed("n1"));
        assertThat(Asking.mayAllocate(hooks, a.queue(), a.task(1)).yes()).isTrue();
    }
}
