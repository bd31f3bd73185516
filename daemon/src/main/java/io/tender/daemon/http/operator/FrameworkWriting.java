package io.tender.daemon.http.operator;

import io.tender.daemon.master.FrameworkView;
import io.tender.daemon.master.InverseOffer;
import io.tender.daemon.master.Offer;
import io.tender.daemon.master.Subscription;
import io.tender.mesos.FrameworkDescription;
import io.tender.mesos.FrameworkForms;
import io.tender.mesos.OfferConstraintsJson;
import io.tender.mesos.OfferForms;
import io.tender.mesos.ReservationForm;
import io.tender.mesos.ResourceForms;
import io.tender.mesos.TimeForms;
import io.tender.model.FrameworkId;
import io.tender.model.OfferConstraints;
import io.tender.model.Role;
import io.tender.model.UnavailableResources;
import io.tender.spi.Allocator.ConstraintsView;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Frameworks as operators see them. */
final class FrameworkWriting {
    private final Instant startedAt;

    /** @param startedAt when this run of the master began: who was not here since then is only remembered */
    FrameworkWriting(Instant startedAt) {
        this.startedAt = startedAt;
    }

    /** The message {@code GetFrameworks}. */
    ObjectNode all(Snapshot state) {
        Map<FrameworkId, ArrayNode> offers = new HashMap<>();
        Map<FrameworkId, ArrayNode> inverseOffers = new HashMap<>();
        state.offers().forEach(offer -> listOf(offers, offer.framework()).add(tree(offer)));
        state.inverseOffers()
                .forEach(offer -> listOf(inverseOffers, offer.framework()).add(tree(offer)));
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ArrayNode present = node.putArray("frameworks");
        for (FrameworkView framework : state.frameworks()) {
            ObjectNode one = tree(framework);
            one.set("offers", listOf(offers, framework.id()));
            one.set("inverse_offers", listOf(inverseOffers, framework.id()));
            present.add(one);
        }
        node.set("completed_frameworks", trees(state.completedFrameworks()));
        return node;
    }

    private static ArrayNode listOf(Map<FrameworkId, ArrayNode> lists, FrameworkId framework) {
        return lists.computeIfAbsent(framework, id -> JsonNodeFactory.instance.arrayNode());
    }

    private ArrayNode trees(List<FrameworkView> frameworks) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        frameworks.forEach(framework -> array.add(tree(framework)));
        return array;
    }

    /** The message {@code GetFrameworks.Framework}, without its offers. */
    ObjectNode tree(FrameworkView framework) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("framework_info", description(framework));
        node.put("active", framework.active());
        node.put("connected", framework.connected());
        node.set("registered_time", TimeForms.tree(framework.registeredAt()));
        node.set("reregistered_time", TimeForms.tree(framework.reregisteredAt()));
        framework.gone().ifPresent(gone -> node.set("unregistered_time", TimeForms.tree(gone)));
        node.set("allocated_resources", ResourceForms.tree(framework.used(), ReservationForm.STACK));
        node.set("offered_resources", ResourceForms.tree(framework.offered(), ReservationForm.STACK));
        node.put("recovered", isOnlyRemembered(framework));
        OfferConstraints constraints = framework.subscription().constraints();
        if (!constraints.equals(OfferConstraints.none())) {
            node.set("offer_constraints", OfferConstraintsJson.tree(constraints));
        }
        return node;
    }

    private boolean isOnlyRemembered(FrameworkView framework) {
        return !framework.connected()
                && framework.gone().isEmpty()
                && framework.reregisteredAt().isBefore(startedAt);
    }

    /** The message {@code FrameworkInfo}. */
    static ObjectNode description(FrameworkView framework) {
        Subscription said = framework.subscription();
        return FrameworkForms.tree(new FrameworkDescription(
                Optional.of(framework.id()),
                said.user(),
                said.name(),
                said.failoverTimeout(),
                said.checkpoint(),
                said.roles(),
                Optional.of(said.hostname()).filter(name -> !name.isEmpty()),
                said.principal(),
                said.webuiUrl(),
                said.capabilities(),
                said.isPartitionAware(),
                said.further().contains(Subscription.TASK_KILLING_STATE),
                said.labels(),
                said.minAllocatable()));
    }

    /** Per framework, as the page of Mesos has it: which roles it suppresses, and for each role whom it excludes. */
    static ObjectNode constraints(List<FrameworkView> frameworks, Map<FrameworkId, ConstraintsView> views) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ObjectNode byId = node.putObject("frameworks");
        for (FrameworkView framework : frameworks) {
            ConstraintsView view = views.get(framework.id());
            if (view == null) {
                continue; // it came after the allocator was asked
            }
            ObjectNode one = byId.putObject(framework.id().value());
            ArrayNode suppressed = one.putArray("suppressed_roles");
            view.suppressedRoles().forEach(role -> suppressed.add(role.path()));
            ObjectNode excluded = one.putObject("excluded_by_attribute_constraints");
            for (Role role : framework.subscription().roles()) {
                ArrayNode agents = excluded.putArray(role.path());
                view.excludedAgents()
                        .getOrDefault(role, Collections.emptySortedSet())
                        .forEach(agent -> agents.add(agent.value()));
            }
        }
        return node;
    }

    private static ObjectNode tree(Offer offer) {
        return OfferForms.offer(
                offer.id(),
                offer.framework(),
                offer.agent(),
                Optional.of(offer.role()),
                offer.resources(),
                offer.unavailability(),
                ReservationForm.STACK);
    }

    private static ObjectNode tree(InverseOffer offer) {
        return OfferForms.inverseOffer(
                offer.id(),
                offer.framework(),
                offer.agent(),
                new UnavailableResources(offer.resources(), offer.unavailability()),
                ReservationForm.STACK);
    }
}
