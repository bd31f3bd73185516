package io.tender.mesos;

import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.model.UnavailableResources;
import io.tender.model.service.OfferId;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Offers and inverse offers as messages. */
public final class OfferForms {
    private OfferForms() {}

    /**
     * The message {@code Offer}.
     *
     * @param role whom the resources are allocated to; none for a framework without MULTI_ROLE, which knows of no such thing
     * @param form in which the framework understands reservations
     */
    public static ObjectNode offer(
            OfferId id,
            FrameworkId framework,
            AgentInfo agent,
            Optional<Role> role,
            Resources resources,
            Optional<Unavailability> unavailability,
            ReservationForm form) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("id", Ids.tree(id.value()));
        node.set("framework_id", Ids.tree(framework.value()));
        node.set("agent_id", Ids.tree(agent.id().value()));
        node.put("hostname", agent.hostname());
        node.set("resources", ResourceForms.tree(role.isPresent() ? resources : resources.unallocate(), form));
        if (!agent.attributes().isEmpty()) {
            node.set("attributes", AgentForms.tree(agent.attributes()));
        }
        unavailability.ifPresent(when -> node.set("unavailability", TimeForms.tree(when)));
        role.ifPresent(owner -> node.putObject("allocation_info").put("role", owner.path()));
        agent.domain().ifPresent(domain -> node.set("domain", AgentForms.tree(domain)));
        return node;
    }

    /** The message {@code InverseOffer}. */
    public static ObjectNode inverseOffer(
            OfferId id, FrameworkId framework, AgentId agent, UnavailableResources asked, ReservationForm form) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("id", Ids.tree(id.value()));
        node.set("framework_id", Ids.tree(framework.value()));
        node.set("agent_id", Ids.tree(agent.value()));
        node.set("unavailability", TimeForms.tree(asked.unavailability()));
        if (!asked.resources().isEmpty()) {
            node.set("resources", ResourceForms.tree(asked.resources(), form));
        }
        return node;
    }
}
