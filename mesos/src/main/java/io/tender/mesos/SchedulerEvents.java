package io.tender.mesos;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.service.OfferId;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The events of the scheduler API as messages. */
public final class SchedulerEvents {
    private SchedulerEvents() {}

    private static ObjectNode event(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    /**
     * The first event of a subscription.
     *
     * @param master the message {@code MasterInfo}
     */
    public static ObjectNode subscribed(FrameworkId framework, Duration heartbeat, ObjectNode master) {
        ObjectNode event = event("SUBSCRIBED");
        ObjectNode body = event.putObject("subscribed");
        body.set("framework_id", Ids.tree(framework.value()));
        body.put("heartbeat_interval_seconds", heartbeat.toNanos() / 1e9);
        body.set("master_info", master);
        return event;
    }

    /** Messages {@code Offer} in one event. */
    public static ObjectNode offers(List<ObjectNode> offers) {
        return listed("OFFERS", "offers", offers);
    }

    /** Messages {@code InverseOffer} in one event. */
    public static ObjectNode inverseOffers(List<ObjectNode> inverseOffers) {
        return listed("INVERSE_OFFERS", "inverse_offers", inverseOffers);
    }

    private static ObjectNode listed(String type, String field, List<ObjectNode> messages) {
        ObjectNode event = event(type);
        ArrayNode array = event.putObject(field).putArray(field);
        messages.forEach(array::add);
        return event;
    }

    public static ObjectNode rescind(OfferId offer) {
        ObjectNode event = event("RESCIND");
        event.putObject("rescind").set("offer_id", Ids.tree(offer.value()));
        return event;
    }

    public static ObjectNode rescindInverseOffer(OfferId inverseOffer) {
        ObjectNode event = event("RESCIND_INVERSE_OFFER");
        event.putObject("rescind_inverse_offer").set("inverse_offer_id", Ids.tree(inverseOffer.value()));
        return event;
    }

    /** The news of a task: the message {@code TaskStatus}. */
    public static ObjectNode update(ObjectNode status) {
        ObjectNode event = event("UPDATE");
        event.putObject("update").set("status", status);
        return event;
    }

    /** Bytes from an executor, in base64. */
    public static ObjectNode message(AgentId agent, String executor, String base64) {
        ObjectNode event = event("MESSAGE");
        ObjectNode body = event.putObject("message");
        body.set("agent_id", Ids.tree(agent.value()));
        body.set("executor_id", Ids.tree(executor));
        body.put("data", base64);
        return event;
    }

    /** An agent is gone. */
    public static ObjectNode failure(AgentId agent) {
        ObjectNode event = event("FAILURE");
        event.putObject("failure").set("agent_id", Ids.tree(agent.value()));
        return event;
    }

    /** An executor ended, with its exit status if that is known. */
    public static ObjectNode failure(AgentId agent, String executor, OptionalInt status) {
        ObjectNode event = failure(agent);
        ObjectNode body = event.withObjectProperty("failure");
        body.set("executor_id", Ids.tree(executor));
        status.ifPresent(code -> body.put("status", code));
        return event;
    }

    /** The subscription ends, for a reason. */
    public static ObjectNode error(String reason) {
        ObjectNode event = event("ERROR");
        event.putObject("error").put("message", reason);
        return event;
    }

    public static ObjectNode heartbeat() {
        return event("HEARTBEAT");
    }
}
