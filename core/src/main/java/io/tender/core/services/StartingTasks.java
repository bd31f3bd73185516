package io.tender.core.services;

import io.tender.model.AgentId;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * How many tasks are being started on each agent.
 *
 * <p>An offer set that waits reads it on another thread. It sees a copy, made when it was asked, so no thread ever looks
 * at what another one changes.
 */
final class StartingTasks implements ToIntFunction<AgentId> {
    private final Map<AgentId, Integer> live = new HashMap<>();
    private volatile Map<AgentId, Integer> frozen = Map.of();
    private boolean changed;
    private boolean readElsewhere;

    /** From now on it is read on other threads, for good: one that was asked long ago may still be reading. */
    void readElsewhere() {
        readElsewhere = true;
        changed = true;
        freeze();
    }

    void change(AgentId agent, int by) {
        live.merge(agent, by, (old, more) -> old + more == 0 ? null : old + more);
        changed = true;
    }

    /** Lets readers on other threads see the present. */
    void freeze() {
        if (changed && readElsewhere) {
            frozen = Map.copyOf(live);
            changed = false;
        }
    }

    @Override
    public int applyAsInt(AgentId agent) {
        return (readElsewhere ? frozen : live).getOrDefault(agent, 0);
    }
}
