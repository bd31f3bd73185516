package io.tender.spi.framework;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.Unavailability;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskStatus;
import java.util.Collection;
import java.util.Optional;

/** A framework that lives beside its {@link Master}, and what it is told: one call per turn of the host. */
public interface Guest {
    void offers(Collection<HostOffer> arrived);

    void rescinded(OfferId offer);

    void status(TaskStatus status);

    /**
     * How much an agent has in all, whoever uses it. Told on connecting of all agents that are there, of others when they join,
     * before they are offered, and again when it changes. A master that tells of none leaves it unknown.
     */
    default void agentTotal(AgentId agent, Resources total) {}

    /** An agent is gone for good. */
    void agentLost(AgentId agent);

    /** An agent is asked for; its machine will not be available then. */
    void inverseOffer(AgentId agent, Unavailability when);

    /**
     * Maintenance of an agent's machine was announced, moved, or called off, which is when there is none. Told besides what
     * offers and inverse offers say, as neither need follow: a machine that is full is not offered.
     */
    default void unavailable(AgentId agent, Optional<Unavailability> when) {}

    /** An agent is to be emptied, is empty, or takes part again. Told when it changes, and on connecting if it is not NONE. */
    default void maintenance(AgentId agent, MaintenanceMode mode) {}

    /** An agent has other attributes than before. */
    default void attributesChanged(AgentId agent, HostAttributes attributes) {}

    /** Nothing is told any more, and nothing that is asked for happens, until it is connected again. */
    void disconnected();

    void connected();
}
