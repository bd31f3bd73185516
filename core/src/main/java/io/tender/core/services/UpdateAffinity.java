package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.InstanceKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps the machine of an instance that is being updated, so that its next task finds its data and caches there. */
final class UpdateAffinity {
    private final Agenda agenda;
    private final boolean on;
    private final long lengthMillis;
    private final Map<InstanceKey, Kept> byInstance = new HashMap<>();
    private final Map<AgentId, Integer> agents = new HashMap<>();

    private record Kept(AgentId agent, Agenda.Entry end) {}

    UpdateAffinity(Agenda agenda, ServiceSettings settings) {
        this.agenda = agenda;
        this.on = settings.updateAffinity();
        this.lengthMillis = settings.updateAffinityMillis();
    }

    void keep(AgentId agent, InstanceKey instance) {
        if (!on) {
            return;
        }
        release(instance);
        byInstance.put(instance, new Kept(agent, agenda.in(lengthMillis, () -> release(instance))));
        agents.merge(agent, 1, Integer::sum);
    }

    /** The agent kept for an instance. */
    @Nullable
    AgentId agentFor(InstanceKey instance) {
        Kept kept = byInstance.isEmpty() ? null : byInstance.get(instance);
        return kept == null ? null : kept.agent;
    }

    /** Whether the agent is kept for anybody. */
    boolean keeps(AgentId agent) {
        return agents.containsKey(agent);
    }

    /** The same of the agent of an offer, which is not even looked at while nothing is kept. */
    boolean keeps(HostOffer offer) {
        return !agents.isEmpty() && keeps(offer.agent());
    }

    boolean isEmpty() {
        return agents.isEmpty();
    }

    /** The agent is of no use any more. */
    void release(AgentId agent) {
        if (keeps(agent)) {
            List<InstanceKey> kept = byInstance.entrySet().stream()
                    .filter(entry -> entry.getValue().agent.equals(agent))
                    .map(Map.Entry::getKey)
                    .toList();
            kept.forEach(this::release);
        }
    }

    void release(InstanceKey instance) {
        Kept kept = byInstance.remove(instance);
        if (kept != null) {
            agenda.cancel(kept.end);
            agents.merge(kept.agent, -1, (old, less) -> old + less == 0 ? null : old + less);
        }
    }
}
