package io.tender.core.batch.plugin;

import io.tender.spi.batch.Answer;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.QueueView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.Scores;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import io.tender.spi.batch.Victims;
import io.tender.spi.batch.Vote;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Asks the hooks of one plugin, combining several of one kind as a session does. */
final class Asking {
    private Asking() {}

    static Verdict fits(Hooks hooks, TaskView task, NodeView node) {
        for (var hook : hooks.of(HookKind.PREDICATE)) {
            Verdict verdict = hook.fits(task, node);
            if (!verdict.isFit() && hook.reach(task) != Reach.NONE) {
                return verdict;
            }
        }
        return Verdict.fits();
    }

    static String refusal(Hooks hooks, TaskView task, NodeView node) {
        return fits(hooks, task, node) instanceof Verdict.Refused refused ? refused.reason() : "";
    }

    /** The widest reach of any predicate or score. */
    static Reach reach(Hooks hooks, TaskView task) {
        Reach widest = Reach.NONE;
        for (var hook : hooks.of(HookKind.PREDICATE)) {
            widest = hook.reach(task).compareTo(widest) > 0 ? hook.reach(task) : widest;
        }
        for (var hook : hooks.of(HookKind.NODE_ORDER)) {
            widest = hook.reach(task).compareTo(widest) > 0 ? hook.reach(task) : widest;
        }
        for (var hook : hooks.of(HookKind.BATCH_NODE_ORDER)) {
            widest = hook.reach(task).compareTo(widest) > 0 ? hook.reach(task) : widest;
        }
        return widest;
    }

    static double score(Hooks hooks, TaskView task, NodeView node) {
        double sum = 0;
        for (var hook : hooks.of(HookKind.NODE_ORDER)) {
            sum += hook.score(task, node);
        }
        return sum;
    }

    static Map<String, Double> batch(Hooks hooks, TaskView task, List<NodeView> nodes) {
        Map<String, Double> sums = new TreeMap<>();
        nodes.forEach(node -> sums.put(node.name(), 0.0));
        for (var hook : hooks.of(HookKind.BATCH_NODE_ORDER)) {
            if (hook.reach(task) != Reach.NONE) {
                Scores scores = hook.score(task, nodes);
                scores.byNode().forEach((node, score) -> sums.merge(node, score, Double::sum));
            }
        }
        return sums;
    }

    static Victims preempt(Hooks hooks, TaskView evictor, List<TaskView> evictees) {
        return hooks.of(HookKind.PREEMPTABLE).getFirst().victims(evictor, evictees);
    }

    static Victims reclaim(Hooks hooks, TaskView evictor, List<TaskView> evictees) {
        return hooks.of(HookKind.RECLAIMABLE).getFirst().victims(evictor, evictees);
    }

    static Vote admit(Hooks hooks, JobView job) {
        return hooks.of(HookKind.JOB_ENQUEUEABLE).getFirst().vote(job);
    }

    static void admitted(Hooks hooks, JobView job) {
        hooks.of(HookKind.JOB_ENQUEUED).forEach(hook -> hook.enqueued(job));
    }

    static Answer mayAllocate(Hooks hooks, QueueView queue, TaskView task) {
        return hooks.of(HookKind.ALLOCATABLE).getFirst().mayAllocate(queue, task);
    }

    static int queues(Hooks hooks, QueueView left, QueueView right) {
        return hooks.of(HookKind.QUEUE_ORDER).getFirst().compare(left, right);
    }

    static int jobs(Hooks hooks, JobView left, JobView right) {
        return hooks.of(HookKind.JOB_ORDER).getFirst().compare(left, right);
    }
}
