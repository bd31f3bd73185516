package io.tender.core.batch.plugin;

import static io.tender.core.batch.plugin.TestSession.res;
import static io.tender.core.batch.plugin.TestSession.template;
import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.plugin.TestSession.FakeJob;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.QueueState;
import io.tender.spi.batch.Eviction;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.Vote;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CapacityPluginTest {
    private final TestSession session = new TestSession().node("n1", "cpu=20 memory=20Gi pods=200");

    private FakeJob job(String id, String queue, int count, String request) {
        return session.job(id, more -> more.queue(queue).minAvailable(1), count, template("w", request));
    }

    @Test
    void a_queue_never_exceeds_its_capability() {
        session.withQueue("a", q -> q.capability(res("cpu=10")));
        FakeJob a = job("d/a", "a", 3, "cpu=6");
        Hooks hooks = session.open("capacity");

        assertThat(Asking.mayAllocate(hooks, a.queue(), a.task(0)).yes()).isTrue();
        TestSession.allocate(hooks, a.task(0), session.nodeNamed("n1"));
        assertThat(Asking.mayAllocate(hooks, a.queue(), a.task(1)).reason())
                .isEqualTo("queue 'a' would exceed its capability: cpu 12 of 10");
        TestSession.undo(hooks, a.task(0));
        assertThat(Asking.mayAllocate(hooks, a.queue(), a.task(1)).yes()).isTrue();
    }

    @Test
    void a_queue_may_use_more_than_it_deserves() {
        session.withQueue("a", q -> q.deserved(res("cpu=1")));
        FakeJob a = job("d/a", "a", 1, "cpu=6");

        assertThat(Asking.mayAllocate(session.open("capacity"), a.queue(), a.task(0))
                        .yes())
                .isTrue();
    }

    @Test
    void the_guarantee_of_others_is_out_of_reach() {
        session.withQueue("b", q -> q.guarantee(res("cpu=15")));
        FakeJob a = job("d/a", "a", 1, "cpu=6");

        assertThat(Asking.mayAllocate(session.open("capacity"), a.queue(), a.task(0))
                        .reason())
                .isEqualTo("queue 'a' would exceed its capability: cpu 6 of 5");
    }

    @Test
    void queues_are_ordered_by_priority_and_by_share_of_what_they_deserve() {
        session.withQueue("a", q -> q.deserved(res("cpu=10")))
                .withQueue("b", q -> q.deserved(res("cpu=2")))
                .withQueue("none")
                .withQueue("high", q -> q.priority(1));
        job("d/a", "a", 1, "cpu=2").running("n1");
        job("d/b", "b", 1, "cpu=1").running("n1");
        Hooks hooks = session.open("capacity");

        assertThat(Asking.queues(hooks, session.queueNamed("a"), session.queueNamed("b")))
                .isNegative();
        assertThat(Asking.queues(hooks, session.queueNamed("b"), session.queueNamed("none")))
                .isNegative();
        assertThat(Asking.queues(hooks, session.queueNamed("high"), session.queueNamed("a")))
                .isNegative();
    }

    @Test
    void a_queue_reclaims_only_up_to_what_it_deserves() {
        session.withQueue("a", q -> q.deserved(res("cpu=5 memory=1Gi")));
        FakeJob a = job("d/a", "a", 1, "cpu=5");
        FakeJob big = job("d/big", "a", 1, "cpu=6");
        FakeJob mixed = job("d/mixed", "a", 1, "cpu=6 memory=1Gi");
        FakeJob best = job("d/best", "none", 1, "cpu=1");
        Hooks hooks = session.open("capacity");
        var preemptive = hooks.of(HookKind.PREEMPTIVE).getFirst();

        assertThat(preemptive.mayReclaim(a.queue(), a.all()).yes()).isTrue();
        assertThat(preemptive.mayReclaim(a.queue(), big.all()).reason()).contains("cpu 6 of 5");
        // Memory alone is not enough: who is above its share of cpu too could take the room back.
        assertThat(preemptive.mayReclaim(a.queue(), mixed.all()).reason()).contains("cpu 6 of 5");
        assertThat(preemptive.mayReclaim(best.queue(), best.all()).yes()).isFalse();
    }

    @Test
    void victims_come_from_queues_above_what_they_deserve() {
        session.withQueue("a", q -> q.deserved(res("cpu=4"))).withQueue("b", q -> q.deserved(res("cpu=10")));
        FakeJob a = job("d/a", "a", 6, "cpu=1").running("n1");
        FakeJob b = job("d/b", "b", 1, "cpu=1");
        Hooks hooks = session.open("capacity");

        assertThat(Asking.reclaim(hooks, b.task(0), a.all()).tasks()).hasSize(2);
        assertThat(hooks.of(HookKind.UNIFIED_EVICTABLE)
                        .getFirst()
                        .victims(new Eviction(b, true), a.all())
                        .tasks())
                .hasSize(2);
        assertThat(hooks.of(HookKind.UNIFIED_EVICTABLE)
                        .getFirst()
                        .victims(new Eviction(b, false), a.all())
                        .abstains())
                .isTrue();
    }

    @Test
    void a_queue_above_its_share_in_something_else_gives_nothing() {
        session.withQueue("a", q -> q.deserved(res("cpu=4 memory=1Gi")));
        FakeJob a = session.job(
                        "d/a", more -> more.queue("a"), List.of(template("w", "cpu=1"), template("w", "memory=2Gi")))
                .running("n1");
        FakeJob b = job("d/b", "b", 1, "cpu=1");

        assertThat(Asking.reclaim(session.open("capacity"), b.task(0), a.all()).tasks())
                .containsExactly(a.task(1));
    }

    @Test
    void a_queue_that_deserves_none_of_it_gives_and_keeps_its_guarantee() {
        session.withQueue("a", q -> q.guarantee(res("cpu=2")));
        FakeJob a = job("d/a", "a", 4, "cpu=1").running("n1");
        FakeJob b = job("d/b", "b", 1, "cpu=1");

        assertThat(Asking.reclaim(session.open("capacity"), b.task(0), a.all()).tasks())
                .hasSize(2);
    }

    private void tree() {
        session.withQueue("root")
                .withQueue("eng", q -> q.capability(res("cpu=10")).deserved(res("cpu=8")))
                .withQueue("dev", q -> q.parent("eng").deserved(res("cpu=2")))
                .withQueue("ops", q -> q.parent("eng").deserved(res("cpu=6")))
                .withQueue("sci", q -> q.deserved(res("cpu=12")));
    }

    @Test
    void every_queue_above_must_have_room_too() {
        tree();
        job("d/ops", "ops", 1, "cpu=6").running("n1");
        FakeJob dev = job("d/dev", "dev", 2, "cpu=4");
        Hooks hooks = session.openWithHierarchy("capacity");

        assertThat(Asking.mayAllocate(hooks, dev.queue(), dev.task(0)).yes()).isTrue();
        TestSession.allocate(hooks, dev.task(0), session.nodeNamed("n1"));
        assertThat(Asking.mayAllocate(hooks, dev.queue(), dev.task(1)).reason())
                .isEqualTo("queue 'eng' would exceed its capability: cpu 14 of 10");
    }

    @Test
    void only_the_lowest_queues_take_tasks() {
        tree();
        FakeJob eng = job("d/eng", "eng", 1, "cpu=1");
        Hooks hooks = session.openWithHierarchy("capacity");

        assertThat(Asking.mayAllocate(hooks, eng.queue(), eng.task(0)).reason())
                .isEqualTo("queue 'eng' has queues below it, and only the lowest take tasks");
        assertThat(Asking.admit(hooks, eng).kind()).isEqualTo(Vote.Kind.REJECT);
        assertThat(Asking.mayAllocate(session.open("capacity"), eng.queue(), eng.task(0))
                        .yes())
                .isTrue();
    }

    @Test
    void queues_of_different_parents_are_ordered_by_their_parents() {
        tree();
        job("d/ops", "ops", 1, "cpu=4").running("n1");
        job("d/dev", "dev", 1, "cpu=1");
        job("d/sci", "sci", 1, "cpu=4").running("n1");
        Hooks hooks = session.openWithHierarchy("capacity");

        assertThat(Asking.queues(hooks, session.queueNamed("dev"), session.queueNamed("sci")))
                .isPositive();
        assertThat(Asking.queues(hooks, session.queueNamed("dev"), session.queueNamed("ops")))
                .isNegative();
    }

    @Test
    void close_relatives_give_first() {
        tree();
        var order = session.openWithHierarchy("capacity")
                .of(HookKind.VICTIM_QUEUE_ORDER)
                .getFirst();

        assertThat(order.compare(session.queueNamed("ops"), session.queueNamed("sci"), session.queueNamed("dev")))
                .isNegative();
        assertThat(order.compare(session.queueNamed("sci"), session.queueNamed("ops"), session.queueNamed("dev")))
                .isPositive();
    }

    @Test
    void ancestors_can_be_made_to_count_in_reclaim() {
        tree();
        FakeJob dev = job("d/dev", "dev", 4, "cpu=1").running("n1");
        FakeJob sci = job("d/sci", "sci", 1, "cpu=1");
        FakeJob ops = job("d/ops", "ops", 1, "cpu=1");
        Hooks loose = TestSession.make("capacity", Map.of(), true).open(session);
        Hooks tight = TestSession.make("capacity", Map.of("ancestorReclaimLevel", 1), true)
                .open(session);

        assertThat(Asking.reclaim(loose, sci.task(0), dev.all()).tasks()).hasSize(2);
        assertThat(Asking.reclaim(tight, sci.task(0), dev.all()).tasks()).isEmpty();
        assertThat(Asking.reclaim(tight, ops.task(0), dev.all()).tasks()).hasSize(2);
    }

    @Test
    void admission_asks_every_queue_above() {
        tree();
        FakeJob ops = session.job(
                        "d/ops", more -> more.queue("ops").minResources(res("cpu=8")), 1, template("w", "cpu=8"))
                .phase(JobPhase.PENDING);
        FakeJob dev = session.job(
                        "d/dev", more -> more.queue("dev").minResources(res("cpu=4")), 1, template("w", "cpu=4"))
                .phase(JobPhase.PENDING);
        Hooks hooks = session.openWithHierarchy("capacity");

        assertThat(Asking.admit(hooks, ops)).isEqualTo(Vote.permit());
        assertThat(Asking.admit(hooks, dev)).isEqualTo(Vote.permit());
        Asking.admitted(hooks, ops);
        assertThat(Asking.admit(hooks, dev).reason())
                .isEqualTo("admitted jobs of queue 'eng' would exceed its capability: cpu 12 of 10");
    }

    @Test
    void a_circle_of_parents_is_cut() {
        session.withQueue("x", q -> q.parent("y")).withQueue("y", q -> q.parent("x"));
        FakeJob x = job("d/x", "x", 1, "cpu=1");

        assertThat(Asking.mayAllocate(session.openWithHierarchy("capacity"), session.queueNamed("y"), x.task(0)))
                .isNotNull();
    }

    @Test
    void a_closed_queue_takes_nothing() {
        session.withQueue("a", q -> q.state(QueueState.CLOSING));
        FakeJob a = job("d/a", "a", 1, "cpu=1");
        Hooks hooks = session.open("capacity");

        assertThat(Asking.mayAllocate(hooks, a.queue(), a.task(0)).reason()).contains("CLOSING");
        assertThat(hooks.of(HookKind.PREEMPTIVE)
                        .getFirst()
                        .mayReclaim(a.queue(), a.all())
                        .yes())
                .isFalse();
        assertThat(Asking.admit(hooks, a).kind()).isEqualTo(Vote.Kind.REJECT);
    }

    @Test
    void arguments_are_checked() {
        assertThat(TestSession.complaints("capacity", Map.of("ancestorReclaimLevel", -1)))
                .containsExactly("ancestorReclaimLevel");
        assertThat(TestSession.complaints("capacity", Map.of("capacity.DynamicResourceAllocationEnable", true)))
                .containsExactly("capacity.DynamicResourceAllocationEnable");
        assertThat(TestSession.complaints("capacity", Map.of("capacity.DRAConsumableCapacityEnable", true)))
                .containsExactly("capacity.DRAConsumableCapacityEnable");
        assertThat(TestSession.complaints("capacity", Map.of("capacity.DRAConsumableCapacityEnable", false)))
                .isEmpty();
    }
}
