package io.tender.core.batch.plugin;

import io.tender.model.batch.JobId;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Victims;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Hierarchical dominant resource fairness: a tree from the paths of the queues, with the jobs as its leaves. Children that
 * still want something are scaled down to the smallest of their shares, so that a queue is not punished for what its
 * satisfied children hold.
 */
final class HierarchicalShares {
    private final ResourceList total;
    private final Holding allocated = new Holding();
    private final Branch root = new Branch(null, 1);
    private final Map<JobId, Branch> leaves = new HashMap<>();
    private Set<String> exhausted = Set.of();

    private static final class Branch {
        final @Nullable Branch parent;
        final SortedMap<String, Branch> children = new TreeMap<>();
        final Holding held = new Holding();
        ResourceList request = ResourceList.empty();
        final double weight;
        double share;
        boolean saturated;
        boolean stale = true;

        Branch(@Nullable Branch parent, double weight) {
            this.parent = parent;
            this.weight = weight;
        }

        void touch() {
            for (Branch at = this; at != null && !at.stale; at = at.parent) {
                at.stale = true;
            }
        }
    }

    HierarchicalShares(SessionView session) {
        total = session.total();
        for (JobView job : session.jobs()) {
            leaf(job);
        }
    }

    private Branch leaf(JobView job) {
        Branch known = leaves.get(job.id());
        if (known != null) {
            return known;
        }
        Branch queue = branch(job.queue().queue());
        Branch leaf = new Branch(queue, 1);
        leaf.held.add(job.allocated());
        leaf.request = job.allocated().plus(job.pending()).plus(job.pipelined());
        // Jobs and queues share a level; a slash cannot be in the name of a queue's part.
        queue.children.put("/" + job.id(), leaf);
        queue.touch();
        leaves.put(job.id(), leaf);
        allocated.add(job.allocated());
        return leaf;
    }

    private Branch branch(Queue queue) {
        String[] names = path(queue);
        String[] weights = queue.hierarchyWeights().split("/", -1);
        Branch at = root;
        for (int i = 1; i < names.length; i++) {
            double weight = i < weights.length ? weight(weights[i]) : 1;
            Branch parent = at;
            at = parent.children.computeIfAbsent(names[i], unused -> new Branch(parent, weight));
        }
        return at;
    }

    /** A queue without a path is a child of the root by its own name. */
    private static String[] path(Queue queue) {
        return queue.hierarchy().isEmpty()
                ? new String[] {Queue.ROOT, queue.name()}
                : queue.hierarchy().split("/", -1);
    }

    private static double weight(String text) {
        try {
            double weight = Double.parseDouble(text);
            return weight >= 1 && weight < Double.POSITIVE_INFINITY ? weight : 1;
        } catch (NumberFormatException notANumber) {
            return 1;
        }
    }

    void change(TaskView task, boolean added) {
        Branch leaf = leaf(task.job());
        move(leaf, task.request(), added);
    }

    private void move(Branch leaf, ResourceList amount, boolean added) {
        if (added) {
            leaf.held.add(amount);
            allocated.add(amount);
        } else {
            leaf.held.subtract(amount);
            allocated.subtract(amount);
        }
        leaf.touch();
    }

    private void refresh() {
        Set<String> now = new HashSet<>();
        for (int i = 0; i < total.size(); i++) {
            if (allocated.millis(total.name(i)) >= total.millis(i)) {
                now.add(total.name(i));
            }
        }
        boolean all = !now.equals(exhausted);
        exhausted = now;
        if (all || root.stale) {
            update(root, all);
        }
    }

    private void update(Branch branch, boolean all) {
        branch.stale = false;
        if (branch.children.isEmpty()) {
            branch.share = branch.held.shareOf(total);
            branch.saturated = isSaturated(branch);
            return;
        }
        double smallest = 1;
        boolean saturated = true;
        for (Branch child : branch.children.values()) {
            if (all || child.stale) {
                update(child, all);
            }
            saturated &= child.saturated;
            if (!child.saturated && child.share > 0) {
                smallest = Math.min(smallest, child.share);
            }
        }
        branch.held.clear();
        for (Branch child : branch.children.values()) {
            if (child.share > 0) {
                branch.held.addScaled(child.held, child.saturated ? 1 : smallest / child.share);
            }
        }
        branch.saturated = saturated;
        branch.share = branch.held.shareOf(total);
    }

    /** A job is content once it has all it asked for of something, or asks for something of which nothing is left. */
    private boolean isSaturated(Branch leaf) {
        if (leaf.request.isEmpty()) {
            return true;
        }
        for (int i = 0; i < leaf.request.size(); i++) {
            String name = leaf.request.name(i);
            long held = leaf.held.millis(name);
            if ((held != 0 && held >= leaf.request.millis(i)) || exhausted.contains(name)) {
                return true;
            }
        }
        return false;
    }

    int compare(Queue left, Queue right) {
        refresh();
        String[] lefts = path(left);
        String[] rights = path(right);
        Branch l = root;
        Branch r = root;
        for (int i = 1; i < Math.min(lefts.length, rights.length); i++) {
            Branch nextLeft = l.children.get(lefts[i]);
            Branch nextRight = r.children.get(rights[i]);
            if (nextLeft == null || nextRight == null) {
                return 0;
            }
            l = nextLeft;
            r = nextRight;
            if (l != r) {
                int order = l.saturated != r.saturated
                        ? Boolean.compare(l.saturated, r.saturated)
                        : Double.compare(l.share / l.weight, r.share / r.weight);
                if (order != 0) {
                    return order;
                }
            }
        }
        return 0;
    }

    /** A task may go if its queue still comes after the evictor's once the exchange is made. */
    Victims victims(TaskView evictor, List<TaskView> evictees) {
        Queue mine = evictor.job().queue().queue();
        List<TaskView> victims = new ArrayList<>();
        move(leaf(evictor.job()), evictor.request(), true);
        for (TaskView evictee : evictees) {
            move(leaf(evictee.job()), evictee.request(), false);
            if (compare(mine, evictee.job().queue().queue()) < 0) {
                victims.add(evictee);
            } else {
                move(leaf(evictee.job()), evictee.request(), true);
            }
        }
        for (TaskView victim : victims) {
            move(leaf(victim.job()), victim.request(), true);
        }
        move(leaf(evictor.job()), evictor.request(), false);
        return victims.isEmpty()
                ? Victims.none("queue '" + mine.name() + "' would have a larger share than every queue there")
                : Victims.of(victims);
    }
}
