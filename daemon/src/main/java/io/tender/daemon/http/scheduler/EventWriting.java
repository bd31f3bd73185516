package io.tender.daemon.http.scheduler;

import io.tender.daemon.http.StatusWriting;
import io.tender.daemon.master.FrameworkEvent;
import io.tender.daemon.master.InverseOffer;
import io.tender.daemon.master.Offer;
import io.tender.mesos.Ids;
import io.tender.mesos.OfferForms;
import io.tender.mesos.ReservationForm;
import io.tender.mesos.SchedulerEvents;
import io.tender.model.UnavailableResources;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Turns what the master tells a framework into the message {@code scheduler.Event}. */
final class EventWriting {
    private final Duration heartbeat;
    private final ReservationForm form;
    private final boolean multiRole;

    /**
     * @param form in which the framework understands reservations
     * @param multiRole whether it knows that resources are offered to a role
     */
    EventWriting(Duration heartbeat, ReservationForm form, boolean multiRole) {
        this.heartbeat = heartbeat;
        this.form = form;
        this.multiRole = multiRole;
    }

    ObjectNode tree(FrameworkEvent event) {
        return switch (event) {
            case FrameworkEvent.Subscribed subscribed ->
                SchedulerEvents.subscribed(subscribed.framework(), heartbeat, master(subscribed.masterId()));
            case FrameworkEvent.Offers offers ->
                SchedulerEvents.offers(offers.offers().stream().map(this::offer).toList());
            case FrameworkEvent.InverseOffers offers ->
                SchedulerEvents.inverseOffers(
                        offers.offers().stream().map(this::inverseOffer).toList());
            case FrameworkEvent.Rescind rescind -> SchedulerEvents.rescind(rescind.offer());
            case FrameworkEvent.RescindInverseOffer rescind -> SchedulerEvents.rescindInverseOffer(rescind.offer());
            case FrameworkEvent.Update update -> SchedulerEvents.update(StatusWriting.tree(update.status()));
            case FrameworkEvent.OperationUpdate update -> operation(update);
            case FrameworkEvent.Message message ->
                SchedulerEvents.message(message.agent(), message.executor(), message.base64());
            case FrameworkEvent.Failure failure -> failure(failure);
            case FrameworkEvent.Fault fault -> SchedulerEvents.error(fault.message());
        };
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** The message {@code MasterInfo}; the address fields are required, though nobody uses them any more. */
    private static ObjectNode master(String id) {
        ObjectNode master = object();
        master.put("id", id);
        master.put("ip", 0);
        master.put("port", 0);
        return master;
    }

    private ObjectNode offer(Offer offer) {
        return OfferForms.offer(
                offer.id(),
                offer.framework(),
                offer.agent(),
                multiRole ? Optional.of(offer.role()) : Optional.empty(),
                offer.resources(),
                offer.unavailability(),
                form);
    }

    private ObjectNode inverseOffer(InverseOffer offer) {
        return OfferForms.inverseOffer(
                offer.id(),
                offer.framework(),
                offer.agent(),
                new UnavailableResources(offer.resources(), offer.unavailability()),
                form);
    }

    private static ObjectNode failure(FrameworkEvent.Failure failure) {
        if (failure.agent().isPresent() && failure.executor().isPresent()) {
            OptionalInt status = failure.status().map(OptionalInt::of).orElse(OptionalInt.empty());
            return SchedulerEvents.failure(
                    failure.agent().get(), failure.executor().get(), status);
        }
        return failure.agent().map(SchedulerEvents::failure).orElseGet(() -> {
            ObjectNode event = object().put("type", "FAILURE");
            event.putObject("failure");
            return event;
        });
    }

    private static ObjectNode operation(FrameworkEvent.OperationUpdate update) {
        ObjectNode event = object().put("type", "UPDATE_OPERATION_STATUS");
        ObjectNode status = event.putObject("update_operation_status").putObject("status");
        status.set("operation_id", Ids.tree(update.operation()));
        status.put("state", "OPERATION_" + update.state());
        if (!update.message().isBlank()) {
            status.put("message", update.message());
        }
        update.agent().ifPresent(agent -> status.set("agent_id", Ids.tree(agent.value())));
        return event;
    }
}
