package io.tender.core.allocator;

import io.tender.model.Domain;
import io.tender.model.FrameworkId;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.spi.AllocatorOptions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Who may have what of an agent: constraints, capabilities, demand, minima and filters. */
final class Eligibility {

    private final Books books;
    private AllocatorOptions options;
    private final boolean honourRequests;
    private final Optional<Domain> domain;

    // The minimum is mostly the same list and asked of the same resources, so the last answer is remembered.
    private List<ResourceQuantities> checkedMinimum = List.of();
    private Resources checkedResources = Resources.empty();
    private boolean checkedResult;

    Eligibility(Books books, AllocatorOptions options) {
        this.books = books;
        this.options = options;
        honourRequests = options.extensions().honourRequests();
        domain = options.domain();
    }

    void adjust(AllocatorOptions changed) {
        options = changed;
    }

    /** Whether the framework said it does not want this agent. */
    static boolean isExcluded(AgentRecord agent, RoleClient client) {
        return client.constrained && client.framework.constraints.excludes(client.role, agent.info);
    }

    /** What the role may use of what is free, less what was shared out in this run. */
    static Resources usable(AgentRecord agent, RoleNode role) {
        Resources free = agent.available;
        if (free.hasReserved()) {
            free = free.allocatableTo(Objects.requireNonNull(role.role));
        }
        return agent.sharedOffered.isEmpty() ? free : free.minus(agent.sharedOffered);
    }

    /** What of the usable resources the framework can take; empty if it cannot take any. */
    Resources fit(AgentRecord agent, RoleClient client, Resources usable) {
        FrameworkRecord framework = client.framework;
        if (!isAllocatable(client, usable) || !isCapable(agent, framework, client)) {
            return Resources.empty();
        }
        Resources fit = usable;
        if (!framework.shared && fit.hasShared()) {
            fit = fit.nonShared();
        }
        if (!framework.revocable && fit.hasRevocable()) {
            fit = fit.nonRevocable();
        }
        if (!framework.refined && fit.hasRefined()) {
            fit = fit.nonRefined();
        }
        return fit;
    }

    private boolean isCapable(AgentRecord agent, FrameworkRecord framework, RoleClient client) {
        if (agent.hasGpus && options.filterGpuResources() && !framework.gpus) {
            return false;
        }
        if (!framework.regionAware && isRemote(agent)) {
            return false;
        }
        if (!options.extensions().scarceNames().isEmpty() && keepsScarce(agent, framework, client)) {
            return false;
        }
        return !honourRequests || framework.demand.isOpen(agent.id, () -> books.heldOn(agent, framework));
    }

    private boolean isRemote(AgentRecord agent) {
        return domain.isPresent()
                && agent.info.domain().isPresent()
                && !agent.info.domain().get().region().equals(domain.get().region());
    }

    private boolean keepsScarce(AgentRecord agent, FrameworkRecord framework, RoleClient client) {
        for (String name : options.extensions().scarceNames()) {
            if (agent.available.amount(name) > 0 && !wants(framework, client, name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean wants(FrameworkRecord framework, RoleClient client, String name) {
        return (name.equals("gpus") && framework.gpus)
                || framework.demand.names(name)
                || framework.info.minAllocatable().getOrDefault(client.role, List.of()).stream()
                        .anyMatch(minimum -> minimum.millis(name) > 0);
    }

    @SuppressWarnings("ReferenceEquality") // remembers the answer for the very same objects
    private boolean isAllocatable(RoleClient client, Resources resources) {
        if (client.minimum == checkedMinimum && resources == checkedResources) {
            return checkedResult;
        }
        checkedMinimum = client.minimum;
        checkedResources = resources;
        checkedResult = meets(client.minimum, resources);
        return checkedResult;
    }

    private static boolean meets(List<ResourceQuantities> minimum, Resources resources) {
        if (resources.isEmpty() || minimum.isEmpty()) {
            return !resources.isEmpty();
        }
        for (ResourceQuantities entry : minimum) {
            boolean met = true;
            for (int i = 0; i < entry.size() && met; i++) {
                met = resources.amount(entry.name(i)) >= entry.millis(i);
            }
            if (met) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether some framework would take what is free here, were there room enough in every quota.
     *
     * @param orBelow whether frameworks of the roles below count as well
     */
    boolean isWanted(AgentRecord agent, RoleNode role, boolean orBelow) {
        if (role.role != null && role.order != null && role.order.activeCount() > 0) {
            Resources usable = usable(agent, role);
            for (FrameworkId id : role.frameworks) {
                FrameworkRecord framework = Objects.requireNonNull(books.frameworks.get(id));
                if (isWanted(agent, Objects.requireNonNull(framework.clients.get(role.role)), usable)) {
                    return true;
                }
            }
        }
        return orBelow && role.children.values().stream().anyMatch(child -> isWanted(agent, child, true));
    }

    private boolean isWanted(AgentRecord agent, RoleClient client, Resources usable) {
        if (!client.framework.isEligible(client) || isExcluded(agent, client)) {
            return false;
        }
        Resources fit = fit(agent, client, usable);
        return !fit.isEmpty() && isWorthOffering(agent, client, fit);
    }

    /** Whether what was cut out for the client is still enough, and nothing it said or lacks stands against it. */
    boolean isWorthOffering(AgentRecord agent, RoleClient client, Resources offer) {
        if (!isAllocatable(client, offer)) {
            return false;
        }
        if ((client.framework.multiRole && !agent.multiRole) || (!agent.hierarchical && !client.role.isTopLevel())) {
            return false;
        }
        return !agent.filters.blocks(client, offer);
    }
}
