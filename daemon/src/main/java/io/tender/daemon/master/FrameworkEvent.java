package io.tender.daemon.master;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.service.OfferId;
import java.util.List;
import java.util.Optional;

/** What the master tells a framework; each is one event of the Mesos scheduler API. */
public sealed interface FrameworkEvent {
    /** @param masterId names this run of the master; another one gives other offers */
    record Subscribed(FrameworkId framework, String masterId) implements FrameworkEvent {}

    record Offers(List<Offer> offers) implements FrameworkEvent {
        public Offers {
            offers = List.copyOf(offers);
        }
    }

    record InverseOffers(List<InverseOffer> offers) implements FrameworkEvent {
        public InverseOffers {
            offers = List.copyOf(offers);
        }
    }

    record Rescind(OfferId offer) implements FrameworkEvent {}

    record RescindInverseOffer(OfferId offer) implements FrameworkEvent {}

    record Update(Status status) implements FrameworkEvent {}

    /**
     * What became of an operation that has an id.
     *
     * @param state FINISHED, ERROR or DROPPED; on the wire with OPERATION_ before it
     */
    record OperationUpdate(String operation, Optional<AgentId> agent, String state, String message)
            implements FrameworkEvent {}

    /** Words of an executor. */
    record Message(AgentId agent, String executor, String base64) implements FrameworkEvent {}

    /** An agent is lost; or, with an executor named, that one ended with the given status. */
    record Failure(Optional<AgentId> agent, Optional<String> executor, Optional<Integer> status)
            implements FrameworkEvent {}

    /** Mesos: ERROR. Nothing follows: the connection is closed. */
    record Fault(String message) implements FrameworkEvent {}
}
