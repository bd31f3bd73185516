package io.tender.extender.server;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Agents by name, for dialects that send names alone: filled by the snapshots of sessions, or by whoever knows them.
 *
 * <p>Give it to {@link ExtenderServer.Builder#agents}, and {@link #take} what {@link Policy#sessionOpened} is told.
 */
public final class KnownAgents implements Function<String, Optional<Agent>> {
    private final int most;
    /** Replaced as a whole by a whole snapshot, so that whoever looks meanwhile finds the agents of one or the other. */
    private volatile Map<String, Agent> byName = new ConcurrentHashMap<>();

    private volatile Optional<String> session = Optional.empty();

    /** @param most how many are remembered; further ones are not */
    public KnownAgents(int most) {
        this.most = most;
    }

    /** @return false if it changes another snapshot than the last one taken */
    public synchronized boolean take(Snapshot snapshot) {
        switch (snapshot.extent()) {
            case FULL -> {
                Map<String, Agent> fresh = new ConcurrentHashMap<>();
                put(fresh, snapshot.agents());
                byName = fresh;
            }
            case DELTA -> {
                if (!snapshot.since().equals(session)) {
                    return false;
                }
                snapshot.removedAgents().forEach(byName::remove);
                put(snapshot.agents());
            }
            case NONE -> {
                return true;
            }
        }
        session = snapshot.session();
        return true;
    }

    public synchronized void put(List<Agent> agents) {
        put(byName, agents);
    }

    private void put(Map<String, Agent> all, List<Agent> agents) {
        for (Agent agent : agents) {
            if (all.size() < most || all.containsKey(agent.name())) {
                all.put(agent.name(), agent.kept());
            }
        }
    }

    @Override
    public Optional<Agent> apply(String name) {
        return Optional.ofNullable(byName.get(name));
    }
}
