package io.tender.spi.policy;

import io.tender.model.AgentId;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.OfferConstraints;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.Allocator;
import io.tender.spi.Expiries;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** A framework's page in the books. */
final class Framework {

    FrameworkInfo info;
    OfferConstraints constraints;
    boolean active;
    List<ResourceRequest> requests = List.of();
    final TreeSet<Role> suppressed = new TreeSet<>();

    private final TreeMap<AgentId, List<Refusal>> refusals = new TreeMap<>();
    private final TreeMap<AgentId, List<Instant>> inverseFilters = new TreeMap<>();

    /** Something refused; it ends by being taken out, never by looking at the clock. */
    static final class Refusal {
        final Framework framework;
        final AgentId agent;
        final Role role;
        final Resources resources;
        final Expiries<Refusal>.Batch end;
        boolean dropped;

        Refusal(Framework framework, AgentId agent, Role role, Resources resources, Expiries<Refusal>.Batch end) {
            this.framework = framework;
            this.agent = agent;
            this.role = role;
            this.resources = resources;
            this.end = end;
            end.add(this);
        }

        private void drop() {
            dropped = true;
            end.noteDropped();
        }
    }

    Framework(FrameworkInfo info, OfferConstraints constraints, boolean active) {
        this.info = info;
        this.constraints = constraints;
        this.active = active;
    }

    FrameworkId id() {
        return info.id();
    }

    boolean can(FrameworkCapability capability) {
        return info.can(capability);
    }

    /** Whether offers may come under this role. */
    boolean wants(Role role) {
        return active && info.roles().contains(role) && !suppressed.contains(role);
    }

    // Refused offers.

    void refuse(AgentId agent, Role role, Resources resources, Expiries<Refusal>.Batch end) {
        refusals.computeIfAbsent(agent, any -> new ArrayList<>()).add(new Refusal(this, agent, role, resources, end));
    }

    boolean hasRefused(Role role, AgentId agent, Resources offer) {
        return refusals.getOrDefault(agent, List.of()).stream()
                .anyMatch(refusal -> refusal.role.equals(role) && refusal.resources.contains(offer));
    }

    @SuppressWarnings("ReferenceEquality") // an equal refusal that was made later lasts longer
    static void expire(Refusal refusal) {
        refusal.framework.forget(refusal.agent, each -> each == refusal);
    }

    void forgetRefusals(Role role) {
        List.copyOf(refusals.keySet()).forEach(agent -> forget(agent, each -> each.role.equals(role)));
    }

    void forgetRefusals(AgentId agent) {
        forget(agent, any -> true);
    }

    private void forget(AgentId agent, Predicate<Refusal> which) {
        List<Refusal> here = refusals.get(agent);
        if (here != null) {
            List<Refusal> over = here.stream().filter(which).toList();
            over.forEach(Refusal::drop);
            here.removeAll(over);
            if (here.isEmpty()) {
                refusals.remove(agent);
            }
        }
    }

    /** As after a long absence: nothing that was refused, offer or inverse offer, is remembered. */
    void forgetAllRefusals() {
        List.copyOf(refusals.keySet()).forEach(this::forgetRefusals);
        inverseFilters.clear();
    }

    long refusals(Role role) {
        return refusals.values().stream()
                .flatMap(List::stream)
                .filter(refusal -> refusal.role.equals(role))
                .count();
    }

    // Refused inverse offers.

    void filterInverse(AgentId agent, Instant now, Instant until) {
        List<Instant> deadlines = inverseFilters.computeIfAbsent(agent, any -> new ArrayList<>());
        deadlines.removeIf(over -> !now.isBefore(over));
        deadlines.add(until);
    }

    boolean filtersInverse(AgentId agent, Instant now) {
        return inverseFilters.getOrDefault(agent, List.of()).stream().anyMatch(now::isBefore);
    }

    void forgetInverseFilters(AgentId agent) {
        inverseFilters.remove(agent);
    }

    void forgetInverseFilters() {
        inverseFilters.clear();
    }

    /** Ends the suppression of roles, as if nothing had ever been refused under them. */
    void revive(Set<Role> roles) {
        inverseFilters.clear();
        roles.forEach(this::forgetRefusals);
        suppressed.removeAll(roles);
    }

    /** What offer constraints and suppression keep from the framework. */
    Allocator.ConstraintsView view(Collection<Agent> agents) {
        SortedMap<Role, SortedSet<AgentId>> excluded = new TreeMap<>();
        for (Role role : info.roles()) {
            SortedSet<AgentId> excludedAgents = new TreeSet<>();
            for (Agent agent : agents) {
                if (constraints.excludes(role, agent.info)) {
                    excludedAgents.add(agent.id());
                }
            }
            if (!excludedAgents.isEmpty()) {
                excluded.put(role, excludedAgents);
            }
        }
        return new Allocator.ConstraintsView(new TreeSet<>(suppressed), excluded);
    }
}
