package io.tender.daemon.master;

import io.tender.model.AgentId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Forgets agents that nobody expects any more, as the registry of Mesos does: by their age, and beyond a number of them. */
final class AgentHistory {
    /** Nothing depends on when exactly an agent is forgotten. */
    private static final Duration LOOK_EVERY = Duration.ofMinutes(15);

    private final Desk desk;
    private final Agents agents;

    /** An agent and since when it is missed. */
    private record Missed(AgentId agent, Instant since) {}

    AgentHistory(Desk desk, Agents agents) {
        this.desk = desk;
        this.agents = agents;
    }

    void begin() {
        desk.host.after(LOOK_EVERY, () -> {
            begin();
            forget();
        });
    }

    private void forget() {
        List<Missed> unreachable = new ArrayList<>();
        for (AgentRecord agent : desk.state.agents()) {
            // A machine under maintenance is expected back, whenever that is.
            if (!desk.state.down().contains(agent.agent().hostname())) {
                agent.unreachableSince().ifPresent(since -> unreachable.add(new Missed(agent.id(), since)));
            }
        }
        List<Missed> gone = new ArrayList<>();
        desk.state.gone().forEach((agent, since) -> gone.add(new Missed(agent, since)));
        outdated(unreachable, desk.settings.maxUnreachableAgents()).forEach(agents::forget);
        outdated(gone, desk.settings.maxGoneAgents()).forEach(agent -> desk.apply(new Change.AgentForgotten(agent)));
    }

    /** Those that are missed for too long, and the longest missed of those that are too many. */
    private List<AgentId> outdated(List<Missed> missed, int most) {
        Instant oldest = desk.now().minus(desk.settings.maxAgentAge());
        int beyond = missed.size() - most;
        missed.sort(Comparator.comparing(Missed::since).thenComparing(Missed::agent));
        List<AgentId> outdated = new ArrayList<>();
        for (Missed one : missed) {
            if (outdated.size() < beyond || one.since().isBefore(oldest)) {
                outdated.add(one.agent());
            }
        }
        return outdated;
    }
}
