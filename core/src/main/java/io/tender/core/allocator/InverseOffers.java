package io.tender.core.allocator;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.InverseOfferStatus;
import io.tender.model.Resources;
import io.tender.model.Unavailability;
import io.tender.model.UnavailableResources;
import io.tender.spi.AllocatorHost;
import io.tender.spi.InverseOfferCallback;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** Asks frameworks to leave agents that are going into maintenance. */
final class InverseOffers {

    private final Books books;
    private final AllocatorHost host;
    private final InverseOfferCallback callback;

    /** The agents with maintenance scheduled; few, whatever the size of the cluster. */
    private final TreeMap<AgentId, AgentRecord> agents = new TreeMap<>();

    InverseOffers(Books books, AllocatorHost host, InverseOfferCallback callback) {
        this.books = books;
        this.host = host;
        this.callback = callback;
    }

    void schedule(AgentRecord agent, Unavailability unavailability) {
        agent.maintenance = new Maintenance(unavailability);
        agents.put(agent.id, agent);
    }

    void cancel(AgentRecord agent) {
        if (agent.maintenance == null) {
            return;
        }
        agent.maintenance = null;
        agents.remove(agent.id);
        if (agent.removed) {
            dropFilters(agent);
        }
    }

    void dropFilters(AgentRecord agent) {
        for (FrameworkRecord framework : books.frameworks.values()) {
            framework.inverseFilters.remove(agent.id);
        }
    }

    /** A removed framework has nothing outstanding and nothing answered. */
    void forget(FrameworkRecord framework) {
        for (AgentRecord agent : agents.values()) {
            Maintenance maintenance = agent.maintenance;
            if (maintenance != null) {
                maintenance.outstanding.remove(framework.id);
                maintenance.answers.remove(framework.id);
            }
        }
    }

    /** The inverse offers due for the candidates, marked as outstanding. */
    List<Runnable> collect(Predicate<AgentRecord> isCandidate) {
        TreeMap<FrameworkId, TreeMap<AgentId, UnavailableResources>> due = new TreeMap<>();
        for (AgentRecord agent : agents.values()) {
            Maintenance maintenance = agent.maintenance;
            if (maintenance == null || !isCandidate.test(agent)) {
                continue;
            }
            for (int i = 0; i < agent.holderCount(); i++) {
                FrameworkRecord framework = agent.holder(i).framework;
                if (framework.active && !isFiltered(framework, agent.id) && maintenance.outstanding.add(framework.id)) {
                    due.computeIfAbsent(framework.id, id -> new TreeMap<>())
                            .put(agent.id, new UnavailableResources(Resources.empty(), maintenance.unavailability));
                }
            }
        }
        List<Runnable> calls = new ArrayList<>();
        due.forEach((framework, offers) -> calls.add(() -> callback.inverseOffers(framework, offers)));
        return calls;
    }

    private boolean isFiltered(FrameworkRecord framework, AgentId agent) {
        Instant until = framework.inverseFilters.get(agent);
        if (until != null && !host.now().isBefore(until)) {
            framework.inverseFilters.remove(agent);
            return false;
        }
        return until != null;
    }

    CompletableFuture<SortedMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus>>> statuses() {
        SortedMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus>> statuses = new TreeMap<>();
        for (Map.Entry<AgentId, AgentRecord> entry : agents.entrySet()) {
            Maintenance maintenance = entry.getValue().maintenance;
            statuses.put(entry.getKey(), maintenance == null ? new TreeMap<>() : new TreeMap<>(maintenance.answers));
        }
        return CompletableFuture.completedFuture(statuses);
    }
}
