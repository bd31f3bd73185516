package io.tender.core.batch.plugin;

import static io.tender.core.batch.plugin.TestSession.template;
import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.plugin.TestSession.FakeJob;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrfPluginTest {
    private final TestSession session = new TestSession().node("n1", "cpu=10 memory=100Gi pods=1000");

    private FakeJob job(String id, String queue, int count, String request) {
        return session.job(id, more -> more.queue(queue), count, template("w", request));
    }

    @Test
    void the_smallest_dominant_share_goes_first() {
        FakeJob cpu = job("d/cpu", "q", 1, "cpu=2").running("n1");
        FakeJob memory = job("d/memory", "q", 1, "memory=30Gi").running("n1");
        Hooks hooks = session.open("drf");

        assertThat(Asking.jobs(hooks, cpu, memory)).isNegative();
        assertThat(Asking.jobs(hooks, cpu, cpu)).isZero();
    }

    @Test
    void the_books_follow_placing_promising_evicting_and_undoing() {
        FakeJob one = job("d/one", "q", 3, "cpu=1");
        FakeJob other = job("d/other", "q", 1, "cpu=2").running("n1");
        Hooks hooks = session.open("drf");
        var node = session.nodeNamed("n1");

        TestSession.allocate(hooks, one.task(0), node);
        TestSession.pipeline(hooks, one.task(1), node);
        TestSession.allocate(hooks, one.task(2), node);
        assertThat(Asking.jobs(hooks, one, other)).isPositive();
        TestSession.undo(hooks, one.task(2));
        assertThat(Asking.jobs(hooks, one, other)).isZero();
        TestSession.undo(hooks, one.task(1));
        assertThat(Asking.jobs(hooks, one, other)).isNegative();
        TestSession.evict(hooks, other.task(0));
        assertThat(Asking.jobs(hooks, one, other)).isPositive();
    }

    @Test
    void a_dry_run_changes_the_books_and_changes_them_back() {
        FakeJob one = job("d/one", "q", 1, "cpu=1");
        FakeJob other = job("d/other", "q", 1, "cpu=1");
        Hooks hooks = session.open("drf");

        TestSession.simulate(hooks, HookKind.SIMULATE_ADD_TASK, one.task(0), session.nodeNamed("n1"));
        assertThat(Asking.jobs(hooks, one, other)).isPositive();
        TestSession.simulate(hooks, HookKind.SIMULATE_REMOVE_TASK, one.task(0), session.nodeNamed("n1"));
        assertThat(Asking.jobs(hooks, one, other)).isZero();
    }

    @Test
    void a_victims_job_keeps_no_less_than_the_evictors_gets() {
        FakeJob rich = job("d/rich", "q", 4, "cpu=1").running("n1");
        FakeJob poor = job("d/poor", "q", 1, "cpu=1").running("n1");
        FakeJob mine = job("d/mine", "q", 1, "cpu=2");
        Hooks hooks = session.open("drf");

        assertThat(Asking.preempt(hooks, mine.task(0), rich.all()).tasks()).hasSize(2);
        assertThat(Asking.preempt(hooks, mine.task(0), poor.all()).reason()).contains("larger share");
    }

    @Test
    void without_a_hierarchy_queues_are_left_to_others() {
        assertThat(session.open("drf").of(HookKind.QUEUE_ORDER)).isEmpty();
        assertThat(session.open("drf").of(HookKind.RECLAIMABLE)).isEmpty();
    }

    private void tree() {
        session.withQueue("eng-dev", q -> q.hierarchy("root/eng/dev", "1/2/1"))
                .withQueue("eng-prod", q -> q.hierarchy("root/eng/prod", "1/2/1"))
                .withQueue("sci", q -> q.hierarchy("root/sci", "1/1"));
    }

    @Test
    void shares_are_compared_by_weight_from_the_root_down() {
        tree();
        job("d/dev", "eng-dev", 3, "cpu=1").task(0).running("n1");
        FakeJob sci = job("d/sci", "sci", 3, "cpu=1");
        sci.task(0).running("n1");
        Hooks hooks = session.openWithHierarchy("drf");

        assertThat(Asking.queues(hooks, session.queueNamed("eng-dev"), session.queueNamed("sci")))
                .isNegative();
        TestSession.allocate(hooks, session.jobs().getFirst().task(1), session.nodeNamed("n1"));
        TestSession.allocate(hooks, session.jobs().getFirst().task(2), session.nodeNamed("n1"));
        job("d/more", "eng-prod", 1, "cpu=1");
        assertThat(Asking.queues(hooks, session.queueNamed("eng-dev"), session.queueNamed("sci")))
                .isPositive();
    }

    @Test
    void a_queue_that_has_all_it_wants_comes_last() {
        tree();
        job("d/dev", "eng-dev", 1, "cpu=1").running("n1");
        FakeJob sci = job("d/sci", "sci", 4, "cpu=1");
        sci.task(0).running("n1");
        sci.task(1).running("n1");
        sci.task(2).running("n1");
        Hooks hooks = session.openWithHierarchy("drf");

        assertThat(Asking.queues(hooks, session.queueNamed("eng-dev"), session.queueNamed("sci")))
                .isPositive();
    }

    @Test
    void reclaim_takes_from_the_queue_with_the_larger_weighted_share() {
        tree();
        FakeJob sci = job("d/sci", "sci", 6, "cpu=1");
        for (int i = 0; i < 5; i++) {
            sci.task(i).running("n1");
        }
        FakeJob dev = job("d/dev", "eng-dev", 3, "cpu=1");
        dev.task(0).running("n1");
        Hooks hooks = session.openWithHierarchy("drf");

        assertThat(Asking.reclaim(hooks, dev.task(1), List.copyOf(sci.tasks().subList(0, 5)))
                        .tasks())
                .isNotEmpty()
                .hasSizeLessThan(5);
        assertThat(Asking.reclaim(hooks, sci.task(5), List.of(dev.task(0))).tasks())
                .isEmpty();
        assertThat(Asking.queues(hooks, session.queueNamed("eng-dev"), session.queueNamed("sci")))
                .isNegative();
    }

    @Test
    void queues_without_a_path_hang_from_the_root() {
        job("d/a", "a", 2, "cpu=1").task(0).running("n1");
        job("d/b", "b", 2, "cpu=1");
        Hooks hooks = session.openWithHierarchy("drf");

        assertThat(Asking.queues(hooks, session.queueNamed("b"), session.queueNamed("a")))
                .isNegative();
    }
}
