package io.tender.daemon.master;

import io.tender.model.AgentId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Forgets agents that nobody expects any more, as the registry of Mesos does: by their age, and beyond a number of them. */
final class AgentHistory {
    /** Nothing depends on when exactly an agent is forgotten. */
    private static final Duration LOOK_EVERY = Duration.ofMinutes(15);

    private final Desk desk;
    private final Agents agents;

    /** Since when each is missed as far as this run of the master has seen, by the clock that nobody sets. */
    private Map<AgentId, Instant> unreachableHere = new HashMap<>();

    private Map<AgentId, Instant> goneHere = new HashMap<>();

    /** An agent and since when it is missed. */
    private record Missed(AgentId agent, Instant since) {}

    AgentHistory(Desk desk, Agents agents) {
        this.desk = desk;
        this.agents = agents;
    }

    /**
     * Looks now and from time to time. How long an agent is missed is measured and not reckoned from dates: whoever sets the
     * machine's clock forward must not cost anybody an agent with its reservations. So it begins anew with each start.
     */
    void begin() {
        forget();
        desk.host.after(LOOK_EVERY, this::begin);
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
        unreachableHere = noted(unreachable, unreachableHere);
        goneHere = noted(gone, goneHere);
        outdated(unreachable, unreachableHere, desk.settings.maxUnreachableAgents())
                .forEach(agents::forget);
        outdated(gone, goneHere, desk.settings.maxGoneAgents())
                .forEach(agent -> desk.apply(new Change.AgentForgotten(agent)));
    }

    /** What was noted before, of those that are still missed, and now of the others. */
    private Map<AgentId, Instant> noted(List<Missed> missed, Map<AgentId, Instant> before) {
        Map<AgentId, Instant> noted = new HashMap<>();
        missed.forEach(one -> noted.put(one.agent(), before.getOrDefault(one.agent(), desk.host.now())));
        return noted;
    }

    /** Those that are missed for too long, and the longest missed of those that are too many. */
    private List<AgentId> outdated(List<Missed> missed, Map<AgentId, Instant> here, int most) {
        Instant oldest = desk.host.now().minus(desk.settings.maxAgentAge());
        int beyond = missed.size() - most;
        missed.sort(Comparator.comparing(Missed::since).thenComparing(Missed::agent));
        List<AgentId> outdated = new ArrayList<>();
        for (Missed one : missed) {
            boolean tooLong = !here.getOrDefault(one.agent(), desk.host.now()).isAfter(oldest);
            if (outdated.size() < beyond || tooLong) {
                outdated.add(one.agent());
            }
        }
        return outdated;
    }
}
