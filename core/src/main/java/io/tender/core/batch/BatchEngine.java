package io.tender.core.batch;

import io.tender.model.BrokenRule;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.TaskId;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.SessionData;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Runs sessions with one set of plugins and actions: the same snapshot and cycle give the same decisions.
 *
 * <p>It remembers nothing between sessions; a plugin may.
 */
public final class BatchEngine implements AutoCloseable {
    private final List<List<SeatedPlugin>> tiers;
    private final List<Action> actions;
    private final Set<String> actionNames;
    private final SearchSettings search;
    private final Ignored ignored;

    /**
     * @param tiers the plugins in the order they are asked; no name twice
     * @throws IllegalArgumentException if the plugins do not go together; they are still open then
     */
    public BatchEngine(List<List<SeatedPlugin>> tiers, List<ActionChoice> actions, SearchSettings search) {
        SortedMap<String, BatchPlugin> named = new TreeMap<>();
        for (List<SeatedPlugin> tier : tiers) {
            for (SeatedPlugin plugin : tier) {
                if (named.put(plugin.name(), plugin.plugin()) != null) {
                    throw new IllegalArgumentException(
                            "two plugins are called '" + plugin.name() + "': expected a name for each");
                }
            }
        }
        named.forEach((name, plugin) -> plugin.meet(Collections.unmodifiableSortedMap(named))
                .ifPresent(problem -> {
                    throw new IllegalArgumentException("plugin '" + name + "': " + problem);
                }));
        this.tiers = tiers.stream().map(List::copyOf).toList();
        List<Action> made = new ArrayList<>();
        actions.forEach(choice -> made.add(Actions.make(choice.name(), choice.arguments())));
        this.actions = List.copyOf(made);
        this.actionNames = Set.copyOf(actions.stream().map(ActionChoice::name).toList());
        this.search = search;
        this.ignored = Ignored.of(this.tiers);
    }

    /** What its plugins decide nothing without, and who they are. */
    public SortedMap<SessionData, List<String>> needs() {
        SortedMap<SessionData, List<String>> needs = new TreeMap<>();
        for (List<SeatedPlugin> tier : tiers) {
            for (SeatedPlugin plugin : tier) {
                plugin.plugin()
                        .needs()
                        .forEach(data -> needs.computeIfAbsent(data, unused -> new ArrayList<>())
                                .add(plugin.name()));
            }
        }
        return needs;
    }

    /** One session: plugins are opened, actions run in their order, plugins are closed. */
    public SessionResult run(Snapshot snapshot, Cycle cycle) {
        Session session = Session.open(snapshot, cycle, tiers, ignored);
        List<SessionTask> undone = session.undone();
        if (!undone.isEmpty()) {
            session.events().outcome(List.of(), undone);
        }
        Work work = new Work(session, search, actionNames);
        for (Action action : actions) {
            session.action(action.name());
            try {
                action.run(work);
            } catch (RuntimeException thrown) {
                // What it placed and did not decide comes to nothing; the others still have their turn.
                session.faults().add(Fault.of("the action itself", action.name(), thrown));
            }
        }
        session.action("");
        return close(session, work);
    }

    /**
     * What each node is worth to a waiting task as things stand. It is asked in a session of its own, which places nothing;
     * plugins see it open and close.
     */
    public SortedMap<String, Assessment> assess(Snapshot snapshot, Cycle cycle, TaskId task) {
        Session session = Session.open(snapshot, cycle, tiers, ignored);
        try {
            for (SessionJob job : session.jobs()) {
                for (SessionTask one : job.tasks()) {
                    if (one.id().equals(task)) {
                        return new NodeSearch(session, search).assess(one);
                    }
                }
            }
            throw BrokenRule.of("There is no such task.", "'" + task + "'", "a task of a known job", "submit its job");
        } finally {
            session.choir().close(tiers, session);
        }
    }

    private SessionResult close(Session session, Work work) {
        List<Decision> decisions = new ArrayList<>(session.outcomes().decisions());
        for (SessionTask task : work.nominatedInVain()) {
            decisions.add(new Decision.Nominate(task.id(), ""));
        }
        for (SessionJob job : session.jobs()) {
            JobPhase phase = Phases.after(job, session.explanations());
            if (phase != job.phaseBefore()) {
                decisions.add(new Decision.Phase(job.id(), phase));
            }
        }
        List<SessionTask> aborted = new ArrayList<>(session.outcomes().abandoned());
        aborted.addAll(work.leftUndecided());
        session.events().outcome(session.outcomes().committed(), List.copyOf(new LinkedHashSet<>(aborted)));
        session.choir().close(tiers, session);
        return new SessionResult(
                new Cycle(session.id(), session.number(), session.now(), session.date(), session.chance()),
                decisions,
                session.explanations(),
                promised(session),
                session.faults(),
                session.ignored(),
                looksAround(session));
    }

    /** Who names victims by how busy nodes are, and is heard, looks for places to move them to. */
    private boolean looksAround(Session session) {
        List<String> byLoad = needs().getOrDefault(SessionData.USAGE, List.of());
        return actionNames.contains(ShuffleAction.NAME)
                && session.choir().of(HookKind.VICTIM_TASKS).stream()
                        .anyMatch(voice -> byLoad.contains(voice.plugin()));
    }

    private static SortedMap<TaskId, String> promised(Session session) {
        SortedMap<TaskId, String> promised = new TreeMap<>();
        for (SessionJob job : session.jobs()) {
            if (job.count(TaskStatus.PIPELINED) > 0) {
                for (SessionTask task : job.tasks()) {
                    if (task.status() == TaskStatus.PIPELINED) {
                        task.node().ifPresent(node -> promised.put(task.id(), node.name()));
                    }
                }
            }
        }
        return promised;
    }

    /** Goes on in the place of another, which is closed: each plugin takes over from the one that had its name. */
    public void replace(BatchEngine former) {
        SortedMap<String, BatchPlugin> leaving = new TreeMap<>();
        former.eachPlugin(plugin -> leaving.put(plugin.name(), plugin.plugin()));
        try {
            eachPlugin(plugin -> {
                BatchPlugin before = leaving.get(plugin.name());
                if (before != null) {
                    plugin.plugin().succeed(before);
                }
            });
        } finally {
            former.close();
        }
    }

    /** Closes the plugins; one that cannot be closed does not keep the others open. */
    @Override
    public void close() {
        eachPlugin(plugin -> plugin.plugin().close());
    }

    /** What one throws is thrown when all have had their turn. */
    private void eachPlugin(Consumer<SeatedPlugin> turn) {
        List<RuntimeException> broken = new ArrayList<>();
        for (List<SeatedPlugin> tier : tiers) {
            for (SeatedPlugin plugin : tier) {
                try {
                    turn.accept(plugin);
                } catch (RuntimeException thrown) {
                    broken.add(thrown);
                }
            }
        }
        if (!broken.isEmpty()) {
            RuntimeException first = broken.removeFirst();
            broken.forEach(first::addSuppressed);
            throw first;
        }
    }
}
