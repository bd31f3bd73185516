package io.tender.core.batch.plugin;

import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.PluginSetup;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.QueueView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Gives queues their own groups of nodes. */
final class NodeGroupPlugin implements BatchPlugin {
    static final String GROUP_LABEL = "volcano.sh/nodegroup-name";
    static final String LIMITS_ANNOTATION = "volcano.sh/nodegroup-resource-limits";

    /** No chain of parents is longer, unless it is a circle. */
    private static final int DEEPEST = 64;

    private final boolean strict;
    private final boolean inOrder;
    private final boolean hierarchy;

    NodeGroupPlugin(Arguments arguments, PluginSetup setup) {
        strict = arguments.truth("strict", true);
        inOrder = arguments.truth("enablePreferredOrder", false);
        hierarchy = setup.hierarchy();
    }

    @Override
    public Hooks open(SessionView session) {
        Map<String, Access> accesses = new HashMap<>();
        boolean limited = false;
        for (QueueView queue : session.queues()) {
            Access access = new Access(groups(session, queue), queue.queue());
            accesses.put(queue.name(), access);
            limited |= access.isLimited();
        }
        if (limited) {
            count(session, accesses);
        }
        Hooks hooks = Hooks.none().predicate(new Members(accesses)).nodeOrder(new Liked(accesses));
        if (limited) {
            hooks.allocateHandler(task -> {
                        change(accesses, task, true);
                        return Answer.ofYes();
                    })
                    .deallocateHandler(task -> change(accesses, task, false))
                    .simulateAddTask((task, node) -> change(accesses, task, true))
                    .simulateRemoveTask((task, node) -> change(accesses, task, false));
        }
        return hooks;
    }

    /** Its own groups, or those of the closest queue above it that has any. */
    private Queue.NodeGroups groups(SessionView session, QueueView view) {
        Queue queue = view.queue();
        for (int depth = 0; hierarchy && queue.groups().isEmpty() && depth < DEEPEST; depth++) {
            Optional<? extends QueueView> parent = session.queue(queue.parent().orElse(Queue.ROOT));
            if (parent.isEmpty()) {
                break;
            }
            queue = parent.get().queue();
        }
        return queue.groups();
    }

    private static void count(SessionView session, Map<String, Access> accesses) {
        for (JobView job : session.jobs()) {
            Access access = accesses.get(job.queue().name());
            if (access != null && access.isLimited() && !job.allocated().isEmpty()) {
                for (TaskView task : job.tasks()) {
                    if (task.status().allocated() || task.status() == TaskStatus.PIPELINED) {
                        change(accesses, task, true);
                    }
                }
            }
        }
    }

    private static void change(Map<String, Access> accesses, TaskView task, boolean added) {
        Access access = accesses.get(task.job().queue().name());
        if (access != null && access.isLimited()) {
            task.node().ifPresent(node -> access.change(group(node), task.request(), added));
        }
    }

    private static String group(NodeView node) {
        return node.node().labels().getOrDefault(GROUP_LABEL, "");
    }

    /** What one queue may use of which group. */
    private static final class Access {
        private final Queue.NodeGroups groups;
        private final Map<String, ResourceList> limits;
        private final Map<String, Holding> held = new HashMap<>();
        private final String problem;

        Access(Queue.NodeGroups groups, Queue queue) {
            this.groups = groups;
            String text = queue.annotations().getOrDefault(LIMITS_ANNOTATION, "");
            Optional<Map<String, ResourceList>> parsed = GroupLimits.parse(text);
            limits = parsed.orElse(Map.of());
            problem = parsed.isPresent()
                    ? ""
                    : "queue '" + queue.name() + "' has limits per node group that cannot be read: " + text;
        }

        boolean isLimited() {
            return !limits.isEmpty();
        }

        void change(String group, ResourceList amount, boolean added) {
            Holding holding = held.computeIfAbsent(group, unused -> new Holding());
            if (added) {
                holding.add(amount);
            } else {
                holding.subtract(amount);
            }
        }

        boolean allows(String group) {
            if (groups.requiredAnti().contains(group)) {
                return groups.preferredAnti().contains(group);
            }
            return groups.required().contains(group)
                    || groups.preferred().contains(group)
                    || groups.preferredAnti().contains(group);
        }

        Verdict withinLimit(String group, ResourceList request) {
            ResourceList limit = limits.get(group);
            if (limit == null) {
                return Verdict.fits();
            }
            ResourceList asked = request.only(limit);
            Holding holding = held.computeIfAbsent(group, unused -> new Holding());
            return holding.leavesRoomFor(asked, limit)
                    ? Verdict.fits()
                    : Verdict.unschedulable("the queue would exceed its limit in node group '" + group + "': "
                            + holding.excess(asked, limit));
        }

        double score(String group, boolean inOrder) {
            if (groups.preferredAnti().contains(group)) {
                return -1;
            }
            double score = groups.required().contains(group) ? 100 : 0;
            int place = groups.preferred().indexOf(group);
            if (place >= 0) {
                int all = groups.preferred().size();
                score += inOrder ? 50.0 * (all - place) / all : 50;
            }
            return score;
        }
    }

    private final class Members implements Predicate {
        private final Map<String, Access> accesses;

        Members(Map<String, Access> accesses) {
            this.accesses = accesses;
        }

        @Override
        public Reach reach(TaskView task) {
            Access access = accesses.get(task.job().queue().name());
            return access != null && access.isLimited() ? Reach.CLUSTER : Reach.NODE;
        }

        @Override
        public Verdict fits(TaskView task, NodeView node) {
            String queue = task.job().queue().name();
            Access access = accesses.get(queue);
            if (access != null && !access.problem.isEmpty()) {
                return Verdict.never(access.problem);
            }
            boolean bound = access != null && !access.groups.isEmpty();
            String group = group(node);
            if (group.isEmpty()) {
                return bound || strict
                        ? Verdict.never("the node is in no node group, and queue '" + queue + "' "
                                + (bound ? "keeps to its own" : "may only use groups, as the plugin is strict"))
                        : Verdict.fits();
            }
            if (access == null || !bound) {
                return Verdict.never("the node is in group '" + group + "', and queue '" + queue + "' has no groups");
            }
            if (!access.allows(group)) {
                return Verdict.never("node group '" + group + "' is not for queue '" + queue + "'");
            }
            return access.withinLimit(group, task.request());
        }
    }

    private final class Liked implements NodeOrder {
        private final Map<String, Access> accesses;

        Liked(Map<String, Access> accesses) {
            this.accesses = accesses;
        }

        @Override
        public Reach reach(TaskView task) {
            Access access = accesses.get(task.job().queue().name());
            return access == null || access.groups.isEmpty() ? Reach.NONE : Reach.NODE;
        }

        @Override
        public double score(TaskView task, NodeView node) {
            Access access = accesses.get(task.job().queue().name());
            String group = group(node);
            return access == null || group.isEmpty() ? 0 : access.score(group, inOrder);
        }
    }
}
