package io.tender.core.allocator;

import io.tender.core.sorter.SorterKind;
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
import io.tender.spi.AdjustableAllocator;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.AllocatorRefusal.Reason;
import io.tender.spi.Amounts;
import io.tender.spi.InverseOfferCallback;
import io.tender.spi.OfferCallback;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The Mesos allocator: fair shares over a tree of roles, with quota, reservations and filters.
 *
 * <p>This class is the door: it hands each call to the class that answers for its subject. {@link RunSchedule} decides
 * when a run is due, {@link Run} who gets what in it, and {@link Books} keep what is held.
 */
public final class HierarchicalAllocator implements AdjustableAllocator, AutoCloseable {

    private final AllocatorHost host;
    private final SorterKind roleSorter;
    private final SorterKind frameworkSorter;
    private final Optional<AskedOrder> asked;
    private @Nullable Cluster state;

    public HierarchicalAllocator(AllocatorHost host, SorterKind roleSorter, SorterKind frameworkSorter) {
        this(host, roleSorter, frameworkSorter, Optional.empty());
    }

    /** @param asked whose order is followed where there is one; it is closed with the allocator */
    public HierarchicalAllocator(
            AllocatorHost host, SorterKind roleSorter, SorterKind frameworkSorter, Optional<AskedOrder> asked) {
        this.host = host;
        this.roleSorter = roleSorter;
        this.frameworkSorter = frameworkSorter;
        this.asked = asked;
    }

    /** Lets go of what the order of others holds; the allocator itself holds nothing. */
    @Override
    public void close() {
        asked.ifPresent(one -> one.order().close());
    }

    // Beginning.

    @Override
    public void initialize(AllocatorOptions options, OfferCallback offers, InverseOfferCallback inverseOffers) {
        if (state != null) {
            throw Checks.refused(
                    Reason.ALREADY_INITIALIZED, "initialize was called a second time: call it once, first");
        }
        Cluster fresh = new Cluster(host, options, roleSorter, frameworkSorter, asked, offers, inverseOffers);
        state = fresh;
        fresh.schedule.start();
    }

    @Override
    public void recover(int expectedAgentCount, Map<Role, Quota> quotas) {
        Cluster s = state();
        if (!s.books.agents.isEmpty()) {
            throw Checks.refused(
                    Reason.RECOVERY_TOO_LATE,
                    "recover was called with " + s.books.agents.size()
                            + " agents known: call it before the first agent is added");
        }
        if (expectedAgentCount < 0) {
            throw Checks.refused(
                    Reason.NEGATIVE_COUNT,
                    "recover expects " + expectedAgentCount + " agents: the count must be zero or more");
        }
        quotas.keySet().forEach(role -> Checks.checkQuotaRole(s.options, role));
        quotas.forEach((role, quota) -> Amounts.check("the guarantees of role", role, quota.guarantees()));
        if (quotas.isEmpty()) {
            return;
        }
        new TreeMap<>(quotas).forEach(s.books.roles::updateQuota);
        s.wakefulness.wakeAll();
        s.schedule.hold((int) (expectedAgentCount * s.options.agentRecoveryFactor()));
    }

    /** Those by which nothing is kept: shares, demands and quotas are, and would have to be counted anew. */
    @Override
    public SortedSet<String> adjustableOptions() {
        return new TreeSet<>(Set.of(
                "allocationInterval",
                "filterGpuResources",
                "minAllocatable",
                "publishPerFrameworkMetrics",
                "recoveryTimeout",
                "agentRecoveryFactor",
                "allocateWhenFreed"));
    }

    @Override
    public void adjust(AllocatorOptions options) {
        state().adjust(options);
    }

    // Frameworks.

    @Override
    public void addFramework(
            FrameworkInfo info, Map<AgentId, Resources> used, boolean active, FrameworkOptions options) {
        state().frameworkCalls.addFramework(info, used, active, options);
    }

    @Override
    public void removeFramework(FrameworkId id) {
        state().frameworkCalls.removeFramework(id);
    }

    @Override
    public void activateFramework(FrameworkId id) {
        state().frameworkCalls.activateFramework(id);
    }

    @Override
    public void deactivateFramework(FrameworkId id) {
        state().frameworkCalls.deactivateFramework(id);
    }

    @Override
    public void updateFramework(FrameworkInfo info, FrameworkOptions options) {
        state().frameworkCalls.updateFramework(info, options);
    }

    @Override
    public void suppressOffers(FrameworkId id, Set<Role> roles) {
        state().frameworkCalls.suppressOffers(id, roles);
    }

    @Override
    public void reviveOffers(FrameworkId id, Set<Role> roles) {
        state().frameworkCalls.reviveOffers(id, roles);
    }

    @Override
    public void requestResources(FrameworkId id, List<ResourceRequest> requests) {
        state().frameworkCalls.requestResources(id, requests);
    }

    // Agents.

    @Override
    public void addAgent(
            AgentInfo info,
            Set<AgentCapability> capabilities,
            Optional<Unavailability> unavailability,
            Resources total,
            Map<FrameworkId, Resources> used) {
        state().agentCalls.addAgent(info, capabilities, unavailability, total, used);
    }

    @Override
    public void removeAgent(AgentId id) {
        state().agentCalls.removeAgent(id);
    }

    @Override
    public void updateAgent(AgentInfo info, Optional<Resources> total, Optional<Set<AgentCapability>> capabilities) {
        state().agentCalls.updateAgent(info, total, capabilities);
    }

    @Override
    public void addResourceProvider(AgentId id, Resources total, Map<FrameworkId, Resources> used) {
        state().agentCalls.addResourceProvider(id, total, used);
    }

    @Override
    public void activateAgent(AgentId id) {
        state().agentCalls.activateAgent(id);
    }

    @Override
    public void deactivateAgent(AgentId id) {
        state().agentCalls.deactivateAgent(id);
    }

    @Override
    public void updateWhitelist(Optional<Set<String>> hostnames) {
        state().agentCalls.updateWhitelist(hostnames);
    }

    // What is held.

    @Override
    public void updateAllocation(
            FrameworkId frameworkId, AgentId agentId, Resources offered, List<ResourceConversion> conversions) {
        state().holdingCalls.updateAllocation(frameworkId, agentId, offered, conversions);
    }

    @Override
    public CompletableFuture<Void> updateAvailable(AgentId id, List<Operation> operations) {
        try {
            return state().holdingCalls.updateAvailable(id, operations);
        } catch (AllocatorRefusal refusal) {
            return CompletableFuture.failedFuture(refusal);
        }
    }

    @Override
    public void transitionOfferedToAllocated(AgentId id, Resources resources) {
        state().holdingCalls.transitionOfferedToAllocated(id, resources);
    }

    @Override
    public void recoverResources(
            FrameworkId frameworkId, AgentId agentId, Resources resources, Optional<Filters> filters, boolean used) {
        state().holdingCalls.recoverResources(frameworkId, agentId, resources, filters, used);
    }

    // Maintenance.

    @Override
    public void updateUnavailability(AgentId id, Optional<Unavailability> unavailability) {
        state().agentCalls.updateUnavailability(id, unavailability);
    }

    @Override
    public void updateInverseOffer(
            AgentId agentId,
            FrameworkId frameworkId,
            Optional<UnavailableResources> unavailable,
            Optional<InverseOfferStatus> status,
            Optional<Filters> filters) {
        state().agentCalls.updateInverseOffer(agentId, frameworkId, unavailable, status, filters);
    }

    @Override
    public CompletableFuture<SortedMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus>>> inverseOfferStatuses() {
        Cluster s = state;
        return s == null ? CompletableFuture.failedFuture(Checks.notInitialized()) : s.inverseOffers.statuses();
    }

    // Quota, weights, pauses.

    @Override
    public void updateQuota(Role role, Quota quota) {
        Cluster s = state();
        Checks.checkQuotaRole(s.options, role);
        Amounts.check("the guarantees of role", role, quota.guarantees());
        s.books.roles.updateQuota(role, quota);
        s.wakefulness.wakeAll();
    }

    @Override
    public void updateWeights(Map<Role, Double> weights) {
        Cluster s = state();
        weights.forEach((role, weight) -> {
            if (!(weight > 0) || weight.isInfinite()) {
                throw Checks.refused(
                        Reason.BAD_WEIGHT,
                        "weight of role '" + role + "': got " + weight + ", expected a finite number above zero");
            }
        });
        weights.forEach((role, weight) -> {
            s.books.roles.updateWeight(role, weight);
            s.books.roleOrder.updateWeight(role.path(), weight);
        });
    }

    @Override
    public void pause() {
        state().schedule.pause();
    }

    @Override
    public void resume() {
        state().schedule.resume();
    }

    // Looking in.

    @Override
    public CompletableFuture<SortedMap<String, Double>> metrics() {
        Cluster s = state;
        if (s == null) {
            return CompletableFuture.completedFuture(MetricsSnapshot.uninitialized());
        }
        MetricsSnapshot snapshot = new MetricsSnapshot();
        s.schedule.publish(snapshot);
        snapshot.books(s.books);
        asked.ifPresent(one -> snapshot.servingOrder(s.orders));
        if (s.options.publishPerFrameworkMetrics()) {
            s.books.frameworks.values().forEach(snapshot::suppression);
            snapshot.values().putAll(s.completed.metrics());
        }
        return CompletableFuture.completedFuture(snapshot.values());
    }

    @Override
    public CompletableFuture<SortedMap<FrameworkId, ConstraintsView>> offerConstraintsDebug() {
        Cluster s = state;
        if (s == null) {
            return CompletableFuture.failedFuture(Checks.notInitialized());
        }
        SortedMap<FrameworkId, ConstraintsView> views = new TreeMap<>();
        for (FrameworkRecord framework : s.books.frameworks.values()) {
            SortedMap<Role, SortedSet<AgentId>> excluded = new TreeMap<>();
            for (Role role : framework.info.roles()) {
                TreeSet<AgentId> agents = new TreeSet<>();
                for (AgentRecord agent : s.books.agents.values()) {
                    if (framework.constraints.excludes(role, agent.info)) {
                        agents.add(agent.id);
                    }
                }
                if (!agents.isEmpty()) {
                    excluded.put(role, agents);
                }
            }
            views.put(framework.id, new ConstraintsView(new TreeSet<>(framework.suppressed), excluded));
        }
        return CompletableFuture.completedFuture(views);
    }

    private Cluster state() {
        Cluster s = state;
        if (s == null) {
            throw Checks.notInitialized();
        }
        return s;
    }
}
