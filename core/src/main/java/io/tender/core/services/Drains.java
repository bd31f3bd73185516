package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.Unavailability;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.TaskState;
import io.tender.spi.framework.Master;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Empties machines before their maintenance: at once when told so, or in time when it was announced. */
final class Drains implements Lifecycle.Follower {
    private static final long LOOK_AGAIN_MILLIS = 60_000;

    private final ServiceSettings settings;
    private final Agenda agenda;
    private final Master master;
    private final Machines machines;
    private final Offers offers;
    private final TaskBook tasks;
    private final Lifecycle lifecycle;
    private final Reservations reservations;
    private final UpdateAffinity affinity;
    private final Map<AgentId, Agenda.Entry> announced = new HashMap<>();

    Drains(
            ServiceSettings settings,
            Agenda agenda,
            Master master,
            Machines machines,
            Offers offers,
            TaskBook tasks,
            Lifecycle lifecycle,
            Reservations reservations,
            UpdateAffinity affinity) {
        this.settings = settings;
        this.agenda = agenda;
        this.master = master;
        this.machines = machines;
        this.offers = offers;
        this.tasks = tasks;
        this.lifecycle = lifecycle;
        this.reservations = reservations;
        this.affinity = affinity;
    }

    void mode(AgentId agent, MaintenanceMode mode) {
        machines.mode(agent, mode);
        offers.changed(agent, offer -> offer.withMode(mode));
        if (mode == MaintenanceMode.DRAINING || mode == MaintenanceMode.DRAINED) {
            drain(agent);
            drainedIfEmpty(agent);
        }
    }

    /** Maintenance was announced, moved, or called off. */
    void unavailable(AgentId agent, Optional<Unavailability> when) {
        if (when.equals(machines.unavailability(agent))) {
            return;
        }
        machines.unavailable(agent, when);
        offers.changed(agent, offer -> offer.withUnavailability(when));
        Agenda.Entry before = announced.remove(agent);
        if (before != null) {
            agenda.cancel(before);
        }
        if (when.isPresent()) {
            // A moment later than the last moment at which a task would still be placed there.
            long at = when.get().start().toEpochMilli() - settings.unavailabilityThresholdMillis() + 1;
            drainAt(agent, at);
        }
    }

    /** The date is looked at again and again, since the clock that it is read from may be set meanwhile. */
    private void drainAt(AgentId agent, long at) {
        long wait = Math.min(Math.max(0, at - agenda.date()), LOOK_AGAIN_MILLIS);
        announced.put(agent, agenda.in(wait, () -> {
            announced.remove(agent);
            if (agenda.date() < at) {
                drainAt(agent, at);
            } else {
                drain(agent);
            }
        }));
    }

    void inverseOffer(AgentId agent, Unavailability when) {
        unavailable(agent, Optional.of(when));
        master.acceptInverseOffer(agent);
    }

    void attributes(AgentId agent, HostAttributes attributes) {
        offers.attributesChanged(agent, attributes);
        lifecycle.attributesAre(agent, attributes);
    }

    private void drain(AgentId agent) {
        keepNoLonger(agent);
        for (Task task : tasks.on(agent)) {
            lifecycle.apply(task, TaskEvent.DRAIN);
        }
    }

    /** Whoever waits for the agent would wait in vain. */
    private void keepNoLonger(AgentId agent) {
        reservations.release(agent);
        affinity.release(agent);
    }

    private void drainedIfEmpty(AgentId agent) {
        if (machines.mode(agent) == MaintenanceMode.DRAINING && tasks.isEmpty(agent)) {
            machines.mode(agent, MaintenanceMode.DRAINED);
            offers.changed(agent, offer -> offer.withMode(MaintenanceMode.DRAINED));
        }
    }

    @Override
    public void taskChanged(Task task, TaskState before) {
        Task.Place place = task.place;
        if (place != null && task.state.isTerminal()) {
            drainedIfEmpty(place.agent());
        }
    }

    /** The agent is gone; what was announced for it no longer matters. */
    void lost(AgentId agent) {
        unavailable(agent, Optional.empty());
        machines.forget(agent);
        keepNoLonger(agent);
    }
}
