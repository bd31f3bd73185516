package io.tender.spi.policy;

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
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.AllocatorRefusal.Reason;
import io.tender.spi.Amounts;
import io.tender.spi.Expiries;
import io.tender.spi.InverseOfferCallback;
import io.tender.spi.OfferCallback;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A whole allocator around an {@link AllocationPolicy}: it takes every call of the contract, keeps the books, decides when
 * a run is due, and leaves to the policy the one question of who is offered what.
 *
 * <p>Kept for every policy: refusals, filters and their timing, suppression, pauses and recovery, whitelist, maintenance
 * and inverse offers, reservations, capabilities, constraints, minima, shared resources, limits along the whole path of a
 * role, and that nothing is promised twice. Left to the policy: order, fairness, guarantees, requests and scarce names.
 *
 * <p>Written to be read, not for ten thousand agents: a run looks at each of them, and sums are made when asked for.
 */
public final class PolicyAllocator implements Allocator {

    private final AllocatorHost host;
    private final AllocationPolicy policy;
    private final Books books = new Books();
    private final Expiries<Framework.Refusal> refusals;
    private final Holdings holdings;
    private @Nullable Started started;

    /** What exists from initialization on. */
    private record Started(AllocatorOptions options, RunSchedule schedule) {}

    public PolicyAllocator(AllocatorHost host, AllocationPolicy policy) {
        this.host = host;
        this.policy = policy;
        refusals = new Expiries<>(host, refusal -> refusal.dropped, Framework::expire);
        holdings = new Holdings(books, refusals);
    }

    @Override
    public void initialize(AllocatorOptions options, OfferCallback offers, InverseOfferCallback inverseOffers) {
        if (started != null) {
            throw Checks.refused(
                    Reason.ALREADY_INITIALIZED, "initialize was called a second time: call it once, first");
        }
        PolicyRuns runs = new PolicyRuns(host, policy, books, options, offers, inverseOffers);
        RunSchedule schedule =
                new RunSchedule(host, options.allocationInterval(), refusals, books.agents::keySet, runs::run);
        started = new Started(options, schedule);
        schedule.start();
    }

    private Started started() {
        Started now = started;
        if (now == null) {
            throw Checks.refused(Reason.NOT_INITIALIZED, "the allocator is not initialized: call initialize first");
        }
        return now;
    }

    // When runs are due.

    @Override
    public void recover(int expectedAgentCount, Map<Role, Quota> quotas) {
        Started now = started();
        if (!books.agents.isEmpty()) {
            throw Checks.refused(
                    Reason.RECOVERY_TOO_LATE,
                    "recover was called with " + books.agents.size() + " agents known: call it before the first");
        }
        if (expectedAgentCount < 0) {
            throw Checks.refused(
                    Reason.NEGATIVE_COUNT, "recover expects " + expectedAgentCount + " agents: expected zero or more");
        }
        quotas.forEach((role, quota) -> Checks.quota(role, quota, now.options()));
        if (!quotas.isEmpty()) {
            quotas.forEach(this::setQuota);
            int target = (int) (expectedAgentCount * now.options().agentRecoveryFactor());
            now.schedule().recover(target, now.options().recoveryTimeout());
        }
    }

    @Override
    public void pause() {
        started().schedule().pause();
    }

    @Override
    public void resume() {
        started().schedule().resume();
    }

    // Frameworks.

    @Override
    public void addFramework(
            FrameworkInfo info, Map<AgentId, Resources> used, boolean active, FrameworkOptions options) {
        Started now = started();
        if (books.frameworks.containsKey(info.id())) {
            throw Checks.refused(
                    Reason.FRAMEWORK_EXISTS,
                    "framework '" + info.id() + "' is known already: update it, or remove it first");
        }
        Checks.subscribed(info, options.suppressedRoles());
        used.values().forEach(Checks::allocated);
        Framework framework = new Framework(info, options.constraints(), active);
        framework.suppressed.addAll(options.suppressedRoles());
        books.frameworks.put(info.id(), framework);
        if (active) {
            now.schedule().causeAll();
        }
    }

    @Override
    public void removeFramework(FrameworkId id) {
        framework(id).forgetAllRefusals();
        books.frameworks.remove(id);
        for (Agent agent : books.agents.values()) {
            agent.maintenance.ifPresent(maintenance -> {
                maintenance.outstanding.remove(id);
                maintenance.answers.remove(id);
            });
            if (agent.release(id)) {
                freed(agent);
            }
        }
    }

    @Override
    public void activateFramework(FrameworkId id) {
        framework(id).active = true;
        started().schedule().causeAll();
    }

    @Override
    public void deactivateFramework(FrameworkId id) {
        Framework framework = framework(id);
        framework.active = false;
        framework.forgetAllRefusals();
    }

    @Override
    public void updateFramework(FrameworkInfo info, FrameworkOptions options) {
        Framework framework = framework(info.id());
        Checks.subscribed(info, options.suppressedRoles());
        Set<Role> revived = new TreeSet<>(framework.suppressed);
        revived.removeAll(options.suppressedRoles());
        revived.retainAll(info.roles());
        Set<Role> left = new TreeSet<>(framework.info.roles());
        left.removeAll(info.roles());
        left.forEach(framework::forgetRefusals);
        if (!revived.isEmpty()) {
            framework.revive(revived);
        }
        framework.suppressed.clear();
        framework.suppressed.addAll(options.suppressedRoles());
        framework.info = info;
        framework.constraints = options.constraints();
    }

    @Override
    public void suppressOffers(FrameworkId id, Set<Role> roles) {
        Framework framework = framework(id);
        Checks.subscribed(framework.info, roles);
        framework.suppressed.addAll(roles.isEmpty() ? framework.info.roles() : roles);
    }

    @Override
    public void reviveOffers(FrameworkId id, Set<Role> roles) {
        Framework framework = framework(id);
        Checks.subscribed(framework.info, roles);
        framework.revive(roles.isEmpty() ? framework.info.roles() : roles);
        framework.requests = List.of();
        started().schedule().causeAll();
    }

    @Override
    public void requestResources(FrameworkId id, List<ResourceRequest> requests) {
        started();
        Framework framework = books.frameworks.get(id);
        if (framework != null) {
            framework.requests = List.copyOf(requests);
        }
    }

    private Framework framework(FrameworkId id) {
        started();
        Framework framework = books.frameworks.get(id);
        if (framework == null) {
            throw Checks.refused(Reason.UNKNOWN_FRAMEWORK, "framework '" + id + "' is not known, or not any more");
        }
        return framework;
    }

    // Agents.

    @Override
    public void addAgent(
            AgentInfo info,
            Set<AgentCapability> capabilities,
            Optional<Unavailability> unavailability,
            Resources total,
            Map<FrameworkId, Resources> used) {
        Started now = started();
        if (books.agents.containsKey(info.id())) {
            throw Checks.refused(
                    Reason.AGENT_EXISTS, "agent '" + info.id() + "' is known already: update it, or remove it first");
        }
        if (now.schedule().isPaused() && !now.schedule().isRecovering()) {
            throw Checks.refused(
                    Reason.PAUSED,
                    "agent '" + info.id() + "' was added while the allocator is paused: resume it first");
        }
        Checks.domain(info, now.options());
        used.values().forEach(Checks::allocated);
        books.checkAmounts(info.id(), total, used.values());
        Agent agent = new Agent(info, capabilities);
        agent.setTotal(total.unallocate());
        agent.maintenance = unavailability.map(Agent.Maintenance::new);
        Books.charge(agent, used);
        books.agents.put(info.id(), agent);
        now.schedule().agentArrived(books.agents.size());
        now.schedule().cause(info.id());
    }

    @Override
    public void removeAgent(AgentId id) {
        agent(id);
        books.agents.remove(id);
        started().schedule().forget(id);
        for (Framework framework : books.frameworks.values()) {
            framework.forgetRefusals(id);
            framework.forgetInverseFilters(id);
        }
    }

    @Override
    public void updateAgent(AgentInfo info, Optional<Resources> total, Optional<Set<AgentCapability>> capabilities) {
        Agent agent = agent(info.id());
        Checks.domain(info, started().options());
        Resources newTotal = total.map(Resources::unallocate).orElse(agent.total());
        books.checkAmounts(info.id(), newTotal, List.of());
        Set<AgentCapability> newCapabilities = capabilities.map(Set::copyOf).orElse(agent.capabilities);
        if (agent.info.equals(info) && agent.total().equals(newTotal) && agent.capabilities.equals(newCapabilities)) {
            return;
        }
        if (!agent.info.attributes().equals(info.attributes())) {
            for (Framework framework : books.frameworks.values()) {
                framework.forgetRefusals(info.id());
                framework.forgetInverseFilters(info.id());
            }
        }
        agent.info = info;
        agent.capabilities = newCapabilities;
        agent.setTotal(newTotal);
        started().schedule().cause(info.id());
    }

    @Override
    public void addResourceProvider(AgentId id, Resources total, Map<FrameworkId, Resources> used) {
        Agent agent = agent(id);
        used.values().forEach(Checks::allocated);
        Amounts.check("a resource provider of agent", id, total);
        Resources whole = agent.total().plus(total.unallocate());
        books.checkAmounts(id, whole, used.values());
        agent.setTotal(whole);
        Books.charge(agent, used);
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
        started();
        books.whitelist = hostnames.map(Set::copyOf);
    }

    private Agent agent(AgentId id) {
        started();
        Agent agent = books.agents.get(id);
        if (agent == null) {
            throw Checks.refused(Reason.UNKNOWN_AGENT, "agent '" + id + "' is not known, or not any more");
        }
        return agent;
    }

    // What is held.

    @Override
    public void updateAllocation(
            FrameworkId frameworkId, AgentId agentId, Resources offered, List<ResourceConversion> conversions) {
        framework(frameworkId);
        holdings.convert(frameworkId, agent(agentId), offered, conversions);
    }

    @Override
    public CompletableFuture<Void> updateAvailable(AgentId id, List<Operation> operations) {
        try {
            holdings.operate(agent(id), operations);
            return CompletableFuture.completedFuture(null);
        } catch (AllocatorRefusal refusal) {
            return CompletableFuture.failedFuture(refusal);
        }
    }

    @Override
    public void transitionOfferedToAllocated(AgentId id, Resources resources) {
        holdings.use(agent(id), resources);
    }

    @Override
    public void recoverResources(
            FrameworkId frameworkId, AgentId agentId, Resources resources, Optional<Filters> filters, boolean used) {
        Started now = started();
        Agent agent = books.agents.get(agentId);
        if (agent != null && !resources.isEmpty()) {
            Duration interval = now.options().allocationInterval();
            if (holdings.giveBack(frameworkId, agent, resources, filters, used, interval)) {
                freed(agent);
            }
        }
    }

    private void freed(Agent agent) {
        Started now = started();
        if (now.options().extensions().allocateWhenFreed()) {
            now.schedule().cause(agent.id());
        }
    }

    // Maintenance.

    @Override
    public void updateUnavailability(AgentId id, Optional<Unavailability> unavailability) {
        Agent agent = agent(id);
        agent.maintenance = unavailability.map(Agent.Maintenance::new);
        books.frameworks.values().forEach(framework -> framework.forgetInverseFilters(id));
        started().schedule().cause(id);
    }

    @Override
    public void updateInverseOffer(
            AgentId agentId,
            FrameworkId frameworkId,
            Optional<UnavailableResources> unavailable,
            Optional<InverseOfferStatus> status,
            Optional<Filters> filters) {
        Framework framework = framework(frameworkId);
        Agent.Maintenance maintenance = agent(agentId)
                .maintenance
                .orElseThrow(() ->
                        Checks.refused(Reason.NO_MAINTENANCE, "agent '" + agentId + "' has no maintenance scheduled"));
        if (status.isPresent() && status.get().answer() == InverseOfferStatus.Answer.UNKNOWN) {
            throw Checks.refused(
                    Reason.UNKNOWN_ANSWER, "an answer to an inverse offer is ACCEPT or DECLINE, not UNKNOWN");
        }
        if (maintenance.outstanding.remove(frameworkId)) {
            status.ifPresent(answer -> maintenance.answers.put(frameworkId, answer));
        }
        filters.map(Filters::length)
                .filter(length -> !length.isZero())
                .ifPresent(length ->
                        framework.filterInverse(agentId, host.now(), host.now().plus(length)));
    }

    @Override
    public CompletableFuture<SortedMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus>>> inverseOfferStatuses() {
        try {
            started();
        } catch (AllocatorRefusal refusal) {
            return CompletableFuture.failedFuture(refusal);
        }
        SortedMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus>> statuses = new TreeMap<>();
        books.agents.forEach((id, agent) ->
                agent.maintenance.ifPresent(maintenance -> statuses.put(id, new TreeMap<>(maintenance.answers))));
        return CompletableFuture.completedFuture(statuses);
    }

    // Quota and weights.

    @Override
    public void updateQuota(Role role, Quota quota) {
        Checks.quota(role, quota, started().options());
        setQuota(role, quota);
    }

    private void setQuota(Role role, Quota quota) {
        if (quota.isDefault()) {
            books.quotas.remove(role);
        } else {
            books.quotas.put(role, quota);
        }
    }

    @Override
    public void updateWeights(Map<Role, Double> weights) {
        started();
        weights.forEach(Checks::weight);
        books.weights.putAll(weights);
    }

    // Looking in.

    @Override
    public CompletableFuture<SortedMap<String, Double>> metrics() {
        return CompletableFuture.completedFuture(books.metrics());
    }

    @Override
    public CompletableFuture<SortedMap<FrameworkId, ConstraintsView>> offerConstraintsDebug() {
        try {
            started();
        } catch (AllocatorRefusal refusal) {
            return CompletableFuture.failedFuture(refusal);
        }
        SortedMap<FrameworkId, ConstraintsView> views = new TreeMap<>();
        books.frameworks.forEach((id, framework) -> views.put(id, framework.view(books.agents.values())));
        return CompletableFuture.completedFuture(views);
    }
}
