package io.tender.testkit.master;

import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.services.ServiceScheduler;
import io.tender.model.AgentId;
import io.tender.model.Unavailability;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskStatus;
import java.util.List;

/** What a master tells a level-2 framework, one call per turn of the host. */
public interface Guest {
    void offers(List<HostOffer> arrived);

    void rescinded(OfferId offer);

    void status(TaskStatus status);

    void agentLost(AgentId agent);

    void inverseOffer(AgentId agent, Unavailability when);

    void disconnected();

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
            public void disconnected() {
                services.disconnected();
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
            public void disconnected() {
                batch.disconnected();
            }

            @Override
            public void connected() {
                batch.connected();
            }
        };
    }
}
