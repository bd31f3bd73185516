package io.tender.testkit.oracle;

import static io.tender.testkit.oracle.ReferenceChecks.refuseUnless;

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
import io.tender.model.ResourceQuantities;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.model.UnavailableResources;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.AllocatorRefusal.Reason;
import io.tender.spi.Amounts;
import io.tender.spi.InverseOfferCallback;
import io.tender.spi.OfferCallback;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The allocator as the specification tells it, method by method (section 2), for comparison with the fast one.
 *
 * <p>It keeps what it was told and nothing that could be worked out from that, apart from the counts of charges. So it
 * is slow, and can be checked line by line.
 */
class ReferenceAllocator implements Allocator {
    final ReferenceCluster cluster = new ReferenceCluster();
    private final AllocatorHost host;
    private final ReferenceRunner runner;
    private final ReferenceMetrics metrics;
    private boolean initialized;

    ReferenceAllocator(AllocatorHost host, ReferenceSorter.Kind roleSorter, ReferenceSorter.Kind frameworkSorter) {
        this.host = host;
        this.runner = new ReferenceRunner(cluster, host, number -> newRun(roleSorter, frameworkSorter, host, number));
        this.metrics = new ReferenceMetrics(cluster, roleSorter == ReferenceSorter.Kind.DRF);
    }

    ReferenceRun newRun(
            ReferenceSorter.Kind roleSorter, ReferenceSorter.Kind frameworkSorter, AllocatorHost outside, long number) {
        return new ReferenceRun(cluster, roleSorter, frameworkSorter, outside.chance(), number);
    }

    // --- 2.2, 2.3, 2.27 beginning, recovery, pause -------------------------------------------------------------------

    @Override
    public void initialize(AllocatorOptions options, OfferCallback offers, InverseOfferCallback inverseOffers) {
        refuseUnless(!initialized, Reason.ALREADY_INITIALIZED, "initialize");
        initialized = true;
        cluster.options = options;
        runner.start(offers, inverseOffers);
    }

    @Override
    public void recover(int expectedAgentCount, Map<Role, Quota> quotas) {
        requireInitialized();
        refuseUnless(cluster.agents.isEmpty(), Reason.RECOVERY_TOO_LATE, cluster.agents.keySet());
        refuseUnless(expectedAgentCount >= 0, Reason.NEGATIVE_COUNT, expectedAgentCount);
        quotas.keySet().forEach(this::requireQuotaAllowed);
        quotas.forEach((role, quota) -> Amounts.check("guarantees of", role, quota.guarantees()));
        if (quotas.isEmpty()) {
            return;
        }
        quotas.forEach(this::setQuota);
        runner.hold((int) (expectedAgentCount * cluster.options.agentRecoveryFactor()));
    }

    @Override
    public void pause() {
        requireInitialized();
        runner.paused = true;
    }

    @Override
    public void resume() {
        requireInitialized();
        runner.paused = false;
    }

    // --- 2.4 to 2.8 frameworks ---------------------------------------------------------------------------------------

    @Override
    public void addFramework(
            FrameworkInfo framework, Map<AgentId, Resources> used, boolean active, FrameworkOptions options) {
        requireInitialized();
        FrameworkId id = framework.id();
        refuseUnless(!cluster.frameworks.containsKey(id), Reason.FRAMEWORK_EXISTS, id);
        requireSubscribed(framework, options.suppressedRoles());
        used.values().forEach(ReferenceChecks::requireRoles);
        ReferenceFramework added = new ReferenceFramework(framework, options.constraints(), active);
        added.suppressed.addAll(options.suppressedRoles());
        cluster.frameworks.put(id, added);
        metrics.frameworkAdded(id);
        followTracking();
        for (ReferenceAgent agent : cluster.agents.values()) {
            agent.rolesHeldBy(id).forEach(role -> cluster.counts.charge(id, role));
        }
        if (active) {
            runner.cause(cluster.agents.keySet());
        }
    }

    @Override
    public void removeFramework(FrameworkId id) {
        ReferenceFramework framework = framework(id);
        SortedSet<AgentId> freed = new TreeSet<>();
        cluster.agents.forEach((agentId, agent) -> {
            if (agent.held.remove(id) != null) {
                freed.add(agentId);
                agent.noteAbandoned();
            }
            agent.maintenance.ifPresent(maintenance -> {
                maintenance.answers.remove(id);
                maintenance.outstanding.remove(id);
            });
        });
        cluster.frameworks.remove(id);
        metrics.frameworkRemoved(framework);
        followTracking();
        if (cluster.options.extensions().allocateWhenFreed() && !freed.isEmpty()) {
            runner.cause(freed);
        }
    }

    @Override
    public void activateFramework(FrameworkId id) {
        framework(id).active = true;
        runner.cause(cluster.agents.keySet());
    }

    @Override
    public void deactivateFramework(FrameworkId id) {
        ReferenceFramework framework = framework(id);
        framework.active = false;
        framework.offerFilters.clear();
        framework.inverseFilters.clear();
    }

    @Override
    public void updateFramework(FrameworkInfo info, FrameworkOptions options) {
        ReferenceFramework framework = framework(info.id());
        requireSubscribed(info, options.suppressedRoles());
        for (Role left : framework.info.roles()) {
            if (!info.roles().contains(left)) {
                framework.dropOfferFilters(left);
                framework.suppressed.remove(left);
            }
        }
        framework.info = info;
        framework.constraints = options.constraints();
        for (Role revived : new TreeSet<>(framework.suppressed)) {
            if (!options.suppressedRoles().contains(revived)) {
                framework.suppressed.remove(revived);
                framework.dropOfferFilters(revived);
                framework.inverseFilters.clear();
            }
        }
        framework.suppressed.addAll(options.suppressedRoles());
        followTracking();
    }

    // --- 2.9 to 2.14 agents ------------------------------------------------------------------------------------------

    @Override
    public void addAgent(
            AgentInfo info,
            Set<AgentCapability> capabilities,
            Optional<Unavailability> unavailability,
            Resources total,
            Map<FrameworkId, Resources> used) {
        requireInitialized();
        refuseUnless(!cluster.agents.containsKey(info.id()), Reason.AGENT_EXISTS, info.id());
        refuseUnless(!runner.paused || runner.isHolding(), Reason.PAUSED, info.id());
        requireDomain(info);
        used.values().forEach(ReferenceChecks::requireRoles);
        Amounts.check("total of", info.id(), total);
        Amounts.check("use of", info.id(), used.values());
        ReferenceAgent agent = new ReferenceAgent(info, capabilities, total, cluster.freeAgentNumber());
        agent.maintenance = unavailability.map(ReferenceAgent.Maintenance::new);
        cluster.agents.put(info.id(), agent);
        addUsed(agent, used);
        runner.agentAdded();
        runner.cause(Set.of(info.id()));
    }

    /** What somebody uses already is held, marked as used, and charged once per framework and role. */
    private void addUsed(ReferenceAgent agent, Map<FrameworkId, Resources> used) {
        used.forEach((framework, resources) -> {
            agent.used = agent.used.plus(resources);
            resources
                    .allocations()
                    .forEach((role, part) -> agent.setHeld(
                            framework, role, agent.held(framework, role).plus(part.unallocate())));
        });
        followTracking();
        used.forEach((framework, resources) -> {
            if (cluster.frameworks.containsKey(framework)) {
                resources.allocations().keySet().forEach(role -> cluster.counts.charge(framework, role));
            }
        });
    }

    @Override
    public void removeAgent(AgentId id) {
        agent(id);
        cluster.agents.remove(id);
        cluster.frameworks.values().forEach(framework -> framework.dropFiltersOf(id));
        runner.agentRemoved(id);
        followTracking();
    }

    @Override
    public void updateAgent(AgentInfo info, Optional<Resources> total, Optional<Set<AgentCapability>> capabilities) {
        ReferenceAgent agent = agent(info.id());
        requireDomain(info);
        total.ifPresent(changed -> Amounts.check("total of", info.id(), changed));
        if (!agent.info.attributes().equals(info.attributes())) {
            cluster.frameworks.values().forEach(framework -> framework.dropFiltersOf(info.id()));
        }
        Resources newTotal = total.map(Resources::unallocate).orElse(agent.total);
        Set<AgentCapability> newCapabilities = capabilities.orElse(agent.capabilities);
        boolean changed = !agent.info.equals(info)
                || !agent.total.equals(newTotal)
                || !agent.capabilities.equals(newCapabilities);
        agent.info = info;
        agent.total = newTotal;
        agent.capabilities = Set.copyOf(newCapabilities);
        if (changed) {
            runner.cause(Set.of(info.id()));
        }
    }

    @Override
    public void addResourceProvider(AgentId id, Resources total, Map<FrameworkId, Resources> used) {
        ReferenceAgent agent = agent(id);
        used.values().forEach(ReferenceChecks::requireRoles);
        Amounts.check("provider of", id, total);
        Amounts.check("total of", id, agent.total.plus(total.unallocate()));
        Amounts.check("use of", id, used.values());
        agent.total = agent.total.plus(total.unallocate());
        addUsed(agent, used);
    }

    @Override
    public void activateAgent(AgentId id) {
        agent(id).activated = true;
    }

    @Override
    public void deactivateAgent(AgentId id) {
        agent(id).activated = false;
    }

    @Override
    public void updateWhitelist(Optional<Set<String>> hostnames) {
        requireInitialized();
        cluster.whitelist = hostnames.map(Set::copyOf);
    }

    // --- 2.15 to 2.17, 2.21, 2.22 resources --------------------------------------------------------------------------

    @Override
    public void requestResources(FrameworkId id, List<ResourceRequest> requests) {
        requireInitialized();
        ReferenceFramework framework = cluster.frameworks.get(id);
        if (framework == null) {
            return;
        }
        ReferenceFramework.Demand demand = new ReferenceFramework.Demand(requests);
        for (ResourceRequest request : requests) {
            if (request.agent().isEmpty()) {
                demand.target = demand.target.plus(request.quantities());
            } else {
                demand.targetsOnAgents.merge(request.agent().get(), request.quantities(), ResourceQuantities::plus);
            }
        }
        // Only names that were asked for become targets.
        demand.target = withHoldings(demand.target, cluster.heldBy((holder, role) -> holder.equals(id), all -> all));
        demand.targetsOnAgents.replaceAll((agentId, wanted) -> {
            ReferenceAgent agent = cluster.agents.get(agentId);
            return agent == null
                    ? wanted
                    : withHoldings(wanted, agent.heldQuantities((holder, role) -> holder.equals(id), all -> all));
        });
        framework.demand = Optional.of(demand);
    }

    private static ResourceQuantities withHoldings(ResourceQuantities wanted, ResourceQuantities held) {
        ResourceQuantities sum = wanted;
        for (int i = 0; i < wanted.size(); i++) {
            if (held.millis(wanted.name(i)) > 0) {
                sum = sum.plus(ResourceQuantities.of(wanted.name(i), held.millis(wanted.name(i))));
            }
        }
        return sum;
    }

    @Override
    public void updateAllocation(
            FrameworkId id, AgentId agentId, Resources offered, List<ResourceConversion> conversions) {
        framework(id);
        ReferenceAgent agent = agent(agentId);
        Role role = ReferenceChecks.requireOneRole(offered);
        refuseUnless(cluster.isTracked(id, role), Reason.UNKNOWN_ROLE, role);
        Resources held = agent.held(id, role);
        ReferenceChecks.requireHeld(held, offered.unallocate());
        conversions.forEach(conversion ->
                Amounts.check("conversion on", agentId, List.of(conversion.consumed(), conversion.converted())));
        Resources updated = ReferenceChecks.require(ResourceConversion.applyAll(offered, conversions));
        ReferenceChecks.requireQuantitiesKept(conversions);
        List<ResourceConversion> onTotal = conversions.stream()
                .filter(conversion -> !conversion.consumed().isEmpty())
                .map(conversion -> new ResourceConversion(
                        conversion.consumed().unallocate(),
                        conversion.converted().unallocate(),
                        conversion.lastCopy()))
                .toList();
        Resources newTotal = ReferenceChecks.require(ResourceConversion.applyAll(agent.total, onTotal));
        Resources newHeld = held.minus(offered.unallocate()).plus(updated.unallocate());
        refuseUnless(
                newHeld.quantities()
                        .plus(ReferenceChecks.removedQuantities(conversions))
                        .equals(held.quantities()),
                Reason.CONVERSION_FAILED,
                conversions);
        agent.total = newTotal;
        agent.setHeld(id, role, newHeld);
        agent.noteAbandoned();
        followTracking();
    }

    @Override
    public CompletableFuture<Void> updateAvailable(AgentId id, List<Operation> operations) {
        return answer(() -> {
            ReferenceAgent agent = agent(id);
            List<Operation> plain =
                    operations.stream().map(Operation::withoutAllocation).toList();
            boolean speculative = plain.stream()
                    .noneMatch(operation ->
                            operation instanceof Operation.CreateDisk || operation instanceof Operation.DestroyDisk);
            refuseUnless(speculative, Reason.CONVERSION_FAILED, operations);
            ReferenceChecks.require(Operation.applyAll(agent.free(), plain));
            agent.total = ReferenceChecks.require(Operation.applyAll(agent.total, plain));
            return null;
        });
    }

    @Override
    public void transitionOfferedToAllocated(AgentId id, Resources resources) {
        ReferenceAgent agent = agent(id);
        ReferenceChecks.requireRoles(resources);
        Amounts.check("use of", id, List.of(agent.used, resources));
        Resources inUse = agent.usedByHolders().plus(resources);
        for (Role role : resources.allocations().keySet()) {
            ReferenceChecks.requireHeld(
                    agent.heldUnder(role), inUse.allocations().get(role).unallocate());
        }
        agent.used = agent.used.plus(resources);
    }

    @Override
    public void recoverResources(
            FrameworkId id, AgentId agentId, Resources resources, Optional<Filters> filters, boolean used) {
        requireInitialized();
        ReferenceAgent agent = cluster.agents.get(agentId);
        ReferenceFramework framework = cluster.frameworks.get(id);
        if (resources.isEmpty() || agent == null) {
            return;
        }
        if (used) {
            ReferenceChecks.requireRoles(resources);
            ReferenceChecks.requireHeld(agent.used, resources);
        }
        if (framework != null) {
            Role role = ReferenceChecks.requireOneRole(resources);
            ReferenceChecks.requireHeld(agent.held(id, role), resources.unallocate());
        }
        if (framework == null) {
            endOfUnknown(id, agent, resources, used);
            return;
        }
        if (used) {
            agent.unmark(resources, true);
        }
        release(framework, agent, resources, filters, used);
    }

    /** Beyond 2.22: what an agent said it uses for a framework that has not been added yet is freed as well. */
    private void endOfUnknown(FrameworkId id, ReferenceAgent agent, Resources resources, boolean used) {
        if (!used) {
            return;
        }
        SortedMap<Role, Resources> parts = resources.allocations();
        boolean holder = parts.entrySet().stream()
                .allMatch(part -> ReferenceChecks.holds(
                        agent.held(id, part.getKey()), part.getValue().unallocate()));
        agent.unmark(resources, holder);
        if (holder) {
            parts.forEach(
                    (role, part) -> agent.setHeld(id, role, agent.held(id, role).minus(part.unallocate())));
            agent.noteAbandoned();
            if (cluster.options.extensions().allocateWhenFreed()) {
                runner.cause(Set.of(agent.info.id()));
            }
        }
    }

    private void release(
            ReferenceFramework framework,
            ReferenceAgent agent,
            Resources resources,
            Optional<Filters> filters,
            boolean used) {
        FrameworkId id = framework.info.id();
        AgentId agentId = agent.info.id();
        Role role = resources.allocatedTo().orElseThrow();
        Resources released = resources.unallocate();
        agent.setHeld(id, role, agent.held(id, role).minus(released));
        agent.noteAbandoned();
        if (used) {
            framework.demand.ifPresent(demand -> {
                demand.target = demand.target.minus(released.quantities());
                demand.targetsOnAgents.computeIfPresent(agentId, (any, target) -> target.minus(released.quantities()));
            });
        }
        followTracking();
        Duration length = filters.map(Filters::length).orElse(Duration.ZERO);
        if (!length.isZero() && framework.subscribes(role)) {
            Duration interval = cluster.options.allocationInterval();
            ReferenceFramework.OfferFilter filter = new ReferenceFramework.OfferFilter(role, agentId, released);
            framework.offerFilters.add(filter);
            Duration effective = length.compareTo(interval) > 0 ? length : interval;
            runner.whenFilterEnds(effective, () -> framework.offerFilters.remove(filter));
        }
        if (cluster.options.extensions().allocateWhenFreed()) {
            runner.cause(Set.of(agentId));
        }
    }

    // --- 2.18 to 2.20 maintenance ------------------------------------------------------------------------------------

    @Override
    public void updateUnavailability(AgentId id, Optional<Unavailability> unavailability) {
        ReferenceAgent agent = agent(id);
        cluster.frameworks.values().forEach(framework -> framework.dropInverseFiltersOf(id));
        agent.maintenance = unavailability.map(ReferenceAgent.Maintenance::new);
        runner.cause(Set.of(id));
    }

    @Override
    public void updateInverseOffer(
            AgentId agentId,
            FrameworkId id,
            Optional<UnavailableResources> unavailable,
            Optional<InverseOfferStatus> status,
            Optional<Filters> filters) {
        ReferenceFramework framework = framework(id);
        ReferenceAgent agent = agent(agentId);
        refuseUnless(agent.maintenance.isPresent(), Reason.NO_MAINTENANCE, agentId);
        refuseUnless(
                status.isEmpty() || status.get().answer() != InverseOfferStatus.Answer.UNKNOWN,
                Reason.UNKNOWN_ANSWER,
                status);
        ReferenceAgent.Maintenance maintenance = agent.maintenance.get();
        if (maintenance.outstanding.remove(id)) {
            status.ifPresent(answer -> maintenance.answers.put(id, answer));
        }
        Duration length = filters.map(Filters::length).orElse(Duration.ZERO);
        if (!length.isZero()) {
            framework.inverseFilters.add(
                    new ReferenceFramework.InverseFilter(agentId, host.now().plus(length)));
        }
    }

    @Override
    public CompletableFuture<SortedMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus>>> inverseOfferStatuses() {
        return answer(() -> {
            requireInitialized();
            SortedMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus>> statuses = new TreeMap<>();
            cluster.agents.forEach((id, agent) ->
                    agent.maintenance.ifPresent(maintenance -> statuses.put(id, new TreeMap<>(maintenance.answers))));
            return statuses;
        });
    }

    // --- 2.23 to 2.26 suppress, revive, quota, weights ---------------------------------------------------------------

    @Override
    public void suppressOffers(FrameworkId id, Set<Role> roles) {
        ReferenceFramework framework = framework(id);
        requireSubscribed(framework.info, roles);
        framework.suppressed.addAll(roles.isEmpty() ? framework.info.roles() : roles);
    }

    @Override
    public void reviveOffers(FrameworkId id, Set<Role> roles) {
        ReferenceFramework framework = framework(id);
        requireSubscribed(framework.info, roles);
        for (Role role : roles.isEmpty() ? framework.info.roles() : roles) {
            framework.suppressed.remove(role);
            framework.dropOfferFilters(role);
        }
        framework.inverseFilters.clear();
        framework.demand = Optional.empty();
        runner.cause(cluster.agents.keySet());
    }

    @Override
    public void updateQuota(Role role, Quota quota) {
        requireInitialized();
        requireQuotaAllowed(role);
        Amounts.check("guarantees of", role, quota.guarantees());
        setQuota(role, quota);
    }

    private void setQuota(Role role, Quota quota) {
        if (quota.isDefault()) {
            cluster.quotas.remove(role);
        } else {
            cluster.quotas.put(role, quota);
        }
    }

    @Override
    public void updateWeights(Map<Role, Double> weights) {
        requireInitialized();
        weights.forEach((role, weight) ->
                refuseUnless(Double.isFinite(weight) && weight > 0, Reason.BAD_WEIGHT, role + "=" + weight));
        weights.forEach((role, weight) -> {
            if (weight == 1.0) {
                cluster.weights.remove(role);
            } else {
                cluster.weights.put(role, weight);
            }
        });
    }

    // --- 13 what can be seen -----------------------------------------------------------------------------------------

    @Override
    public CompletableFuture<SortedMap<String, Double>> metrics() {
        return CompletableFuture.completedFuture(metrics.snapshot(runner.runs()));
    }

    @Override
    public CompletableFuture<SortedMap<FrameworkId, ConstraintsView>> offerConstraintsDebug() {
        return answer(() -> {
            requireInitialized();
            SortedMap<FrameworkId, ConstraintsView> views = new TreeMap<>();
            cluster.frameworks.forEach((id, framework) -> {
                SortedMap<Role, SortedSet<AgentId>> excluded = new TreeMap<>();
                for (Role role : framework.info.roles()) {
                    cluster.agents.forEach((agentId, agent) -> {
                        if (framework.constraints.excludes(role, agent.info)) {
                            excluded.computeIfAbsent(role, any -> new TreeSet<>())
                                    .add(agentId);
                        }
                    });
                }
                views.put(id, new ConstraintsView(new TreeSet<>(framework.suppressed), excluded));
            });
            return views;
        });
    }

    // --- what methods have in common ---------------------------------------------------------------------------------

    private void followTracking() {
        cluster.counts.follow(cluster.tracked());
    }

    private void requireInitialized() {
        refuseUnless(initialized, Reason.NOT_INITIALIZED, "a call before initialize");
    }

    private ReferenceFramework framework(FrameworkId id) {
        requireInitialized();
        refuseUnless(cluster.frameworks.containsKey(id), Reason.UNKNOWN_FRAMEWORK, id);
        return cluster.frameworks.get(id);
    }

    private ReferenceAgent agent(AgentId id) {
        requireInitialized();
        refuseUnless(cluster.agents.containsKey(id), Reason.UNKNOWN_AGENT, id);
        return cluster.agents.get(id);
    }

    private static void requireSubscribed(FrameworkInfo framework, Set<Role> roles) {
        refuseUnless(framework.roles().containsAll(roles), Reason.UNSUBSCRIBED_ROLE, roles);
    }

    private void requireQuotaAllowed(Role role) {
        refuseUnless(role.isTopLevel() || cluster.options.extensions().nestedQuota(), Reason.NESTED_QUOTA, role);
    }

    private void requireDomain(AgentInfo info) {
        refuseUnless(info.domain().isEmpty() || cluster.options.domain().isPresent(), Reason.DOMAIN_MISMATCH, info);
    }

    private static <T> CompletableFuture<T> answer(Supplier<T> question) {
        try {
            return CompletableFuture.completedFuture(question.get());
        } catch (AllocatorRefusal refusal) {
            return CompletableFuture.failedFuture(refusal);
        }
    }
}
