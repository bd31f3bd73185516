package io.tender.daemon.master;

import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.services.ServiceScheduler;
import io.tender.model.AgentId;
import io.tender.model.Unavailability;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskStatus;
import java.util.List;

/** What a scheduler that lives beside the master is told, one call per turn. */
public interface Guest {
    void offers(List<HostOffer> arrived);

    void rescinded(OfferId offer);

    void status(TaskStatus status);

    /** An agent is gone for good. */
    void agentLost(AgentId agent);

    void inverseOffer(AgentId agent, Unavailability when);

    void connected();

    static Guest of(ServiceScheduler services) {
        return new Guest() {
            @Override
            public void offers(List<HostOffer> arrived) {
                services.offers(arrived);
            }

            @Override
            public void rescinded(OfferId offer) {
                services.rescinded(offer);
            }

            @Override
            public void status(TaskStatus status) {
                services.status(status);
            }

            @Override
            public void agentLost(AgentId agent) {
                services.agentLost(agent);
            }

            @Override
            public void inverseOffer(AgentId agent, Unavailability when) {
                services.inverseOffer(agent, when);
            }

            @Override
            public void connected() {
                services.connected();
            }
        };
    }

    static Guest of(BatchScheduler batch) {
        return new Guest() {
            @Override
            public void offers(List<HostOffer> arrived) {
                batch.offers(arrived);
            }

            @Override
            public void rescinded(OfferId offer) {
                batch.rescinded(offer);
            }

            @Override
            public void status(TaskStatus status) {
                batch.status(status);
            }

            @Override
            public void agentLost(AgentId agent) {
                batch.agentLost(agent);
            }

            @Override
            public void inverseOffer(AgentId agent, Unavailability when) {
                batch.inverseOffer(agent);
            }

            @Override
            public void connected() {
                batch.connected();
            }
        };
    }
}
