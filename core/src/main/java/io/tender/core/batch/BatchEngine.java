package io.tender.core.batch;

import io.tender.model.batch.JobPhase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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

    /** @param tiers the plugins in the order they are asked; no name twice */
    public BatchEngine(List<List<SeatedPlugin>> tiers, List<ActionChoice> actions, SearchSettings search) {
        Set<String> names = new HashSet<>();
        for (List<SeatedPlugin> tier : tiers) {
            for (SeatedPlugin plugin : tier) {
                if (!names.add(plugin.name())) {
                    throw new IllegalArgumentException(
                            "two plugins are called '" + plugin.name() + "': expected a name for each");
                }
            }
        }
        this.tiers = tiers.stream().map(List::copyOf).toList();
        List<Action> made = new ArrayList<>();
        actions.forEach(choice -> made.add(Actions.make(choice.name(), choice.arguments())));
        this.actions = List.copyOf(made);
        this.actionNames = Set.copyOf(actions.stream().map(ActionChoice::name).toList());
        this.search = search;
    }

    /** One session: plugins are opened, actions run in their order, plugins are closed. */
    public SessionResult run(Snapshot snapshot, Cycle cycle) {
        Session session = Session.open(snapshot, cycle, tiers);
        Work work = new Work(session, new NodeSearch(session, search), actionNames);
        for (Action action : actions) {
            session.action(action.name());
            action.run(work);
        }
        session.action("");
        return close(session, work);
    }

    private SessionResult close(Session session, Work work) {
        List<Decision> decisions = new ArrayList<>(session.outcomes().decisions());
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
                new Cycle(session.id(), session.number(), session.now(), session.chance()),
                decisions,
                session.explanations(),
                session.faults());
    }

    /** Closes the plugins. */
    @Override
    public void close() {
        for (List<SeatedPlugin> tier : tiers) {
            for (SeatedPlugin plugin : tier) {
                plugin.plugin().close();
            }
        }
    }
}
