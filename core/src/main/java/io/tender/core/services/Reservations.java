package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.TaskGroupKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which agents are kept for which group, because tasks were evicted there for it. Ends to the millisecond. */
final class Reservations {
    private final Agenda agenda;
    private final long lengthMillis;
    private final Map<AgentId, Kept> byAgent = new HashMap<>();

    private record Kept(TaskGroupKey group, Agenda.Entry end) {}

    Reservations(Agenda agenda, long lengthMillis) {
        this.agenda = agenda;
        this.lengthMillis = lengthMillis;
    }

    void keep(AgentId agent, TaskGroupKey group) {
        release(agent);
        byAgent.put(agent, new Kept(group, agenda.in(lengthMillis, () -> byAgent.remove(agent))));
    }

    /** Whether the agent is kept for a group other than this one. */
    boolean keptFromUs(AgentId agent, TaskGroupKey us) {
        Kept kept = byAgent.get(agent);
        return kept != null && !kept.group.equals(us);
    }

    /** The same of the agent of an offer, which is not even looked at while nothing is kept. */
    boolean keptFromUs(HostOffer offer, TaskGroupKey us) {
        return !byAgent.isEmpty() && keptFromUs(offer.agent(), us);
    }

    boolean isEmpty() {
        return byAgent.isEmpty();
    }

    boolean hasAny(TaskGroupKey group) {
        return byAgent.values().stream().anyMatch(kept -> kept.group.equals(group));
    }

    @Nullable
    TaskGroupKey keptFor(AgentId agent) {
        Kept kept = byAgent.get(agent);
        return kept == null ? null : kept.group;
    }

    /** A task of the group has taken its place there. */
    void used(AgentId agent, TaskGroupKey by) {
        Kept kept = byAgent.get(agent);
        if (kept != null && kept.group.equals(by)) {
            release(agent);
        }
    }

    /** The group is gone. */
    void release(TaskGroupKey group) {
        List<AgentId> kept = new ArrayList<>();
        byAgent.forEach((agent, by) -> {
            if (by.group.equals(group)) {
                kept.add(agent);
            }
        });
        kept.forEach(this::release);
    }

    void release(AgentId agent) {
        Kept kept = byAgent.remove(agent);
        if (kept != null) {
            agenda.cancel(kept.end);
        }
    }

    int size() {
        return byAgent.size();
    }
}
