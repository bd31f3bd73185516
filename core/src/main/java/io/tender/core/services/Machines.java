package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.Unavailability;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The machines that matter: those with an offer or a task; with or without an offer they look the same to preemption. */
final class Machines {
    private static final OfferId NO_OFFER = new OfferId("no-offer");

    private final OfferBook book;
    private final TaskBook tasks;
    private final Map<AgentId, MaintenanceMode> modes = new HashMap<>();
    private final Map<AgentId, Unavailability> unavailable = new HashMap<>();

    Machines(OfferBook book, TaskBook tasks) {
        this.book = book;
        this.tasks = tasks;
    }

    /** The agents that have an offer or a task, by id. */
    Iterable<AgentId> agents() {
        TreeSet<AgentId> all = new TreeSet<>(tasks.agents());
        book.all().forEach(held -> all.add(held.offer.agent()));
        return all;
    }

    /** The machine with what it offers now, which may be nothing; empty if nothing is known of it. */
    Optional<HostOffer> machine(AgentId agent) {
        HeldOffer held = book.byAgent(agent);
        if (held != null) {
            return Optional.of(held.offer);
        }
        List<Task> there = tasks.on(agent);
        Task.Place place = there.isEmpty() ? null : there.getFirst().place;
        return place == null
                ? Optional.empty()
                : Optional.of(withoutOffer(agent, place.hostname(), place.attributes()));
    }

    private HostOffer withoutOffer(AgentId agent, String hostname, HostAttributes attributes) {
        return new HostOffer(
                NO_OFFER,
                agent,
                hostname,
                Resources.empty(),
                attributes,
                mode(agent),
                Optional.ofNullable(unavailable.get(agent)));
    }

    /** Whether nothing new is placed on the agent, because it is being emptied or soon will be. */
    boolean isLeaving(AgentId agent, long date, ServiceSettings settings) {
        MaintenanceMode mode = mode(agent);
        Unavailability when = unavailable.get(agent);
        return mode == MaintenanceMode.DRAINING
                || mode == MaintenanceMode.DRAINED
                || (when != null && date > when.start().toEpochMilli() - settings.unavailabilityThresholdMillis());
    }

    /** The agent is gone for good. */
    void forget(AgentId agent) {
        modes.remove(agent);
        unavailable.remove(agent);
    }

    /** How many agents are in maintenance, or will be. */
    int leaving() {
        TreeSet<AgentId> all = new TreeSet<>(modes.keySet());
        all.addAll(unavailable.keySet());
        return all.size();
    }

    MaintenanceMode mode(AgentId agent) {
        return modes.getOrDefault(agent, MaintenanceMode.NONE);
    }

    void mode(AgentId agent, MaintenanceMode mode) {
        if (mode == MaintenanceMode.NONE) {
            modes.remove(agent);
        } else {
            modes.put(agent, mode);
        }
    }

    void unavailable(AgentId agent, Optional<Unavailability> when) {
        when.ifPresentOrElse(known -> unavailable.put(agent, known), () -> unavailable.remove(agent));
    }

    Optional<Unavailability> unavailability(AgentId agent) {
        return Optional.ofNullable(unavailable.get(agent));
    }
}
