package io.tender.testkit.oracle;

import io.tender.model.AgentId;
import io.tender.model.FrameworkInfo;
import io.tender.model.OfferConstraints;
import io.tender.model.ResourceQuantities;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** One framework as specified in 3.3. */
final class ReferenceFramework {
    FrameworkInfo info;
    OfferConstraints constraints;
    boolean active;
    final SortedSet<Role> suppressed = new TreeSet<>();
    final List<OfferFilter> offerFilters = new ArrayList<>();
    final List<InverseFilter> inverseFilters = new ArrayList<>();
    Optional<Demand> demand = Optional.empty();

    /** A refusal in force. Each one is an object of its own, since two equal ones expire separately. */
    static final class OfferFilter {
        final Role role;
        final AgentId agent;
        final Resources refused;

        OfferFilter(Role role, AgentId agent, Resources refused) {
            this.role = role;
            this.agent = agent;
            this.refused = refused;
        }
    }

    /** No inverse offers for the agent before the deadline. */
    record InverseFilter(AgentId agent, Instant deadline) {}

    /** What the framework last asked for, as the holdings at which it has enough. */
    static final class Demand {
        final List<ResourceRequest> requests;
        ResourceQuantities target = ResourceQuantities.empty();
        final Map<AgentId, ResourceQuantities> targetsOnAgents = new TreeMap<>();

        Demand(List<ResourceRequest> requests) {
            this.requests = List.copyOf(requests);
        }

        boolean names(String name) {
            return requests.stream().anyMatch(request -> request.quantities().millis(name) > 0);
        }
    }

    ReferenceFramework(FrameworkInfo info, OfferConstraints constraints, boolean active) {
        this.info = info;
        this.constraints = constraints;
        this.active = active;
    }

    boolean subscribes(Role role) {
        return info.roles().contains(role);
    }

    /** Whether it takes part in the sort of the role's frameworks. */
    boolean eligible(Role role) {
        return active && subscribes(role) && !suppressed.contains(role);
    }

    /** The least it wants to be offered under a role: its own word, else the cluster's. */
    List<ResourceQuantities> minimum(Role role, List<ResourceQuantities> clusterwide) {
        SortedMap<Role, List<ResourceQuantities>> own = info.minAllocatable();
        return own.containsKey(role) ? own.get(role) : clusterwide;
    }

    void dropOfferFilters(Role role) {
        offerFilters.removeIf(filter -> filter.role.equals(role));
    }

    void dropFiltersOf(AgentId agent) {
        offerFilters.removeIf(filter -> filter.agent.equals(agent));
        dropInverseFiltersOf(agent);
    }

    void dropInverseFiltersOf(AgentId agent) {
        inverseFilters.removeIf(filter -> filter.agent().equals(agent));
    }
}
