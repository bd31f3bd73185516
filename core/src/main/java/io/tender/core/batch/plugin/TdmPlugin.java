package io.tender.core.batch.plugin;

import io.tender.model.batch.GoDuration;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import io.tender.spi.batch.Victims;
import io.tender.spi.batch.Vote;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/** Nodes that belong to somebody else for part of the day: used only in their hours, by tasks that can leave. */
final class TdmPlugin implements BatchPlugin {
    private static final String ZONE_LABEL = "volcano.sh/revocable-zone";
    private static final String ZONES = "tdm.revocable-zone.";
    private static final String PERIOD = "tdm.evict.period";
    private static final double FULL_SCORE = 100;

    private final SortedMap<String, DailyWindow> zones = new TreeMap<>();
    private final Duration period;
    private Instant lastEviction = Instant.MIN;

    TdmPlugin(Arguments arguments) {
        for (String name : arguments.namesUnder(ZONES)) {
            String text = arguments.text(name, "");
            Optional<DailyWindow> window = DailyWindow.parse(text);
            if (window.isPresent()) {
                zones.put(name.substring(ZONES.length()), window.get());
            } else {
                arguments.problem(name, "the text '" + text + "'", "hours such as 10:00-21:00");
            }
        }
        String text = arguments.text(PERIOD, "1m");
        Optional<Duration> given = GoDuration.parse(text).filter(Duration::isPositive);
        if (given.isEmpty()) {
            arguments.problem(PERIOD, "the text '" + text + "'", "a length of time such as 1m");
        }
        period = given.orElse(Duration.ofMinutes(1));
    }

    @Override
    public Hooks open(SessionView session) {
        return Hooks.none()
                .predicate(new Hours(session))
                .nodeOrder(new InHours(session))
                .preemptable(TdmPlugin::victims)
                .victimTasks(running -> overstaying(running, session.now(), session.date()))
                .jobOrder((left, right) ->
                        Boolean.compare(left.job().preemptable(), right.job().preemptable()))
                .jobPipelined(TdmPlugin::pipelined)
                .jobStarving(job -> !job.job().preemptable() && job.count(TaskStatus.PENDING) > 0);
    }

    private static String zone(NodeView node) {
        return node.node().labels().getOrDefault(ZONE_LABEL, "");
    }

    private static boolean canLeave(TaskView task) {
        return !task.template().revocableZone().isEmpty()
                || !task.job().job().revocableZone().isEmpty();
    }

    private boolean isOpen(String zone, Instant date) {
        DailyWindow window = zones.get(zone);
        return window != null && window.contains(date);
    }

    /** Jobs can be marked too: then equal templates may get different answers. */
    private static Reach reachOf(SessionView session) {
        boolean anyNode = false;
        for (NodeView node : session.nodes()) {
            anyNode |= !zone(node).isEmpty();
        }
        if (!anyNode) {
            return Reach.NONE;
        }
        boolean anyJob = false;
        for (JobView job : session.jobs()) {
            anyJob |= !job.job().revocableZone().isEmpty();
        }
        return anyJob ? Reach.CLUSTER : Reach.NODE;
    }

    private final class Hours implements Predicate {
        private final Instant date;
        private final Reach reach;

        Hours(SessionView session) {
            date = session.date();
            reach = reachOf(session);
        }

        @Override
        public Reach reach(TaskView task) {
            return reach;
        }

        @Override
        public Verdict fits(TaskView task, NodeView node) {
            String zone = zone(node);
            if (zone.isEmpty()) {
                return Verdict.fits();
            }
            if (!zones.containsKey(zone)) {
                return Verdict.never("the node's zone '" + zone + "' has no hours in the settings");
            }
            if (!isOpen(zone, date)) {
                return Verdict.never("it is not the hours of the node's zone '" + zone + "'");
            }
            return canLeave(task)
                    ? Verdict.fits()
                    : Verdict.never("the node is time-shared, and the task is not marked for that");
        }
    }

    private final class InHours implements NodeOrder {
        private final Instant date;
        private final Reach reach;

        InHours(SessionView session) {
            date = session.date();
            reach = reachOf(session);
        }

        @Override
        public Reach reach(TaskView task) {
            return reach;
        }

        @Override
        public double score(TaskView task, NodeView node) {
            return canLeave(task) && isOpen(zone(node), date) ? FULL_SCORE : 0;
        }
    }

    private static Vote pipelined(JobView job) {
        int have = job.waitingTasks() + job.readyTasks();
        return have >= job.minAvailable()
                ? Vote.permit()
                : Vote.reject(have + " of " + job.minAvailable() + " tasks have a place");
    }

    /** Work that can leave makes room on ordinary nodes for work that cannot, and evicts nobody itself. */
    private static Victims victims(TaskView evictor, List<TaskView> evictees) {
        if (evictor.job().job().preemptable() || canLeave(evictor)) {
            return Victims.none("job '" + evictor.job().id() + "' is itself preemptable and evicts nobody");
        }
        List<TaskView> candidates = new ArrayList<>();
        for (TaskView evictee : evictees) {
            boolean ordinaryNode =
                    evictee.node().filter(node -> zone(node).isEmpty()).isPresent();
            if (ordinaryNode
                    && evictee.job().job().preemptable()
                    && evictee.template().preemptable()
                    && evictee.status() == TaskStatus.RUNNING) {
                candidates.add(evictee);
            }
        }
        List<TaskView> victims = withinBudgets(candidates);
        return victims.isEmpty()
                ? Victims.none("no task there is preemptable within its job's budget")
                : Victims.of(victims);
    }

    /** Preemptable tasks on nodes whose hours are over, not more often than the settings say. */
    private List<TaskView> overstaying(List<TaskView> running, Instant now, Instant date) {
        if (now.isBefore(lastEviction) || Duration.between(lastEviction, now).compareTo(period) < 0) {
            return List.of();
        }
        List<TaskView> late = new ArrayList<>();
        for (TaskView task : running) {
            Optional<NodeView> node = task.node();
            if (node.isPresent() && task.template().preemptable()) {
                String zone = zone(node.get());
                if (zones.containsKey(zone) && !isOpen(zone, date)) {
                    late.add(task);
                }
            }
        }
        lastEviction = now;
        return withinBudgets(late);
    }

    private static List<TaskView> withinBudgets(List<TaskView> tasks) {
        Map<JobId, List<TaskView>> byJob = new LinkedHashMap<>();
        for (TaskView task : tasks) {
            byJob.computeIfAbsent(task.job().id(), unused -> new ArrayList<>()).add(task);
        }
        List<TaskView> victims = new ArrayList<>();
        for (List<TaskView> some : byJob.values()) {
            int most = mayLose(some.getFirst().job());
            victims.addAll(some.subList(0, Math.min(most, some.size())));
        }
        return victims;
    }

    static int mayLose(JobView view) {
        Job job = view.job();
        int all = job.tasks().size();
        int running = view.count(TaskStatus.RUNNING);
        OptionalInt maxUnavailable = NumberOrPercent.of(job.budgetMaxUnavailable(), all);
        if (maxUnavailable.isPresent()) {
            int over = view.count(TaskStatus.SUCCEEDED) + view.count(TaskStatus.FAILED);
            return Math.max(0, maxUnavailable.getAsInt() - (all - over - running));
        }
        OptionalInt minAvailable = NumberOrPercent.of(job.budgetMinAvailable(), all);
        return minAvailable.isPresent() ? Math.max(0, running - minAvailable.getAsInt()) : running;
    }
}
