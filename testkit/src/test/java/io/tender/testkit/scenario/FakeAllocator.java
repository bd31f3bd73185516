package io.tender.testkit.scenario;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.InverseOfferStatus;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.ResourceConversion;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.model.UnavailableResources;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorFactory;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.InverseOfferCallback;
import io.tender.spi.OfferCallback;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Offers everything that is free to the first framework, as soon as something is added and on every tick; has faults on request. */
public final class FakeAllocator implements Allocator {

    /** Ways to break the contract of an allocator. */
    public enum Fault {
        NONE,
        /** Never offers anything. */
        SILENT,
        /** Forgets what it has offered. */
        PROMISES_TWICE,
        /** Leaves the role out of the offered resources. */
        FORGETS_THE_ROLE,
        /** Calls back with an empty map. */
        CALLS_BACK_EMPTY,
        /** Offers to frameworks that are not active. */
        IGNORES_INACTIVITY,
        /** Throws in the middle of a run. */
        THROWS,
        /** Never completes a future. */
        NEVER_ANSWERS,
        /** Asks everybody to leave, whether they hold something or not. */
        ASKS_ANYBODY,
        /** Loses what is given back. */
        LOSES_RESOURCES,
        /** Offers again what was declined. */
        IGNORES_FILTERS
    }

    private final AllocatorHost host;
    private final Fault fault;
    private final TreeMap<AgentId, Resources> free = new TreeMap<>();
    private final TreeMap<AgentId, Unavailability> maintenance = new TreeMap<>();
    private final TreeMap<FrameworkId, FrameworkInfo> frameworks = new TreeMap<>();
    private final TreeMap<FrameworkId, Boolean> active = new TreeMap<>();
    private final TreeMap<AgentId, Resources> declined = new TreeMap<>();
    private OfferCallback offers = (framework, made) -> {};
    private InverseOfferCallback inverseOffers = (framework, made) -> {};

    public FakeAllocator(AllocatorHost host, Fault fault) {
        this.host = host;
        this.fault = fault;
    }

    /** A module that makes such allocators. */
    public static AllocatorFactory factory(Fault fault) {
        return new AllocatorFactory() {
            @Override
            public String name() {
                return "fake";
            }

            @Override
            public Allocator create(AllocatorHost host, Map<String, String> parameters) {
                return new FakeAllocator(host, fault);
            }
        };
    }

    private void run() {
        if (fault == Fault.THROWS) {
            throw new IllegalStateException("the fake is broken on purpose");
        }
        frameworks.values().stream()
                .filter(framework -> fault == Fault.IGNORES_INACTIVITY || active.getOrDefault(framework.id(), false))
                .filter(framework -> !framework.roles().isEmpty() && fault != Fault.SILENT)
                .findFirst()
                .ifPresent(framework -> offerAll(framework, framework.roles().first()));
        maintenance.forEach((agent, when) -> frameworks.keySet().forEach(framework -> {
            if (fault == Fault.ASKS_ANYBODY) {
                inverseOffers.inverseOffers(
                        framework, Map.of(agent, new UnavailableResources(Resources.empty(), when)));
            }
        }));
    }

    private void offerAll(FrameworkInfo framework, Role role) {
        TreeMap<AgentId, Resources> made = new TreeMap<>();
        free.forEach((agent, resources) -> {
            boolean unwanted = declined.getOrDefault(agent, Resources.empty()).contains(resources);
            if (!resources.isEmpty() && (!unwanted || fault == Fault.IGNORES_FILTERS)) {
                made.put(agent, fault == Fault.FORGETS_THE_ROLE ? resources : resources.allocate(role));
            }
        });
        if (!made.isEmpty() || fault == Fault.CALLS_BACK_EMPTY) {
            if (fault != Fault.PROMISES_TWICE) {
                made.keySet().forEach(agent -> free.put(agent, Resources.empty()));
            }
            offers.offers(framework.id(), made.isEmpty() ? new TreeMap<>() : new TreeMap<>(Map.of(role, made)));
        }
    }

    @Override
    public void initialize(AllocatorOptions options, OfferCallback toOffers, InverseOfferCallback toInverseOffers) {
        offers = toOffers;
        inverseOffers = toInverseOffers;
        tickAfter(options);
    }

    private void tickAfter(AllocatorOptions options) {
        host.after(options.allocationInterval(), () -> {
            run();
            tickAfter(options);
        });
    }

    @Override
    public void recover(int expectedAgentCount, Map<Role, Quota> quotas) {}

    @Override
    public void addFramework(
            FrameworkInfo framework, Map<AgentId, Resources> used, boolean isActive, FrameworkOptions options) {
        frameworks.put(framework.id(), framework);
        active.put(framework.id(), isActive);
        host.enqueue(this::run);
    }

    @Override
    public void removeFramework(FrameworkId framework) {
        frameworks.remove(framework);
    }

    @Override
    public void activateFramework(FrameworkId framework) {
        active.put(framework, true);
        host.enqueue(this::run);
    }

    @Override
    public void deactivateFramework(FrameworkId framework) {
        active.put(framework, false);
    }

    @Override
    public void updateFramework(FrameworkInfo framework, FrameworkOptions options) {
        frameworks.put(framework.id(), framework);
    }

    @Override
    public void addAgent(
            AgentInfo agent,
            Set<AgentCapability> capabilities,
            Optional<Unavailability> unavailability,
            Resources total,
            Map<FrameworkId, Resources> used) {
        free.put(agent.id(), total);
        host.enqueue(this::run);
    }

    @Override
    public void removeAgent(AgentId agent) {
        free.remove(agent);
    }

    @Override
    public void updateAgent(AgentInfo agent, Optional<Resources> total, Optional<Set<AgentCapability>> capabilities) {}

    @Override
    public void addResourceProvider(AgentId agent, Resources total, Map<FrameworkId, Resources> used) {}

    @Override
    public void activateAgent(AgentId agent) {}

    @Override
    public void deactivateAgent(AgentId agent) {}

    @Override
    public void updateWhitelist(Optional<Set<String>> hostnames) {}

    @Override
    public void requestResources(FrameworkId framework, List<ResourceRequest> requests) {}

    @Override
    public void updateAllocation(
            FrameworkId framework, AgentId agent, Resources offered, List<ResourceConversion> conversions) {}

    @Override
    public CompletableFuture<Void> updateAvailable(AgentId agent, List<Operation> operations) {
        return fault == Fault.NEVER_ANSWERS ? new CompletableFuture<>() : CompletableFuture.completedFuture(null);
    }

    @Override
    public void updateUnavailability(AgentId agent, Optional<Unavailability> unavailability) {
        unavailability.ifPresent(when -> maintenance.put(agent, when));
        host.enqueue(this::run);
    }

    @Override
    public void updateInverseOffer(
            AgentId agent,
            FrameworkId framework,
            Optional<UnavailableResources> unavailable,
            Optional<InverseOfferStatus> status,
            Optional<Filters> filters) {}

    @Override
    public CompletableFuture<SortedMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus>>> inverseOfferStatuses() {
        return CompletableFuture.completedFuture(new TreeMap<>());
    }

    @Override
    public void transitionOfferedToAllocated(AgentId agent, Resources resources) {}

    @Override
    public void recoverResources(
            FrameworkId framework, AgentId agent, Resources resources, Optional<Filters> filters, boolean used) {
        if (fault != Fault.LOSES_RESOURCES) {
            free.computeIfPresent(agent, (id, before) -> before.plus(resources.unallocate()));
        }
        if (filters.isPresent()) {
            declined.put(agent, resources.unallocate());
            host.after(filters.get().length(), () -> declined.remove(agent));
        }
    }

    @Override
    public void suppressOffers(FrameworkId framework, Set<Role> roles) {
        active.put(framework, false);
    }

    @Override
    public void reviveOffers(FrameworkId framework, Set<Role> roles) {
        activateFramework(framework);
    }

    @Override
    public void updateQuota(Role role, Quota quota) {}

    @Override
    public void updateWeights(Map<Role, Double> weights) {}

    @Override
    public void pause() {}

    @Override
    public void resume() {}

    @Override
    public CompletableFuture<SortedMap<String, Double>> metrics() {
        return CompletableFuture.completedFuture(new TreeMap<>());
    }

    @Override
    public CompletableFuture<SortedMap<FrameworkId, ConstraintsView>> offerConstraintsDebug() {
        return CompletableFuture.completedFuture(new TreeMap<>());
    }
}
