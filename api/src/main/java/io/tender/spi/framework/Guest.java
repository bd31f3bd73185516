package io.tender.spi.framework;

import io.tender.model.AgentId;
import io.tender.model.Unavailability;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskStatus;
import java.util.Collection;

/** A framework that lives beside its {@link Master}, and what it is told: one call per turn of the host. */
public interface Guest {
    void offers(Collection<HostOffer> arrived);

    void rescinded(OfferId offer);

    void status(TaskStatus status);

    /** An agent is gone for good. */
    void agentLost(AgentId agent);

    /** An agent is asked for; its machine will not be available then. */
    void inverseOffer(AgentId agent, Unavailability when);

    /** Nothing is told any more, and nothing that is asked for happens, until it is connected again. */
    void disconnected();

    void connected();
}
