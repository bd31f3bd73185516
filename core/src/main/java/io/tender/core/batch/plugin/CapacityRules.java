package io.tender.core.batch.plugin;

import io.tender.core.batch.plugin.QueueTree.Branch;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.QueueView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Victims;
import io.tender.spi.batch.Vote;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The questions about given shares, answered from a tree of queues. */
final class CapacityRules {
    private final QueueTree tree;
    private final int ancestorLevel;

    /** @param ancestorLevel how many queues above a victim's own must be above their shares too, where they differ */
    CapacityRules(QueueTree tree, int ancestorLevel) {
        this.tree = tree;
        this.ancestorLevel = ancestorLevel;
    }

    int compare(QueueView left, QueueView right) {
        Branch l = tree.of(left);
        Branch r = tree.of(right);
        if (l == r) {
            return 0;
        }
        if (l.parent != r.parent) {
            Branch[] below = QueueTree.below(l, r);
            l = below[0];
            r = below[1];
        }
        int byPriority = Integer.compare(r.account.queue.priority(), l.account.queue.priority());
        return byPriority != 0 ? byPriority : Double.compare(l.account.share, r.account.share);
    }

    /** Close relatives give first: what a parent deserves is settled among its own before others are asked. */
    int compareVictims(QueueView left, QueueView right, QueueView preemptor) {
        Branch asking = tree.of(preemptor);
        return Integer.compare(
                QueueTree.commonDepth(tree.of(right), asking), QueueTree.commonDepth(tree.of(left), asking));
    }

    Answer mayAllocate(QueueView view, TaskView task) {
        Branch leaf = tree.of(view);
        Answer open = isOpen(leaf);
        if (!open.yes()) {
            return open;
        }
        if (!leaf.isLeaf()) {
            return notLeaf(leaf);
        }
        return within(leaf, task.request());
    }

    /** Who closes a queue means those below it too. */
    private static Answer isOpen(Branch leaf) {
        for (Branch at = leaf; at != null; at = at.parent) {
            if (!at.account.queue.isOpen()) {
                return at.account.closed();
            }
        }
        return Answer.ofYes();
    }

    private static Answer notLeaf(Branch branch) {
        return Answer.no("queue '" + branch.name() + "' has queues below it, and only the lowest take tasks");
    }

    private static Answer within(Branch leaf, ResourceList request) {
        Answer within = Answer.ofYes();
        for (Branch at = leaf; at != null && within.yes(); at = at.parent) {
            within = withinItself(at, request);
            if (within.yes()) {
                within = at.reserve.allows(at.account, request);
            }
        }
        return within;
    }

    private static Answer withinItself(Branch branch, ResourceList request) {
        QueueAccount account = branch.account;
        return account.allocated.leavesRoomFor(request, account.realCapability)
                ? Answer.ofYes()
                : Answer.no("queue '" + branch.name() + "' would exceed its capability: "
                        + account.allocated.excess(request, account.realCapability));
    }

    Answer mayReclaim(QueueView view, List<TaskView> tasks) {
        Branch leaf = tree.of(view);
        QueueAccount account = leaf.account;
        Answer open = isOpen(leaf);
        if (!open.yes()) {
            return open;
        }
        if (!leaf.isLeaf()) {
            return notLeaf(leaf);
        }
        Holding wanted = new Holding();
        for (TaskView task : tasks) {
            wanted.add(task.request());
        }
        ResourceList request = wanted.toList();
        // Queues above may be full of what will be reclaimed, as the root of a full cluster is: asked once it is gone.
        Answer within = withinItself(leaf, request);
        if (!within.yes()) {
            return within;
        }
        // In all it deserves something of: were one enough, a queue above its share in another could take from one that
        // is
        // above in that too, which then could take back.
        boolean deserves = false;
        for (int i = 0; i < request.size(); i++) {
            String name = request.name(i);
            if (request.millis(i) > 0 && account.queue.shareNames(name)) {
                deserves = true;
                if (account.allocated.millis(name) + request.millis(i) > account.deserved.millis(name)) {
                    return beyond(view, account, request);
                }
            }
        }
        return deserves ? leaf.reserve.allowsInstead(account, request) : beyond(view, account, request);
    }

    private static Answer beyond(QueueView view, QueueAccount account, ResourceList request) {
        return Answer.no("queue '" + view.name() + "' would reclaim beyond what it deserves: "
                + account.allocated.excess(request, account.deserved));
    }

    Victims victims(JobView evictor, List<TaskView> evictees) {
        Branch asking = tree.of(evictor.queue());
        Map<Branch, Holding> left = new HashMap<>();
        Map<Branch, Holding> firm = new HashMap<>();
        List<TaskView> victims = new ArrayList<>();
        for (TaskView evictee : evictees) {
            Branch leaf = tree.of(evictee.job().queue());
            if (maySpare(asking, leaf, evictee.request(), left, firm)) {
                for (Branch at = leaf; at != null; at = at.parent) {
                    held(at, left).subtract(evictee.request());
                    firm(at, firm).subtract(evictee.request());
                }
                victims.add(evictee);
            }
        }
        return victims.isEmpty() ? Victims.none("no queue there has more than it deserves") : Victims.of(victims);
    }

    private boolean maySpare(
            Branch asking, Branch leaf, ResourceList task, Map<Branch, Holding> left, Map<Branch, Holding> firm) {
        if (!isSpare(held(leaf, left), firm(leaf, firm), leaf.account, task)) {
            return false;
        }
        Branch theirs = leaf;
        Branch ours = asking;
        for (int level = 0; level < ancestorLevel; level++) {
            Branch above = theirs.parent;
            Branch aboveOurs = ours.parent;
            if (above == null || aboveOurs == null || above == aboveOurs) {
                return true;
            }
            if (!isSpare(held(above, left), firm(above, firm), above.account, task)) {
                return false;
            }
            theirs = above;
            ours = aboveOurs;
        }
        return true;
    }

    private static Holding held(Branch branch, Map<Branch, Holding> left) {
        return left.computeIfAbsent(branch, unused -> Holding.copyOf(branch.account.allocated));
    }

    private static Holding firm(Branch branch, Map<Branch, Holding> left) {
        return left.computeIfAbsent(branch, unused -> Holding.copyOf(branch.account.firm));
    }

    /** The guarantee is kept, and the queue is above its share in something the task uses, or has no share of any of it. */
    private static boolean isSpare(Holding held, Holding firm, QueueAccount account, ResourceList task) {
        if (!account.keepsGuaranteeWithout(firm, task)) {
            return false;
        }
        ResourceList deserved = account.deserved;
        boolean listed = false;
        boolean above = false;
        for (int i = 0; i < task.size(); i++) {
            String name = task.name(i);
            long amount = task.millis(i);
            if (amount <= 0) {
                continue;
            }
            if (account.queue.shareNames(name)) {
                listed = true;
                above |= held.millis(name) > deserved.millis(name);
            }
        }
        return above || !listed;
    }

    Vote vote(JobView job) {
        Branch leaf = tree.of(job.queue());
        Answer open = isOpen(leaf);
        if (!open.yes()) {
            return Vote.reject(open.reason());
        }
        if (!leaf.isLeaf()) {
            return Vote.reject(notLeaf(leaf).reason());
        }
        ResourceList wanted = job.job().minResources().orElse(ResourceList.empty());
        for (Branch at = leaf; at != null; at = at.parent) {
            if (!at.account.admits(wanted)) {
                return Vote.reject(at.account.refusal(wanted));
            }
        }
        return Vote.permit();
    }
}
