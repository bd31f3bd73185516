package io.tender.core.batch.plugin;

import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.QueueView;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Queues with their parents; without a hierarchy every queue stands alone. */
final class QueueTree {
    private final Map<String, Branch> branches = new HashMap<>();
    private final List<Branch> inOrder = new ArrayList<>();

    /** One queue, what it holds with all below it, and the queues above it. */
    static final class Branch {
        final QueueAccount account;
        final List<Branch> children = new ArrayList<>();

        @Nullable
        Branch parent;

        int depth;

        /** What those beside it were guaranteed. */
        Reserve reserve = Reserve.NONE;

        Branch(Queue queue) {
            account = new QueueAccount(queue);
            account.deserved = queue.deserved();
        }

        String name() {
            return account.queue.name();
        }

        boolean isLeaf() {
            return children.isEmpty();
        }
    }

    QueueTree(SessionView session, boolean hierarchy) {
        for (QueueView view : session.queues()) {
            Branch branch = new Branch(view.queue());
            branches.put(view.name(), branch);
            inOrder.add(branch);
        }
        if (hierarchy) {
            for (Branch branch : inOrder) {
                link(branch);
            }
            for (Branch branch : inOrder) {
                branch.depth = depth(branch);
            }
        }
        for (JobView job : session.jobs()) {
            for (Branch at = branches.get(job.queue().name()); at != null; at = at.parent) {
                at.account.count(job);
            }
        }
        List<Branch> tops = new ArrayList<>();
        for (Branch branch : inOrder) {
            if (branch.parent == null) {
                tops.add(branch);
            }
        }
        limit(tops, session.total());
        for (Branch branch : inOrder) {
            updateShare(branch.account);
        }
    }

    private void link(Branch branch) {
        if (branch.name().equals(Queue.ROOT)) {
            return;
        }
        Branch parent = branches.get(branch.account.queue.parent().orElse(Queue.ROOT));
        for (Branch at = parent; at != null; at = at.parent) {
            if (at == branch) {
                // A circle of parents is a mistake elsewhere; cut here, every queue still has its own limits.
                return;
            }
        }
        if (parent != null) {
            branch.parent = parent;
            parent.children.add(branch);
        }
    }

    private static int depth(Branch branch) {
        int depth = 0;
        for (Branch at = branch.parent; at != null; at = at.parent) {
            depth++;
        }
        return depth;
    }

    /** What siblings may use of what their parent has: nobody may take what another was guaranteed. */
    private static void limit(List<Branch> siblings, ResourceList available) {
        Holding guarantees = new Holding();
        for (Branch branch : siblings) {
            guarantees.add(branch.account.queue.guarantee());
        }
        ResourceList free = available.minus(guarantees.toList());
        Reserve reserve =
                Reserve.among(siblings.stream().map(branch -> branch.account).toList(), available);
        for (Branch branch : siblings) {
            Queue queue = branch.account.queue;
            branch.reserve = reserve;
            branch.account.realCapability =
                    QueueAccount.capped(free.plus(queue.guarantee()).positive(), queue);
            limit(branch.children, branch.account.realCapability);
        }
    }

    Branch of(QueueView view) {
        Branch known = branches.get(view.name());
        if (known != null) {
            return known;
        }
        Branch branch = new Branch(view.queue());
        branches.put(view.name(), branch);
        return branch;
    }

    void change(TaskView task, boolean added) {
        for (Branch at = of(task.job().queue()); at != null; at = at.parent) {
            at.account.change(task, added);
            updateShare(at.account);
        }
    }

    void reserve(JobView job) {
        ResourceList wanted = job.job().minResources().orElse(ResourceList.empty());
        for (Branch at = of(job.queue()); at != null; at = at.parent) {
            at.account.inqueue.add(wanted);
        }
    }

    /** Who deserves nothing in particular is served last, like one who has all it deserves. */
    private static void updateShare(QueueAccount account) {
        if (account.deserved.isEmpty()) {
            account.share = 1;
        } else {
            account.updateShare();
        }
    }

    /** The two branches below the closest common ancestor, or the two themselves. */
    static Branch[] below(Branch left, Branch right) {
        Branch l = left;
        Branch r = right;
        while (l.depth > r.depth && l.parent != null && l.parent != r) {
            l = l.parent;
        }
        while (r.depth > l.depth && r.parent != null && r.parent != l) {
            r = r.parent;
        }
        while (l.parent != r.parent && l.parent != null && r.parent != null) {
            l = l.parent;
            r = r.parent;
        }
        return new Branch[] {l, r};
    }

    /** How deep the closest common ancestor lies; below zero if there is none. */
    static int commonDepth(Branch left, Branch right) {
        Branch l = left;
        Branch r = right;
        while (l != null && r != null && l != r) {
            if (l.depth >= r.depth) {
                l = l.parent;
            } else {
                r = r.parent;
            }
        }
        return l == null || r == null ? -1 : l.depth;
    }
}
