package io.tender.daemon.master;

import io.tender.model.AgentId;
import java.time.Duration;
import java.util.Optional;

/** Agents that are not to be offered any more, and those that are to be emptied as well. */
final class Drains {
    private final Desk desk;
    private final Links links;
    private final Offers offers;
    private final InverseOffers inverseOffers;

    Drains(Desk desk, Links links, Offers offers, InverseOffers inverseOffers) {
        this.desk = desk;
        this.links = links;
        this.offers = offers;
        this.inverseOffers = inverseOffers;
    }

    void deactivate(AgentId id) {
        AgentRecord agent = desk.agent(id);
        if (!agent.isDeactivated()) {
            desk.apply(new Change.AgentDeactivated(id));
            stopOffering(id);
        }
    }

    private void stopOffering(AgentId id) {
        if (desk.isPresent(id)) {
            offers.rescindAll(id);
            inverseOffers.rescindAll(id);
            desk.allocator.deactivateAgent(id);
        }
    }

    void reactivate(AgentId id) {
        AgentRecord agent = desk.agent(id);
        if (agent.isDraining()) {
            throw MasterRefusal.conflict("Agent '" + id
                    + "' is still being drained: expected one that is drained or deactivated. Wait for its tasks.");
        }
        if (!agent.isDeactivated()) {
            throw MasterRefusal.conflict("Agent '" + id
                    + "' is active: expected one that is drained or deactivated. There is nothing to undo.");
        }
        desk.apply(new Change.AgentReactivated(id));
        links.machineChanged(agent);
        if (desk.isPresent(id)) {
            desk.allocator.activateAgent(id);
        }
    }

    /** Begins to empty an agent; {@code tasks} ends them. */
    void drain(AgentId id, Optional<Duration> maxGrace, boolean markGone, Tasks tasks) {
        AgentRecord agent = desk.agent(id);
        maxGrace.filter(Duration::isNegative).ifPresent(grace -> {
            throw MasterRefusal.invalid("Got a grace period of " + grace + ": expected zero or more.");
        });
        if (agent.drain().isPresent()) {
            throw MasterRefusal.conflict(
                    "Agent '" + id + "' is being drained or was already: reactivate it before it is drained again.");
        }
        boolean wasActive = !agent.isDeactivated();
        desk.apply(new Change.AgentDraining(id, maxGrace, markGone, false));
        links.machineChanged(agent);
        if (wasActive) {
            stopOffering(id);
        }
        for (TaskRecord task : agent.running()) {
            tasks.kill(task, grace(task, maxGrace));
        }
    }

    private static Duration grace(TaskRecord task, Optional<Duration> most) {
        Duration own = task.spec().grace();
        return most.filter(max -> max.compareTo(own) < 0).orElse(own);
    }

    /** Whether an agent has become empty and is to be marked as gone. */
    boolean finish(AgentId id) {
        Optional<AgentRecord> found = desk.state
                .agent(id)
                .filter(agent -> agent.isDraining() && agent.running().isEmpty());
        if (found.isEmpty()) {
            return false;
        }
        AgentView.Drain drain = found.get().drain().orElseThrow();
        desk.apply(new Change.AgentDraining(id, drain.maxGrace(), drain.markGone(), true));
        links.machineChanged(found.get());
        return drain.markGone();
    }
}
