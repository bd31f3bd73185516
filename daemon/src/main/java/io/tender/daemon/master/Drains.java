package io.tender.daemon.master;

import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
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
            throw MasterRefusal.conflict(BrokenRule.of(
                    "Agent '" + id + "' cannot be brought back yet.",
                    "an agent that is still being drained",
                    "one that is drained or deactivated",
                    "wait for its tasks to end: 'tender drain " + id + " --wait'"));
        }
        if (!agent.isDeactivated()) {
            throw MasterRefusal.conflict(BrokenRule.of(
                    "Agent '" + id + "' cannot be brought back.",
                    "an agent that is active",
                    "one that is drained or deactivated",
                    "nothing, since it takes part already; 'tender agents' shows which do not"));
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
            throw MasterRefusal.invalid(BrokenRule.of(
                    "No task can have that grace.",
                    grace,
                    "zero or more",
                    "give a length such as 30 seconds, or none"));
        });
        if (agent.drain().isPresent()) {
            throw MasterRefusal.conflict(BrokenRule.of(
                    "Agent '" + id + "' cannot be drained.",
                    "an agent that is being drained, or was already",
                    "one that takes part",
                    "bring it back first ('tender drain " + id + " --undo'), or wait for it ('tender agents')"));
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
